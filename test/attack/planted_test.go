//go:build attack && linux

package attack

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nobody is a user that is neither root nor the caller.
const nobody = 65533

// planted says that it is Node.js, or a CDK CLI, and leaves a file where it ran.
const planted = "#!/bin/sh\ntouch \"$PLANTED\"\necho v24.9.0\n"

// Programs that somebody else may have put where the command looks are named in
// one line and not run.
func TestPlanted(t *testing.T) {
	for name, plant := range map[string]func(w *workspace){
		"a project in a directory that is open to all": func(w *workspace) {
			w.plantProject(".")
			w.chmod(".", 0o777)
		},
		"a project above the working directory that is open to a group": func(w *workspace) {
			w.plantProject("..")
			w.chmod("..", 0o775)
		},
		"a program that is open to all": func(w *workspace) {
			w.plantProject(".")
			w.chmod("node_modules/node/bin/node", 0o777)
			w.chmod("node_modules/aws-cdk/bin/cdk", 0o777)
		},
		"a link to a directory that is open to all": func(w *workspace) {
			w.plantProject("elsewhere")
			w.chmod("elsewhere", 0o777)
			w.write("cdk.json", "{}", 0o644)
			require.NoError(w.t, os.Symlink("elsewhere/node_modules", filepath.Join(w.dir, "node_modules")))
		},
		"a project that another user made in a sticky directory": func(w *workspace) {
			w.plantProject(".")
			w.chmod(".", 0o777|os.ModeSticky)
			w.chown("cdk.json")
			w.chownOrOpen("node_modules")
		},
		"a link that another user made to a program of the caller": func(w *workspace) {
			w.plantProject("elsewhere")
			w.write("cdk.json", "{}", 0o644)
			require.NoError(w.t, os.Symlink("elsewhere/node_modules", filepath.Join(w.dir, "node_modules")))
			w.chownOrOpen("node_modules")
		},
	} {
		sideBySide(t, name, func(t *testing.T, w *workspace) {
			ran := w.withoutNode()
			plant(w)
			synth := w.run("synth", "tensorflow-test")
			assert.Equal(t, 2, synth.code)
			if assert.Len(t, synth.prose(), 1) {
				assert.Contains(t, synth.prose()[0], "node_modules/node/bin/node is not run, because ")
			}
			doctor := w.run("doctor")
			assert.Equal(t, 1, doctor.code)
			assert.Contains(t, doctor.stdout, "node_modules/.bin/cdk is not run, because ")
			assert.NoFileExists(t, ran)
			w.assertClean(name)
		})
	}
}

// The control: the same programs run where they are the caller's own, so the
// attacks above are attacks.
func TestPlanted_ownProgramsRun(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	ran := w.withoutNode()
	w.plantProject(".")
	assert.Contains(t, w.run("doctor").stdout, "24.9.0 from npm ci")
	assert.FileExists(t, ran)
}

// Nothing of the working directory is run by way of PATH.
func TestPlanted_relativePATH(t *testing.T) {
	for _, path := range []string{".", "", "bin", "./bin", ":", ".:bin"} {
		sideBySide(t, "PATH="+path, func(t *testing.T, w *workspace) {
			ran := w.withoutNode()
			w.setenv("PATH", path)
			for _, name := range []string{"node", "go", "cdk", "aws"} {
				w.write(name, planted, 0o755)
				w.write("bin/"+name, planted, 0o755)
			}
			synth := w.run("synth", "tensorflow-test")
			assert.Equal(t, 2, synth.code)
			assert.Contains(t, synth.stderr, "Node.js, which CDK runs on, was not found")
			w.run("doctor")
			assert.NoFileExists(t, ran)
		})
	}
}

// withoutNode leaves a PATH without Node.js, and returns the file that planted
// programs leave.
func (w *workspace) withoutNode() (ran string) {
	bin := filepath.Join(filepath.Dir(w.dir), "bin")
	require.NoError(w.t, os.Mkdir(bin, 0o755))
	for _, name := range []string{"sh", "touch"} {
		require.NoError(w.t, os.Symlink(filepath.Join("/bin", name), filepath.Join(bin, name)))
	}
	ran = filepath.Join(filepath.Dir(w.dir), "ran")
	w.setenv("JSII_NODE", "")
	w.setenv("PATH", bin)
	w.setenv("PLANTED", ran)
	return ran
}

// plantProject makes a project with a planted Node.js and CDK CLI.
func (w *workspace) plantProject(dir string) {
	w.write(filepath.Join(dir, "cdk.json"), "{}", 0o644)
	w.write(filepath.Join(dir, "node_modules/node/bin/node"), planted, 0o755)
	w.write(filepath.Join(dir, "node_modules/aws-cdk/bin/cdk"), planted, 0o755)
	require.NoError(w.t, os.Mkdir(filepath.Join(w.dir, dir, "node_modules/.bin"), 0o755))
	require.NoError(w.t, os.Symlink("../aws-cdk/bin/cdk", filepath.Join(w.dir, dir, "node_modules/.bin/cdk")))
}

func (w *workspace) chmod(name string, mode os.FileMode) {
	w.t.Helper()
	require.NoError(w.t, os.Chmod(filepath.Join(w.dir, name), mode))
}

// chown gives a file to another user, where root may.
func (w *workspace) chown(name string) {
	w.t.Helper()
	if os.Geteuid() == 0 {
		require.NoError(w.t, os.Lchown(filepath.Join(w.dir, name), nobody, nobody))
	}
}

// chownOrOpen gives a file to another user; without root, it opens what the file
// is or leads to, which is no less an attack.
func (w *workspace) chownOrOpen(name string) {
	w.t.Helper()
	w.chown(name)
	if os.Geteuid() != 0 {
		w.chmod(name, 0o777)
	}
}
