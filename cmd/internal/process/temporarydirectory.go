package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	prefix   = "run-"
	lockFile = "lock"
)

// made are the directories of this process that are still there.
var made sync.Map // of string to *TemporaryDirectory

// TemporaryDirectory is a directory that nobody but the caller can read, and that
// does not outlive the command, or at least not the next one.
//
// All are in a directory of the tool's own for each user, ecsgpu-UID in the
// temporary directory, and each holds a lock that lives as long as the process
// that made it. A process that is killed leaves its directory behind and its
// lock free; the next one removes what it finds with a free lock.
type TemporaryDirectory struct {
	Path string // absolute
	lock *os.File
}

// NewTemporaryDirectory makes a directory, and removes those that processes which
// are gone have left behind.
func NewTemporaryDirectory() (*TemporaryDirectory, error) {
	// TMPDIR may be relative, and Node.js takes that for the name of a package.
	temporary, err := filepath.Abs(os.TempDir())
	if err != nil {
		return nil, fmt.Errorf("cannot find the temporary directory: %w", err)
	}
	dir, err := newIn(temporary)
	if err != nil {
		return nil, fmt.Errorf("cannot create a temporary directory: %w", err)
	}
	made.Store(dir.Path, dir)
	return dir, nil
}

func newIn(temporary string) (*TemporaryDirectory, error) {
	var err error
	// Another process may remove what is empty or not locked yet.
	for range 100 {
		var dir *TemporaryDirectory
		if dir, err = tryNewIn(temporary); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return dir, err
		}
		if _, missing := os.Stat(temporary); missing != nil {
			break
		}
	}
	return nil, err
}

func tryNewIn(temporary string) (*TemporaryDirectory, error) {
	parent, err := ownParent(temporary)
	if err != nil {
		return nil, err
	}
	if parent == "" {
		path, err := os.MkdirTemp(temporary, "ecsgpu-")
		return &TemporaryDirectory{Path: path}, err
	}
	sweep(parent)
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(path, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if !tryLock(lock) || !names(filepath.Join(path, lockFile), lock) {
		lock.Close()
		return nil, fs.ErrNotExist // swept before it was locked
	}
	return &TemporaryDirectory{Path: path, lock: lock}, nil
}

// ownParent returns the tool's own directory; empty where it cannot be had, or
// somebody else has taken its name.
func ownParent(temporary string) (string, error) {
	if !canLock {
		return "", nil
	}
	parent := filepath.Join(temporary, "ecsgpu-"+strconv.Itoa(os.Getuid()))
	if err := os.Mkdir(parent, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	if !isOurs(parent) {
		return "", nil
	}
	return parent, nil
}

// isOurs reports whether a path is a directory that nobody else can change.
func isOurs(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir() && CheckOwner(path) == nil
}

// names reports whether a path still is that of an open file.
func names(path string, file *os.File) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	open, err := file.Stat()
	return err == nil && os.SameFile(there, open)
}

// sweep removes the directories whose owner is gone.
func sweep(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), prefix) {
			sweepOne(filepath.Join(parent, entry.Name()))
		}
	}
}

func sweepOne(path string) {
	lock, err := os.OpenFile(filepath.Join(path, lockFile), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		os.Remove(path) // only if it is empty; whoever has just made it tries again
		return
	}
	if err != nil {
		return
	}
	defer lock.Close()
	if tryLock(lock) {
		os.RemoveAll(path)
	}
}

// Remove removes the directory, and the tool's own if that is empty then.
func (d *TemporaryDirectory) Remove() {
	// A process that was killed a moment ago may still be writing.
	for range 20 {
		if os.RemoveAll(d.Path) == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if d.lock != nil {
		d.lock.Close()
		os.Remove(filepath.Dir(d.Path))
	}
	made.Delete(d.Path)
}

// RemoveTemporaryDirectories removes every directory of this process.
func RemoveTemporaryDirectories() {
	made.Range(func(_, dir any) bool {
		dir.(*TemporaryDirectory).Remove()
		return true
	})
}
