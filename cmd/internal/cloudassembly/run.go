package cloudassembly

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
)

// The entries in the directory of a run. Each name says what may be done with
// the entry after a crash.
const (
	lockName = "lock"     // locked while the run lives
	fresh    = "new"      // just made, so empty
	staged   = "staged-"  // and its inode: being filled by this run alone
	complete = "complete" // the new directory, and after the exchange the old one
	before   = "before"   // the old one, where there is no exchange
	doomed   = "doomed"   // an old one that was found to be a cloud assembly
)

// run is the directory in which one run works.
type run struct {
	dir    string
	target target
	lock   io.Closer // nil where the file system has no locks
}

func (r *run) path(entry string) string { return filepath.Join(r.dir, entry) }

// stage makes the directory that CDK writes to. Its name carries its inode, so
// that nothing else is ever taken for it.
func (r *run) stage() (string, error) {
	files := r.target.files
	if err := files.Mkdir(r.path(fresh), 0o777); err != nil {
		return "", err
	}
	info, err := files.Lstat(r.path(fresh))
	if err != nil {
		return "", err
	}
	dir := r.path(stagedName(info))
	return dir, files.Rename(r.path(fresh), dir)
}

func stagedName(info fs.FileInfo) string { return fmt.Sprint(staged, process.Inode(info)) }

// leave removes the run's directory and all that is in it, except what is not
// this tool's. It may be called again.
func (r *run) leave() error {
	if r.dir == "" {
		return nil
	}
	err := r.clear()
	if shop, lockErr := openWorkshop(r.target); lockErr == nil {
		r.close()
		r.remove()
		shop.leave()
	}
	r.close()
	r.dir = ""
	return err
}

// close gives up the lock, so that the next run may clear what is left.
func (r *run) close() {
	if r.lock != nil {
		r.lock.Close()
		r.lock = nil
	}
}

// remove removes the directory if it is empty but for the lock.
func (r *run) remove() {
	files := r.target.files
	if entries, err := files.ReadDir(r.dir); err == nil && len(entries) <= 1 && (len(entries) == 0 || entries[0].Name() == lockName) {
		_ = files.Remove(r.path(lockName))
		_ = files.Remove(r.dir)
	}
}

// clear puts right what a run left half done, and removes what it left over: a
// run that has ended in any way, or been killed at any point.
func (r *run) clear() error {
	files := r.target.files
	entries, err := files.ReadDir(r.dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return r.target.unwritable(err)
	}
	for _, entry := range entries {
		r.clearStaged(entry.Name())
	}
	// Killed between its two steps, the run left no target. Where there is one,
	// what was there before is superfluous.
	if err := files.Place(r.path(before), r.target.path); err != nil && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
		return r.kept(before, err)
	}
	for _, name := range []string{doomed, before, complete} {
		if err := r.dispose(name); err != nil {
			return err
		}
	}
	return nil
}

// clearStaged removes a directory that this tool was still filling. If that
// fails, CDK may be writing there still; the next run tries again.
func (r *run) clearStaged(name string) {
	files := r.target.files
	info, err := files.Lstat(r.path(name))
	switch {
	case err != nil:
	case name == fresh:
		_ = files.Remove(r.path(name))
	case strings.HasPrefix(name, staged) && info.IsDir() && name == stagedName(info):
		_ = files.RemoveAll(r.path(name))
	}
}

// dispose removes a directory that had the target's name, if it is a cloud
// assembly and nothing else. Each file is removed by its name: what appears
// there meanwhile stays, and so do the directories above it.
func (r *run) dispose(name string) error {
	files := r.target.files
	if name != doomed {
		exists, err := r.target.judge(r.path(name))
		if err != nil {
			return r.kept(name, err)
		}
		if !exists {
			return nil
		}
		if err := files.Rename(r.path(name), r.path(doomed)); err != nil {
			return r.kept(name, err)
		}
	}
	if _, err := files.Lstat(r.path(doomed)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := r.removeDoomed(); err != nil {
		return r.kept(doomed, err)
	}
	return nil
}

func (r *run) removeDoomed() error {
	dir, err := r.target.files.Open(r.path(doomed))
	if err != nil {
		return err
	}
	defer dir.Close()
	contents, err := SurveyRest(dir.FS())
	if err != nil {
		return err
	}
	if len(contents.Strangers) > 0 {
		return fmt.Errorf("it holds %s", some(contents.Strangers))
	}
	for _, name := range contents.Removable {
		if err := dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return r.target.files.Remove(r.path(doomed))
}

// kept returns the error of a directory that stays where it is.
func (r *run) kept(name string, why error) error {
	return cli.InputError("what was in %s before is kept in %s (%w); move away what you need, and remove %s", r.target.name, r.path(name), reason(why), r.dir)
}
