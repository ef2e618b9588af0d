package nodejs

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
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

func TestFind(t *testing.T) {
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
			node, err := Find()
			require.NoError(t, err)
			assert.Equal(t, test.want, node.Version)
		})
	}
}

func TestFind_looksInParentsOfTheWorkingDirectory(t *testing.T) {
	dir := project(t)
	want := fake(t, filepath.Join(dir, "node_modules", "node", "bin", "node"), "v24.9.0")
	below := filepath.Join(dir, "a", "b")
	require.NoError(t, os.MkdirAll(below, 0o755))
	t.Chdir(below)
	node, err := Find()
	require.NoError(t, err)
	assert.Equal(t, want, node.Path)
	assert.True(t, node.Maintained())
}

func TestFind_passesOverDirectoriesThatAreNoProject(t *testing.T) {
	dir := project(t)
	require.NoError(t, os.Remove(filepath.Join(dir, "cdk.json")))
	fake(t, filepath.Join(dir, "node_modules", "node", "bin", "node"), "v24.9.0")
	_, err := Find()
	assert.ErrorContains(t, err, "was not found")
}

func TestFind_rejects(t *testing.T) {
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
			_, err := Find()
			require.ErrorContains(t, err, test.want)
			assert.Equal(t, fault.BadInput, fault.ExitCode(err))
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}
