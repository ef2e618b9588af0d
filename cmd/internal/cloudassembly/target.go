package cloudassembly

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
)

// target is the directory that is to be replaced.
type target struct {
	name  string // as the user gave it
	path  string // absolute, and free of links
	files files
}

// resolve finds the directory that a name stands for. A link stands for what it
// leads to, as it does for every other program; ".." is what the system takes it
// for, which behind a link is not what stands before it in the name.
func resolve(name string, files files) (target, error) {
	t := target{name: name, files: files}
	if name == "" || strings.ContainsRune(name, 0) {
		return t, cli.InputError("cannot write to %q: it is no name of a directory", name)
	}
	path := name
	if !filepath.IsAbs(path) {
		here, err := os.Getwd()
		if err != nil {
			return t, t.unwritable(err)
		}
		path = here + string(filepath.Separator) + path // unlike Join, this keeps ".."
	}
	var missing []string
	for {
		resolved, err := filepath.EvalSymlinks(path)
		if err == nil {
			t.path = filepath.Join(append([]string{resolved}, missing...)...)
			return t, t.renamable()
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return t, t.unwritable(err)
		}
		path = strings.TrimRight(path, string(filepath.Separator))
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return t, cli.InputError("cannot write to %s: %s is a symbolic link to something that does not exist; name a directory", name, path)
		}
		dir, last := filepath.Split(path)
		if last == ".." {
			return t, cli.InputError("cannot write to %s: %s does not exist; make it, or leave out the ..", name, filepath.Clean(dir))
		}
		if last != "." {
			missing = append([]string{last}, missing...)
		}
		path = dir
	}
}

// renamable reports what stands in the way of giving the target another name.
func (t target) renamable() error {
	switch {
	case filepath.Dir(t.path) == t.path:
		return cli.InputError("cannot write to %s: it is the root directory; name a directory in it", t.name)
	case isMount(t.path):
		return t.mounted()
	}
	return nil
}

func (t target) mounted() error {
	return cli.InputError("cannot write to %s: something is mounted there, so it cannot be replaced; name a directory in it", t.name)
}

// judge reports whether there is a directory at a path, and why it must not be
// replaced or removed: the target, or what had its name.
func (t target) judge(path string) (exists bool, refusal error) {
	for range attempts {
		exists, refusal, settled := t.look(path)
		if settled {
			return exists, refusal
		}
	}
	return true, errDisturbed
}

// look judges once. The answer is not settled where another run replaced the
// directory meanwhile.
func (t target) look(path string) (exists bool, refusal error, settled bool) {
	info, err := t.files.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil, true
	case err != nil:
		return true, t.unwritable(err), true
	case !info.IsDir():
		return true, cli.InputError("cannot write to %s: it is a file; name a directory", t.name), true
	case !process.Owns(info):
		return true, cli.InputError("cannot write to %s: it belongs to another user; name a new directory", t.name), true
	}
	dir, err := t.files.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil, false
	}
	if err != nil {
		return true, t.unwritable(err), true
	}
	defer dir.Close() // until then no other directory gets its inode
	contents, err := Survey(dir.FS())
	after, lost := t.files.Lstat(path)
	opened, unread := fs.Stat(dir.FS(), ".")
	switch {
	case lost != nil && !errors.Is(lost, fs.ErrNotExist):
		return true, t.unwritable(lost), true
	case unread != nil:
		return true, t.unwritable(unread), true
	case lost != nil || !os.SameFile(info, after) || !os.SameFile(info, opened):
		return true, nil, false
	}
	switch {
	case errors.Is(err, ErrNone):
		return true, cli.InputError("cannot write to %s: %w; name a new or empty directory", t.name, err), true
	case err != nil:
		return true, t.unwritable(err), true
	case len(contents.Strangers) > 0:
		return true, cli.InputError("cannot write to %s: beside a cloud assembly it holds %s; move that away, or name a new or empty directory", t.name, some(contents.Strangers)), true
	}
	return true, nil, true
}

// some names a few of many.
func some(names []string) string {
	const few = 5
	if len(names) > few {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
	}
	return strings.Join(names, ", ")
}

// unwritable returns the error of an operation that failed.
func (t target) unwritable(err error) error {
	err = reason(err)
	switch {
	case errors.Is(err, syscall.EBUSY):
		return t.mounted()
	case errors.Is(err, syscall.EXDEV):
		return cli.InputError("cannot write to %s: its file system cannot rename it (%w); remove it, or name a new directory", t.name, err)
	}
	return cli.InputError("cannot write to %s: %w", t.name, err)
}

// reason returns an error of the system without the path, which is often a
// temporary one and would only puzzle.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// displaced returns the error of a replacement that could not be undone.
func (t target) displaced(path string, why error) error {
	return cli.InputError("%w; what was there is now %s: move it back", why, path)
}
