//go:build unix

package process

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nobody is a user that is neither root nor, in all likelihood, the caller.
const nobody = 65533

// tree makes project/tools/node and a link to it beside the project.
func tree(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "project", "tools"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "project", "tools", "node"), nil, 0o755))
	require.NoError(t, os.Symlink(filepath.Join("project", "..", "project", "tools"), filepath.Join(root, "link")))
	require.NoError(t, os.Symlink(root, filepath.Join(root, "absolute")))
	return root
}

var paths = []string{"project/tools/node", "link/node", "absolute/link/node", "absolute/project/tools/node"}

func TestCheck_ownFiles(t *testing.T) {
	root := tree(t)
	for _, path := range paths {
		assert.NoError(t, CheckOwner(filepath.Join(root, path)), path)
	}
	assert.NoError(t, CheckOwner("/"))
	assert.ErrorIs(t, CheckOwner(filepath.Join(root, "project", "nothing")), os.ErrNotExist)
}

// Whatever part of the way others can write to, the way is refused, by each of
// the paths to it.
func TestCheck_writableByOthers(t *testing.T) {
	modes := map[os.FileMode]string{0o757: "is writable by everyone", 0o777: "is writable by everyone"}
	if os.Geteuid() == 0 || os.Getegid() != os.Geteuid() { // not a user's private group
		modes[0o775] = "is writable by its group"
	}
	for _, part := range []string{"project", "project/tools", "project/tools/node"} {
		for mode, words := range modes {
			root := tree(t)
			require.NoError(t, os.Chmod(filepath.Join(root, part), mode))
			for _, path := range paths {
				assert.EqualError(t, CheckOwner(filepath.Join(root, path)), filepath.Join(root, part)+" "+words, "%s by %s", part, path)
			}
		}
	}
}

// A user's private group is the user; another group, and root's, are others.
func TestPrivate_ofGroups(t *testing.T) {
	for name, test := range map[string]struct {
		user, group uint32
		mode        os.FileMode
		want        bool
	}{
		"private group":               {1000, 1000, 0o775, true},
		"private group, and everyone": {1000, 1000, 0o777, false},
		"another group":               {1000, 100, 0o775, false},
		"another group that reads":    {1000, 100, 0o755, true},
		"root's group":                {0, 0, 0o775, false},
		"root alone":                  {0, 0, 0o755, true},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, Private(file{test.mode, &syscall.Stat_t{Uid: test.user, Gid: test.group}}))
		})
	}
}

// file is a file of anybody.
type file struct {
	mode os.FileMode
	stat *syscall.Stat_t
}

func (f file) Name() string       { return "" }
func (f file) Size() int64        { return 0 }
func (f file) Mode() os.FileMode  { return f.mode }
func (f file) ModTime() time.Time { return time.Time{} }
func (f file) IsDir() bool        { return f.mode.IsDir() }
func (f file) Sys() any           { return f.stat }

// In a sticky directory the entries of the caller are safe from others.
func TestCheck_sticky(t *testing.T) {
	root := tree(t)
	require.NoError(t, os.Chmod(filepath.Join(root, "project"), 0o777|os.ModeSticky))
	assert.NoError(t, CheckOwner(filepath.Join(root, "project", "tools", "node")))
	require.NoError(t, os.Chmod(filepath.Join(root, "project", "tools", "node"), 0o777|os.ModeSticky))
	assert.Error(t, CheckOwner(filepath.Join(root, "project", "tools", "node")), "a file is not protected by the bit")
}

func TestCheck_endlessLinks(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.Symlink("loop", filepath.Join(root, "loop")))
	assert.ErrorContains(t, CheckOwner(filepath.Join(root, "loop")), "too many links")
}

// Only root can give files away; CI runs as root in a container.
func TestCheck_anotherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		assert.NoError(t, CheckOwner("/bin/sh"), "root's are taken")
		return
	}
	for _, part := range []string{"project", "project/tools", "project/tools/node", "link"} {
		root := tree(t)
		require.NoError(t, os.Lchown(filepath.Join(root, part), nobody, 0))
		for _, path := range paths {
			if part != "link" || filepath.Base(filepath.Dir(path)) == "link" {
				assert.ErrorContains(t, CheckOwner(filepath.Join(root, path)), filepath.Join(root, part)+" belongs to user 65533", path)
			}
		}
	}
}
