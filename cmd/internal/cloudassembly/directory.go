package cloudassembly

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

// Directory is a directory that fills up beside the one that the user named, and
// takes its place in one step when it is complete. A run that fails or is killed
// leaves the named directory as it was.
type Directory struct {
	Dir     string // what CDK writes to
	target  target
	run     *run
	parents []string // that were made for the target, the deepest last
	files   files
}

// NewDirectory prepares to replace a directory, which must not exist, be empty, or hold
// nothing but a cloud assembly: anything else is somebody's work.
func NewDirectory(name string) (*Directory, error) { return newDirectory(name, osFiles{}) }

func newDirectory(name string, files files) (*Directory, error) {
	target, err := resolve(name, files)
	if err != nil {
		return nil, err
	}
	if _, err := target.judge(target.path); err != nil {
		return nil, err
	}
	d := &Directory{target: target, files: files}
	if err := d.makeParents(filepath.Dir(target.path)); err != nil {
		d.removeParents()
		return nil, target.unwritable(err)
	}
	if d.run, err = enter(target); err != nil {
		d.removeParents()
		return nil, err
	}
	if d.Dir, err = d.run.stage(); err != nil {
		d.Discard()
		return nil, target.unwritable(err)
	}
	return d, nil
}

// makeParents makes the directories above the target, and remembers them.
func (d *Directory) makeParents(dir string) error {
	if _, err := d.files.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := d.makeParents(filepath.Dir(dir)); err != nil {
		return err
	}
	err := d.files.Mkdir(dir, 0o777)
	if err == nil {
		d.parents = append(d.parents, dir)
	}
	if errors.Is(err, fs.ErrExist) { // another run was faster
		return nil
	}
	return err
}

// removeParents removes the directories above a target that was not written.
func (d *Directory) removeParents() {
	for i := len(d.parents) - 1; i >= 0; i-- {
		if d.files.Remove(d.parents[i]) != nil {
			return // in use
		}
	}
}

// Commit puts the staged directory in the place of the target, if that may still
// be replaced, and removes what was there.
func (d *Directory) Commit() error {
	if err := d.files.Rename(d.Dir, d.run.path(complete)); err != nil {
		return d.target.unwritable(err)
	}
	err := errDisturbed
	for attempt := 0; attempt < attempts && errors.Is(err, errDisturbed); attempt++ {
		err = d.put()
	}
	if err != nil {
		return err
	}
	d.parents = nil
	return d.run.leave()
}

// attempts is how often something is tried again that another run may have
// disturbed: each disturbance means that another run has finished.
const attempts = 100

// errDisturbed is the error of a step whose ground another run has changed.
var errDisturbed = cli.InputError("other runs write to the directory without end; run them one after the other")

// put tries once to give the complete directory the target's name.
func (d *Directory) put() error {
	exists, err := d.target.judge(d.target.path)
	if err != nil {
		return err
	}
	if !exists {
		return d.disturbed(d.files.Place(d.run.path(complete), d.target.path), fs.ErrExist)
	}
	err = d.files.Exchange(d.run.path(complete), d.target.path)
	if errors.Is(err, errors.ErrUnsupported) {
		return d.putInTwoSteps()
	}
	if err != nil {
		return d.disturbed(err, fs.ErrNotExist)
	}
	// What was there may have changed between the look and the exchange. Now
	// nobody else knows its place.
	if _, refusal := d.target.judge(d.run.path(complete)); refusal != nil {
		if err := d.files.Exchange(d.run.path(complete), d.target.path); err != nil {
			return d.target.displaced(d.run.path(complete), refusal)
		}
		return refusal
	}
	return nil
}

// putInTwoSteps does what put does, on systems without an exchange. A process that is killed
// between the steps leaves no target; the next run puts back what was there.
func (d *Directory) putInTwoSteps() error {
	aside := d.run.path(before)
	if err := d.files.Rename(d.target.path, aside); err != nil {
		return d.disturbed(err, fs.ErrNotExist)
	}
	_, refusal := d.target.judge(aside)
	if refusal == nil {
		refusal = d.disturbed(d.files.Place(d.run.path(complete), d.target.path), fs.ErrExist)
	}
	if refusal == nil {
		return nil
	}
	if err := d.files.Place(aside, d.target.path); err != nil && !errors.Is(refusal, errDisturbed) {
		return d.target.displaced(aside, refusal)
	}
	if err := d.run.dispose(before); err != nil {
		return err
	}
	return refusal
}

// disturbed returns the error of a renaming; sign is what it is where another
// run was faster.
func (d *Directory) disturbed(err, sign error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sign):
		return errDisturbed
	}
	return d.target.unwritable(err)
}

// Discard removes what was staged, if it was not committed.
func (d *Directory) Discard() {
	// What cannot be removed now, the next run removes.
	_ = d.run.leave()
	d.removeParents()
}
