package cloudassembly

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"time"

	"github.com/ecsgpu/cdk/cmd/internal/process"
)

// Manifest is the file that makes a directory a cloud assembly.
const Manifest = "manifest.json"

// Contents is what a directory holds, held against the cloud assembly in it.
type Contents struct {
	// Removable are the entries that CDK wrote, in an order in which they can be
	// removed: an entry that names others comes after them. What is left after
	// each removal is thus known to be CDK's too.
	Removable []string
	// Strangers are the entries that nothing in the assembly accounts for, each
	// with what it is.
	Strangers []string
}

// ErrNone is the error of a directory that holds no cloud assembly. Its text
// ends with the reason.
var ErrNone = errors.New("it holds files and is not a cloud assembly")

// Survey surveys the contents of a directory. An empty directory has none.
func Survey(dir fs.FS) (Contents, error) { return look(dir, false) }

// SurveyRest surveys a directory of which some of the entries that Survey found
// removable have been removed.
func SurveyRest(dir fs.FS) (Contents, error) { return look(dir, true) }

func look(dir fs.FS, rest bool) (Contents, error) {
	s := survey{dir: dir, rest: rest, named: map[string]kind{}}
	entries, err := fs.ReadDir(dir, ".")
	if err != nil || len(entries) == 0 {
		return Contents{}, err
	}
	info, err := fs.Lstat(dir, Manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return Contents{}, fmt.Errorf("%w (no %s)", ErrNone, Manifest)
	}
	if err != nil {
		return Contents{}, err
	}
	s.written = info.ModTime()
	if err := s.assembly(".", 0); err != nil {
		return Contents{}, err
	}
	if err := s.walk("."); err != nil {
		return Contents{}, err
	}
	slices.Reverse(s.descriptors)
	s.found.Removable = append(s.found.Removable, s.descriptors...)
	return s.found, nil
}

// survey collects the names that an assembly gives, and then looks for them.
// What CDK 2.270.0 and its CLI 2.1148.1 write was read in their sources and seen
// in runs with assets, nested stacks and stages (2026-11-21). Left out, and so
// strangers: graphs (.dot) and build specifications of pipelines, bundles that
// were interrupted, the parts of a tree of more than 500,000 constructs, and
// whatever an earlier synthesis left that the manifest no longer names.
type survey struct {
	dir         fs.FS
	rest        bool
	written     time.Time // when the manifest was: CDK writes it last
	named       map[string]kind
	descriptors []string // entries that name others, those that are named before those they name
	found       Contents
}

type kind int

const (
	unnamed    kind = iota
	file            // a regular file
	asset           // a regular file, or a directory that CDK copied whole
	descriptor      // a regular file that names other entries
	nested          // the directory of an assembly in this one
	cache           // a directory of files that are named one by one
)

// directoryAsset is how CDK names a directory that it stages: by a SHA-256
// (aws-cdk-lib 2.270.0, core/lib/asset-staging.js).
var directoryAsset = regexp.MustCompile(`^asset\.[0-9a-f]{64}(_noext)?$`)

// lockFile is a lock of the CDK CLI, or one that it is about to rename to that
// (aws-cdk 2.1148.1, toolkit-lib/lib/api/rwlock.ts).
var lockFile = regexp.MustCompile(`^(synth\.lock|read\.[0-9]+\.[0-9]+\.lock)(\.[0-9]+_[0-9]+)?$`)

// hotswapFile is what the CDK CLI remembers of a stack that it deployed by
// hotswapping: STACK.ENVIRONMENT.json (aws-cdk 2.1148.1).
var hotswapFile = regexp.MustCompile(`^\.hotswap-cache/[A-Za-z][A-Za-z0-9-]*\.[A-Za-z0-9_-]+\.json$`)

// reports are files that CDK writes beside the manifest without naming them.
var reports = []string{
	"validation-report.json", "policy-validation-report.json", // cx-api/lib/cxapi.js
	"iam-policy-report.json", "iam-policy-report.txt", // core/lib/helpers-internal/customize-roles.js
}

// name notes that the assembly in base names a path. One that leads out of the
// directory names nothing in it.
func (s *survey) name(base, name string, as kind) (full string, ok bool) {
	full = path.Join(base, name)
	if name == "" || path.IsAbs(name) || full == "." || !fs.ValidPath(full) || s.named[full] != unnamed {
		return "", false
	}
	s.named[full] = as
	return full, true
}

// walk looks at each entry of a directory.
func (s *survey) walk(dir string) error {
	entries, err := fs.ReadDir(s.dir, dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := s.entry(path.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (s *survey) entry(name string) error {
	info, err := fs.Lstat(s.dir, name)
	if err != nil {
		return err
	}
	as := s.named[name]
	if lockFile.MatchString(name) || hotswapFile.MatchString(name) {
		as = file
	}
	isDir := info.IsDir()
	switch {
	case as == unnamed:
		s.stranger(name, "")
	case !process.Owns(info):
		s.stranger(name, " (another user's)")
	case info.Mode()&fs.ModeSymlink != 0:
		s.stranger(name, " (a symbolic link)")
	case as == asset && isDir && directoryAsset.MatchString(path.Base(name)):
		return s.asset(name)
	case isDir != (as == nested || as == cache) || !isDir && !info.Mode().IsRegular():
		s.stranger(name, " (not what CDK writes by this name)")
	case isDir:
		if err := s.walk(name); err != nil {
			return err
		}
		fallthrough
	default:
		if as != descriptor && as != nested { // those are in the list of descriptors
			s.found.Removable = append(s.found.Removable, name)
		}
	}
	return nil
}

// asset looks at a directory that CDK copied whole, and at what is in it.
// Nothing names those files one by one, but they were there before the manifest:
// what was added or changed later is somebody's.
func (s *survey) asset(name string) error {
	info, err := fs.Lstat(s.dir, name)
	if err != nil {
		return err
	}
	link := info.Mode()&fs.ModeSymlink != 0
	switch {
	case !process.Owns(info):
		s.stranger(name, " (another user's)")
	case !s.rest && info.ModTime().After(s.written):
		s.stranger(name, " (changed after the assembly was written)")
	case !info.IsDir() && !info.Mode().IsRegular() && !link:
		s.stranger(name, " (not a regular file)")
	}
	if info.IsDir() {
		entries, err := fs.ReadDir(s.dir, name)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if err := s.asset(path.Join(name, entry.Name())); err != nil {
				return err
			}
		}
	}
	s.found.Removable = append(s.found.Removable, name)
	return nil
}

func (s *survey) stranger(name, what string) {
	s.found.Strangers = append(s.found.Strangers, fmt.Sprintf("%q%s", name, what))
}

// maxDescriptor is more than any descriptor takes, in bytes.
const maxDescriptor = 1 << 28

// read reads a file that names others. One that is not there names none.
func (s *survey) read(name string, into any) error {
	info, err := fs.Lstat(s.dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxDescriptor {
		return fmt.Errorf("%w (%q is not a file that CDK writes)", ErrNone, name)
	}
	data, err := fs.ReadFile(s.dir, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w (%q is not what CDK writes: %v)", ErrNone, name, err)
	}
	return nil
}
