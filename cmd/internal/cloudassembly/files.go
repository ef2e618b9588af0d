package cloudassembly

import (
	"io"
	"io/fs"
	"os"
)

// files is what a replacement does to the file system. Tests take its place to
// let each operation fail.
type files interface {
	Lstat(path string) (fs.FileInfo, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Open(path string) (tree, error)
	Mkdir(path string, mode fs.FileMode) error
	// Lock locks a file that it makes if need be, until the result is closed or
	// the process ends. It does not wait: the error is errLocked where another
	// holds the lock, and errors.ErrUnsupported where there are no locks.
	Lock(path string) (io.Closer, error)
	Rename(from, to string) error
	// Place renames, but not over anything: the error is then fs.ErrExist.
	Place(from, to string) error
	// Exchange gives each of two directories the other's name in one step. The
	// error is errors.ErrUnsupported where the system or the file system cannot.
	Exchange(a, b string) error
	// Remove removes a file or an empty directory.
	Remove(path string) error
	RemoveAll(path string) error
}

// tree is a directory that stays the same one when it is renamed, and whose
// files are reached through no link that leads out of it.
type tree interface {
	FS() fs.FS
	Remove(name string) error
	Close() error
}

type osFiles struct{}

func (osFiles) Lstat(path string) (fs.FileInfo, error)     { return os.Lstat(path) }
func (osFiles) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }
func (osFiles) Open(path string) (tree, error)             { return os.OpenRoot(path) }
func (osFiles) Mkdir(path string, mode fs.FileMode) error  { return os.Mkdir(path, mode) }
func (osFiles) Lock(path string) (io.Closer, error)        { return lock(path) }
func (osFiles) Rename(from, to string) error               { return os.Rename(from, to) }
func (osFiles) Place(from, to string) error                { return place(from, to) }
func (osFiles) Exchange(a, b string) error                 { return exchange(a, b) }
func (osFiles) Remove(path string) error                   { return os.Remove(path) }
func (osFiles) RemoveAll(path string) error                { return os.RemoveAll(path) }
