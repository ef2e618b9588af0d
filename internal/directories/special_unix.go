//go:build unix

package directories

import (
	"os"
	"path/filepath"
	"syscall"
)

// Special returns the kinds that only some systems have, or only root can make.
func Special() []Kind {
	kinds := []Kind{
		{Name: "an assembly and a pipe", Make: all(plain, pipe("pipe"))},
		{Name: "a pipe for a template", Make: all(plain, remove("old.template.json"), pipe("old.template.json"))},
		{Name: "a pipe for a manifest", Make: all(plain, remove("manifest.json"), pipe("manifest.json"))},
	}
	if os.Geteuid() == 0 {
		kinds = append(kinds,
			Kind{Name: "another user's template", Make: all(plain, give("old.template.json"))},
			Kind{Name: "another user's assembly", Make: all(plain, give("."))},
			Kind{Name: "another user's file in an asset", Make: all(staged, give(asset+"/a"))})
	}
	return kinds
}

func pipe(name string) func(dir string) error {
	return func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, name), 0o644) }
}

func give(name string) func(dir string) error {
	return func(dir string) error { return os.Chown(filepath.Join(dir, name), 65534, 65534) }
}
