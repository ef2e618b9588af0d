package cloudassembly

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withoutExchange is a file system that cannot exchange.
type withoutExchange struct{ osFiles }

func (withoutExchange) Exchange(string, string) error { return errors.ErrUnsupported }

// withoutLocks is a file system that has no locks.
type withoutLocks struct{ osFiles }

func (withoutLocks) Lock(string) (io.Closer, error) { return nil, errors.ErrUnsupported }

// errKilled is what every operation of a run says after its end.
var errKilled = errors.New("killed")

// faulty counts the operations, and lets something happen at one of them.
type faulty struct {
	files
	at    int          // at which operation, from 1
	event func() error // what happens; an error is the operation's result
	count int
	dead  bool
	locks []io.Closer
}

// step is called before each operation.
func (f *faulty) step() error {
	if f.dead {
		return errKilled
	}
	if f.count++; f.count == f.at {
		err := f.event()
		if errors.Is(err, errKilled) {
			f.dead = true
			for _, each := range f.locks {
				each.Close() // as the system does
			}
		}
		return err
	}
	return nil
}

func faultyCall[T any](f *faulty, call func() (T, error)) (T, error) {
	if err := f.step(); err != nil {
		var none T
		return none, err
	}
	return call()
}

func (f *faulty) do(call func() error) error {
	_, err := faultyCall(f, func() (struct{}, error) { return struct{}{}, call() })
	return err
}

func (f *faulty) Lstat(path string) (fs.FileInfo, error) {
	return faultyCall(f, func() (fs.FileInfo, error) { return f.files.Lstat(path) })
}

func (f *faulty) ReadDir(path string) ([]fs.DirEntry, error) {
	return faultyCall(f, func() ([]fs.DirEntry, error) { return f.files.ReadDir(path) })
}

func (f *faulty) Open(path string) (tree, error) {
	return faultyCall(f, func() (tree, error) {
		opened, err := f.files.Open(path)
		return faultyTree{f, opened}, err
	})
}

func (f *faulty) Lock(path string) (io.Closer, error) {
	return faultyCall(f, func() (io.Closer, error) {
		lock, err := f.files.Lock(path)
		if err == nil {
			f.locks = append(f.locks, lock)
		}
		return lock, err
	})
}

func (f *faulty) Mkdir(path string, mode fs.FileMode) error {
	return f.do(func() error { return f.files.Mkdir(path, mode) })
}

func (f *faulty) Rename(from, to string) error {
	return f.do(func() error { return f.files.Rename(from, to) })
}

func (f *faulty) Place(from, to string) error {
	return f.do(func() error { return f.files.Place(from, to) })
}

func (f *faulty) Exchange(a, b string) error {
	return f.do(func() error { return f.files.Exchange(a, b) })
}

func (f *faulty) Remove(path string) error {
	return f.do(func() error { return f.files.Remove(path) })
}

func (f *faulty) RemoveAll(path string) error {
	return f.do(func() error { return f.files.RemoveAll(path) })
}

type faultyTree struct {
	faulty *faulty
	tree
}

func (t faultyTree) Remove(name string) error {
	return t.faulty.do(func() error { return t.tree.Remove(name) })
}

func (t faultyTree) FS() fs.FS { return faultyFS{t.faulty, t.tree.FS()} }

type faultyFS struct {
	faulty *faulty
	fs.FS
}

func (f faultyFS) Open(name string) (fs.File, error) {
	return faultyCall(f.faulty, func() (fs.File, error) { return f.FS.Open(name) })
}

func (f faultyFS) Lstat(name string) (fs.FileInfo, error) {
	return faultyCall(f.faulty, func() (fs.FileInfo, error) { return fs.Lstat(f.FS, name) })
}

func (f faultyFS) ReadLink(name string) (string, error) { return fs.ReadLink(f.FS, name) }

// scratch returns a temporary directory, in memory where there is one: the tests
// make and remove tens of thousands of files.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "staging-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// systems are the kinds of file systems that a replacement may meet.
var systems = map[string]files{"an exchange": osFiles{}, "no exchange": withoutExchange{}}

// targets are what the user's directory may be before.
var targets = map[string]func(t *testing.T, target string){
	"nothing":     func(*testing.T, string) {},
	"empty":       func(t *testing.T, target string) { require.NoError(t, os.MkdirAll(target, 0o755)) },
	"an assembly": func(t *testing.T, target string) { writeAssembly(t, target, "old") },
}

// replace runs as the command does, and tells whether it succeeded.
func replace(t *testing.T, target string, files files) error {
	d, err := newDirectory(target, files)
	if err != nil {
		return err
	}
	defer d.Discard()
	writeAssembly(t, d.Dir, "new")
	return d.Commit()
}

// atEveryOperation runs a test for each operation of a replacement.
func atEveryOperation(t *testing.T, test func(t *testing.T, target string, faulty *faulty)) {
	for system, files := range systems {
		for kind, prepare := range targets {
			t.Run(system+", "+kind, func(t *testing.T) {
				operations := 0
				for at := 1; ; at++ {
					target := filepath.Join(scratch(t), "out")
					prepare(t, target)
					faulty := &faulty{files: files, at: at}
					faulty.event = func() error { return nil }
					test(t, target, faulty)
					if faulty.count < at {
						operations = at - 1
						break
					}
				}
				assert.Greater(t, operations, 20)
			})
		}
	}
}

// wholeOrAbsent fails unless the target is as it was or as it is to be.
func wholeOrAbsent(t *testing.T, target string, mayBeAbsent bool) {
	t.Helper()
	if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
		assert.True(t, mayBeAbsent, "the target is gone")
		return
	}
	got := names(t, target)
	if len(got) == 0 {
		return
	}
	assert.Contains(t, [][]string{filesOf("old"), filesOf("new")}, got)
}

// A failing operation leaves the old directory or the new one, and the next run
// succeeds and leaves nothing else.
func TestCommit_failingOperations(t *testing.T) {
	for name, failure := range map[string]error{
		"the disk is full":        syscall.ENOSPC,
		"permission is denied":    syscall.EACCES,
		"the disk fails":          syscall.EIO,
		"it is on another device": syscall.EXDEV,
		"it is busy":              syscall.EBUSY,
	} {
		t.Run(name, func(t *testing.T) {
			atEveryOperation(t, func(t *testing.T, target string, faulty *faulty) {
				_, missing := os.Lstat(target)
				faulty.event = func() error { return &fs.PathError{Op: "test", Path: "somewhere", Err: failure} }
				err := replace(t, target, faulty)
				wholeOrAbsent(t, target, missing != nil)
				if err == nil {
					assert.Equal(t, filesOf("new"), names(t, target))
				} else {
					assert.NotContains(t, err.Error(), "somewhere")
				}
				leavesNothing(t, target, faulty.at)
			})
		})
	}
}

// A killed run leaves the old directory or the new one; without an exchange
// there is an instant with neither, and the next run puts the old one back.
func TestCommit_killed(t *testing.T) {
	atEveryOperation(t, func(t *testing.T, target string, faulty *faulty) {
		_, missing := os.Lstat(target)
		_, exchanges := faulty.files.(osFiles)
		faulty.event = func() error { return errKilled }
		_ = replace(t, target, faulty)
		wholeOrAbsent(t, target, missing != nil || !exchanges)
		if missing == nil {
			d, err := NewDirectory(target)
			require.NoError(t, err)
			d.Discard()
			wholeOrAbsent(t, target, false)
		}
		leavesNothing(t, target, faulty.at)
	})
}

func leavesNothing(t *testing.T, target string, at int) {
	t.Helper()
	require.NoError(t, replace(t, target, osFiles{}), "after operation %d", at)
	assert.Equal(t, filesOf("new"), names(t, target))
	assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)), "after operation %d", at)
}

// Whatever appears at any moment in the place of the target, or in it, is there
// afterwards: in its place, or where the message says.
func TestCommit_somethingComesInTheWay(t *testing.T) {
	const work = "years of it"
	for name, appear := range map[string]func(target string) error{
		"a file in the directory": func(target string) error {
			_ = os.Mkdir(target, 0o755)
			return os.WriteFile(filepath.Join(target, "thesis.txt"), []byte(work), 0o644)
		},
		"a directory in the directory": func(target string) error {
			if err := os.MkdirAll(filepath.Join(target, ".git"), 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(target, ".git", "HEAD"), []byte(work), 0o644)
		},
		"a file in its place": func(target string) error {
			_ = os.RemoveAll(target)
			return os.WriteFile(target, []byte(work), 0o644)
		},
		"another directory in its place": func(target string) error {
			_ = os.RemoveAll(target)
			_ = os.Mkdir(target, 0o755)
			return os.WriteFile(filepath.Join(target, "thesis.txt"), []byte(work), 0o644)
		},
		"a link in its place": func(target string) error {
			_ = os.RemoveAll(target)
			if err := os.Mkdir(target+"-work", 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(target+"-work", "thesis.txt"), []byte(work), 0o644); err != nil {
				return err
			}
			return os.Symlink(target+"-work", target)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, then := range []error{nil, errKilled} {
				atEveryOperation(t, func(t *testing.T, target string, faulty *faulty) {
					appeared := false
					faulty.event = func() error {
						appeared = true
						if err := appear(target); err != nil {
							return err
						}
						return then
					}
					err := replace(t, target, faulty)
					if !appeared {
						return
					}
					again := replace(t, target, osFiles{})
					kept(t, filepath.Dir(target), work, fmt.Sprint(err, again))
				})
			}
		})
	}
}

// kept fails unless a text is in exactly one file, which is at the place where
// it was put or which a message names.
func kept(t *testing.T, root, text, messages string) {
	t.Helper()
	var found []string
	for path, each := range everything(t, root) {
		if each == text {
			found = append(found, path)
		}
	}
	if !assert.Len(t, found, 1, messages) {
		return
	}
	if inPlace := []string{"out", "out/thesis.txt", "out/.git/HEAD", "out-work/thesis.txt"}; !slices.Contains(inPlace, found[0]) {
		dir := strings.Join(strings.Split(found[0], "/")[:3], "/")
		assert.Contains(t, messages, dir)
	}
}

// An old directory is removed file by file: what somebody puts into it while
// that goes on stays, and the message says where.
func TestCommit_workInADirectoryThatIsBeingRemoved(t *testing.T) {
	for at := 1; at < 200; at++ {
		target := filepath.Join(scratch(t), "out")
		writeAssembly(t, target, "old")
		// A shell has its working directory there.
		shell, err := os.OpenRoot(target)
		require.NoError(t, err)
		faulty := &faulty{files: osFiles{}, at: at}
		appeared := false
		faulty.event = func() error {
			// If the directory is gone for good, there is nothing to write to.
			appeared = shell.WriteFile("thesis.txt", []byte("work"), 0o644) == nil
			return nil
		}
		err = replace(t, target, faulty)
		shell.Close()
		if appeared {
			kept(t, filepath.Dir(target), "work", fmt.Sprint(err))
		}
		if faulty.count < at {
			return
		}
	}
	t.Error("no end of operations")
}

// late is a file system on which work appears after the last look at the target.
type late struct {
	osFiles
	once *sync.Once
}

func (f late) Exchange(a, b string) error {
	f.once.Do(func() { _ = os.WriteFile(filepath.Join(b, "thesis.txt"), []byte("work"), 0o644) })
	return f.osFiles.Exchange(a, b)
}

func TestCommit_exchangesBack(t *testing.T) {
	target := filepath.Join(scratch(t), "out")
	writeAssembly(t, target, "old")
	err := replace(t, target, late{once: new(sync.Once)})
	require.ErrorContains(t, err, `beside a cloud assembly it holds "thesis.txt"`)
	assert.Equal(t, append(filesOf("old"), "thesis.txt"), names(t, target))
	assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
}
