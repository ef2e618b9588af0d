//go:build linux || darwin

package process

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keeper has this test binary make a directory and hold it until it is killed.
const keeper = "SCRATCH_TEST_KEEPER"

func TestMain(m *testing.M) {
	if os.Getenv(keeper) != "" {
		dir, err := NewTemporaryDirectory()
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString(dir.Path + "\n")
		select {}
	}
	os.Exit(m.Run())
}

// own returns the tool's own directory in a temporary directory of the test.
func own(t *testing.T) string {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	return filepath.Join(os.TempDir(), "ecsgpu-"+strconv.Itoa(os.Getuid()))
}

func TestNew(t *testing.T) {
	parent := own(t)
	dir, err := NewTemporaryDirectory()
	require.NoError(t, err)
	assert.Equal(t, parent, filepath.Dir(dir.Path))
	for _, path := range []string{parent, dir.Path} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), path)
	}
	second, err := NewTemporaryDirectory()
	require.NoError(t, err)
	assert.DirExists(t, dir.Path, "a directory in use is not swept")
	second.Remove()
	assert.DirExists(t, dir.Path)
	dir.Remove()
	assert.NoDirExists(t, parent, "the last one leaves nothing")
}

func TestRemoveAll(t *testing.T) {
	parent := own(t)
	for range 3 {
		_, err := NewTemporaryDirectory()
		require.NoError(t, err)
	}
	RemoveTemporaryDirectories()
	assert.NoDirExists(t, parent)
}

// What a killed process leaves is swept, and nothing before it is dead.
func TestNew_sweepsWhatKilledProcessesLeft(t *testing.T) {
	parent := own(t)
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), keeper+"=1")
	output, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	left, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	left = left[:len(left)-1]
	require.NoError(t, os.WriteFile(filepath.Join(left, "kernel.js"), nil, 0o600))

	first, err := NewTemporaryDirectory()
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(left, "kernel.js"), "its owner lives")
	require.NoError(t, command.Process.Kill())
	command.Wait()
	second, err := NewTemporaryDirectory()
	require.NoError(t, err)
	assert.NoDirExists(t, left)
	assert.DirExists(t, first.Path)
	first.Remove()
	second.Remove()
	assert.NoDirExists(t, parent)
}

// What is not certainly ours stays, whatever it is called.
func TestNew_leavesWhatIsNotItsOwn(t *testing.T) {
	parent := own(t)
	theirs := []string{
		filepath.Join(parent, "run-notes", "notes.txt"), // no lock
		filepath.Join(parent, "run-file"),               // no directory
		filepath.Join(parent, "work", lockFile),         // another name
		filepath.Join(os.TempDir(), "ecsgpu-kernel-1", lockFile),
	}
	for _, path := range theirs {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	elsewhere := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(elsewhere, lockFile), nil, 0o600))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(parent, "run-link")))
	dir, err := NewTemporaryDirectory()
	require.NoError(t, err)
	dir.Remove()
	for _, path := range append(theirs, filepath.Join(elsewhere, lockFile), filepath.Join(parent, "run-link")) {
		assert.FileExists(t, path)
	}
}

// A directory of that name which others can write to is not used.
func TestNew_doesNotTrustTheDirectoriesOfOthers(t *testing.T) {
	parent := own(t)
	require.NoError(t, os.Mkdir(parent, 0o700))
	require.NoError(t, os.Chmod(parent, 0o777))
	dir, err := NewTemporaryDirectory()
	require.NoError(t, err)
	assert.Equal(t, os.TempDir(), filepath.Dir(dir.Path))
	dir.Remove()
	assert.NoDirExists(t, dir.Path)
	assert.DirExists(t, parent)
}

func TestNew_rejects(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	_, err := NewTemporaryDirectory()
	assert.ErrorContains(t, err, "cannot create a temporary directory: ")
}

// Many at once neither disturb nor sweep each other.
func TestNew_concurrently(t *testing.T) {
	parent := own(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 25 {
				dir, err := NewTemporaryDirectory()
				if assert.NoError(t, err) {
					assert.NoError(t, os.WriteFile(filepath.Join(dir.Path, "file"), nil, 0o600))
					dir.Remove()
				}
			}
		})
	}
	all.Wait()
	assert.NoDirExists(t, parent)
}
