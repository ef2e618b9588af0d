package cloudassembly

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"time"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
)

// workshop is the directory beside the target in which runs work, each in a
// directory of its own whose name cannot be guessed. Nobody but the user may
// enter it. It is gone when the last run has left.
type workshop struct {
	dir    string
	target target
	lock   io.Closer // nil where the file system has no locks
}

// errLocked is the error of a lock that another has.
var errLocked = errors.New("another run holds the lock")

// patience is how long a run waits for others to enter or leave the workshop.
const patience = 30 * time.Second

var runName = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// enter makes the directory of a run, after it has cleared those of runs that
// were killed.
func enter(target target) (*run, error) {
	for range attempts {
		shop, err := openWorkshop(target)
		if err != nil {
			return nil, err
		}
		r, err := shop.enter()
		if err == nil {
			shop.close()
			return r, nil
		}
		shop.leave()
		if !errors.Is(err, fs.ErrNotExist) { // without locks, another run may have removed the workshop
			return nil, err
		}
	}
	return nil, errDisturbed
}

// openWorkshop makes the workshop if need be, and locks it.
func openWorkshop(target target) (*workshop, error) {
	shop := &workshop{target: target, dir: filepath.Join(filepath.Dir(target.path), "."+filepath.Base(target.path)+".ecsgpu")}
	for start := time.Now(); time.Since(start) < patience; time.Sleep(5 * time.Millisecond) {
		if err := target.files.Mkdir(shop.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, target.unwritable(err)
		}
		info, err := target.files.Lstat(shop.dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue // another run has left, and removed it
		}
		if err != nil {
			return nil, target.unwritable(err)
		}
		if !info.IsDir() || !process.Owns(info) || info.Mode().Perm()&0o077 != 0 {
			return nil, cli.InputError("cannot write to %s: %s is in the way, which is not a directory that only you may enter; move it away", target.name, shop.dir)
		}
		shop.lock, err = target.files.Lock(filepath.Join(shop.dir, lockName))
		switch {
		case err == nil || errors.Is(err, errors.ErrUnsupported):
			return shop, nil
		case !errors.Is(err, errLocked) && !errors.Is(err, fs.ErrNotExist):
			return nil, target.unwritable(err)
		}
	}
	return nil, cli.InputError("cannot write to %s: another run holds the lock in %s; end it, or wait", target.name, shop.dir)
}

func (w *workshop) enter() (*run, error) {
	if err := w.sweep(); err != nil {
		return nil, err
	}
	files := w.target.files
	r := &run{dir: filepath.Join(w.dir, rand.Text()), target: w.target}
	if err := files.Mkdir(r.dir, 0o700); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, w.target.unwritable(err)
	}
	var err error
	if r.lock, err = files.Lock(r.path(lockName)); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		r.remove()
		return nil, w.target.unwritable(err)
	}
	return r, nil
}

// sweep clears the directories of runs that no longer live. Without locks
// nothing tells those from others, and they stay.
func (w *workshop) sweep() error {
	if w.lock == nil {
		return nil
	}
	files := w.target.files
	entries, err := files.ReadDir(w.dir)
	if err != nil {
		return w.target.unwritable(err)
	}
	for _, entry := range entries {
		if !runName.MatchString(entry.Name()) || !entry.IsDir() {
			continue
		}
		r := &run{dir: filepath.Join(w.dir, entry.Name()), target: w.target}
		if r.lock, err = files.Lock(r.path(lockName)); err != nil {
			continue // it lives
		}
		err := r.clear()
		r.close()
		if err != nil {
			return err
		}
		r.remove()
	}
	return nil
}

// leave removes the workshop if it is empty, and gives up the lock.
func (w *workshop) leave() {
	files := w.target.files
	if entries, err := files.ReadDir(w.dir); err == nil && len(entries) <= 1 {
		if info, err := files.Lstat(filepath.Join(w.dir, lockName)); err == nil && info.Size() == 0 {
			_ = files.Remove(filepath.Join(w.dir, lockName))
		}
		_ = files.Remove(w.dir)
	}
	w.close()
}

func (w *workshop) close() {
	if w.lock != nil {
		w.lock.Close()
	}
}
