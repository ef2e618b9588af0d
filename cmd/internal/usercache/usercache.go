// Package usercache names the directory in which the command keeps what makes
// its next run faster.
package usercache

import (
	"errors"
	"os"
	"path/filepath"
)

// Dir returns a directory in the user's cache directory; it need not exist. It
// is an error where there is no place for it. A home directory that does not
// exist is no place: it is not for this command to create one.
func Dir(elements ...string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", errors.New("neither HOME nor XDG_CACHE_HOME says where the cache directory is")
	}
	home, err := os.UserHomeDir()
	if relative, relErr := filepath.Rel(home, cache); err == nil && relErr == nil && filepath.IsLocal(relative) {
		if _, err := os.Stat(home); err != nil {
			return "", err
		}
	}
	return filepath.Join(append([]string{cache, "ecsgpu"}, elements...)...), nil
}
