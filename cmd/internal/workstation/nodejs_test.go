package workstation

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

// fake writes a program that says it is this version of Node.js.
func fake(t *testing.T, path, version string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(fmt.Sprintf("#!/bin/sh\necho %s\n", version)), 0o755))
	return path
}

// project makes an empty directory the working directory, without any Node.js.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("JSII_NODE", "")
	t.Setenv("PATH", filepath.Join(dir, "path"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cdk.json"), []byte("{}"), 0o644))
	return dir
}

func TestFindNode(t *testing.T) {
	for name, test := range map[string]struct {
		onPath, installed string
		want              string
	}{
		"a maintained one on PATH is taken":                  {"v22.1.0", "v24.9.0", "22.1.0"},
		"an unmaintained one gives way to the installed one": {"v20.20.2", "v24.9.0", "24.9.0"},
		"an unmaintained one is better than none":            {"v20.20.2", "", "20.20.2"},
		"none on PATH":                                             {"", "v24.9.0", "24.9.0"},
		"one on PATH that CDK refuses gives way":                   {"v18.0.0", "v24.9.0", "24.9.0"},
		"an installed one that does not run is not there":          {"v20.20.2", "nonsense", "20.20.2"},
		"an installed one that is too old is not there":            {"v20.20.2", "v16.0.0", "20.20.2"},
		"one on PATH that does not run gives way to one that does": {"nonsense", "v24.9.0", "24.9.0"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t)
			if test.onPath != "" {
				fake(t, filepath.Join(dir, "path", "node"), test.onPath)
			}
			if test.installed != "" {
				fake(t, filepath.Join(dir, "node_modules", "node", "bin", "node"), test.installed)
			}
			node, err := FindNode(t.Context())
			require.NoError(t, err)
			assert.Equal(t, test.want, node.Version)
		})
	}
}

func TestFindNode_looksInParentsOfTheWorkingDirectory(t *testing.T) {
	dir := project(t)
	want := fake(t, filepath.Join(dir, "node_modules", "node", "bin", "node"), "v24.9.0")
	below := filepath.Join(dir, "a", "b")
	require.NoError(t, os.MkdirAll(below, 0o755))
	t.Chdir(below)
	node, err := FindNode(t.Context())
	require.NoError(t, err)
	assert.Equal(t, want, node.Path)
	assert.True(t, node.Maintained())
}

func TestFindNode_passesOverDirectoriesThatAreNoProject(t *testing.T) {
	dir := project(t)
	require.NoError(t, os.Remove(filepath.Join(dir, "cdk.json")))
	fake(t, filepath.Join(dir, "node_modules", "node", "bin", "node"), "v24.9.0")
	_, err := FindNode(t.Context())
	assert.ErrorContains(t, err, "was not found")
}

// A Node.js that others may have put there, or could replace, is named and not
// run: it would tell, in a file.
func TestFindNode_doesNotRunWhatOthersMayHavePutThere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("owners and permissions are not looked at")
	}
	for name, plant := range map[string]func(t *testing.T, dir string){
		"a directory that is open to all": func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o777)) },
		"node_modules that are open to a group": func(t *testing.T, dir string) {
			require.NoError(t, os.Chmod(filepath.Join(dir, "node_modules"), 0o775))
		},
		"a program that is open to all": func(t *testing.T, dir string) {
			require.NoError(t, os.Chmod(filepath.Join(dir, "node_modules", "node", "bin", "node"), 0o777))
		},
		"a directory that is open to all, behind a link": func(t *testing.T, dir string) {
			elsewhere := t.TempDir()
			require.NoError(t, os.Rename(filepath.Join(dir, "node_modules"), filepath.Join(elsewhere, "node_modules")))
			require.NoError(t, os.Symlink(filepath.Join(elsewhere, "node_modules"), filepath.Join(dir, "node_modules")))
			require.NoError(t, os.Chmod(elsewhere, 0o777))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t)
			planted := fake(t, filepath.Join(dir, "node_modules", "node", "bin", "node"), "v24.9.0; touch "+filepath.Join(dir, "ran"))
			plant(t, dir)
			_, err := FindNode(t.Context())
			require.ErrorContains(t, err, planted+" is not run, because ")
			assert.Equal(t, cli.BadInput, cli.ExitCode(err))
			assert.NotContains(t, err.Error(), "\n")

			fake(t, filepath.Join(dir, "path", "node"), "v20.20.2")
			node, err := FindNode(t.Context())
			require.NoError(t, err)
			assert.Equal(t, "20.20.2", node.Version, "one of the caller's choice is taken")
			assert.ErrorContains(t, node.Refused, planted)
			assert.NoFileExists(t, filepath.Join(dir, "ran"))
		})
	}
}

// The working directory is no place for programs, whatever PATH says.
func TestFindNode_passesOverRelativeEntriesOfPATH(t *testing.T) {
	dir := project(t)
	require.NoError(t, os.Remove(filepath.Join(dir, "cdk.json")))
	fake(t, filepath.Join(dir, "node"), "v24.9.0")
	for _, entry := range []string{".", "", "./"} {
		t.Setenv("PATH", entry)
		_, err := FindNode(t.Context())
		assert.ErrorContains(t, err, "was not found", "PATH=%q", entry)
		t.Setenv("PATH", entry+string(filepath.ListSeparator)+filepath.Dir(fake(t, filepath.Join(dir, "path", "node"), "v22.1.0")))
		node, err := FindNode(t.Context())
		require.NoError(t, err)
		assert.Equal(t, "22.1.0", node.Version, "PATH=%q", entry)
	}
}

func TestFindNode_ends(t *testing.T) {
	dir := project(t)
	fake(t, filepath.Join(dir, "path", "node"), "v24.9.0; exec /bin/sleep 600")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cli.Signalled(15))
	_, err := FindNode(ctx)
	assert.Equal(t, 143, cli.ExitCode(err))
	t.Setenv("JSII_NODE", filepath.Join(dir, "path", "node"))
	_, err = FindNode(ctx)
	assert.Equal(t, 143, cli.ExitCode(err))
}

func TestFindNode_rejects(t *testing.T) {
	for name, test := range map[string]struct{ onPath, variable, want string }{
		"nothing":                     {"", "", "Node.js, which CDK runs on, was not found: run `npm ci`"},
		"one that is too old":         {"v18.1.0", "", "Node.js on PATH is 18.1.0 and CDK needs 20 or newer: run `npm ci`"},
		"one that is none":            {"hello", "", "Node.js on PATH does not run (it answers --version with no version number)"},
		"JSII_NODE that is too old":   {"v24.0.0", "v18.1.0", "JSII_NODE is Node.js 18.1.0 and CDK needs 20 or newer: unset JSII_NODE"},
		"JSII_NODE that is none":      {"v24.0.0", "hello", "which does not run as Node.js"},
		"JSII_NODE that is not there": {"v24.0.0", "-", "which does not run as Node.js"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t)
			if test.onPath != "" {
				fake(t, filepath.Join(dir, "path", "node"), test.onPath)
			}
			switch test.variable {
			case "":
			case "-":
				t.Setenv("JSII_NODE", filepath.Join(dir, "nowhere"))
			default:
				t.Setenv("JSII_NODE", fake(t, filepath.Join(dir, "other", "node"), test.variable))
			}
			_, err := FindNode(t.Context())
			require.ErrorContains(t, err, test.want)
			assert.Equal(t, cli.BadInput, cli.ExitCode(err))
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}
