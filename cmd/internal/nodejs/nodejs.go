// Package nodejs finds the Node.js that CDK runs on.
package nodejs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

const (
	// oldest is the oldest major version that aws-cdk-lib 2.270.0 accepts
	// (its package.json, "engines").
	oldest = 20
	// oldestMaintained is the oldest major version within its support window: 20
	// ended on 2026-04-30 (nodejs.org/en/about/previous-releases).
	oldestMaintained = 22
)

// Node is the Node.js that runs CDK.
type Node struct {
	Path    string
	Version string // "24.21.0"
	Major   int
	Origin  string // where it was found, in words
}

// Maintained reports whether this version still receives fixes.
func (n Node) Maintained() bool { return n.Major >= oldestMaintained }

// Find chooses the Node.js to run CDK with: JSII_NODE if it is set; the one
// on PATH if it is maintained; the one that npm ci installs beside cdk.json, in
// the working directory, beside the program or in a parent of either; and last
// an unmaintained one on PATH that CDK still accepts.
func Find() (Node, error) {
	if path := os.Getenv("JSII_NODE"); path != "" {
		return fromVariable(path)
	}
	onPath, pathErr := inspect("node", "on PATH")
	if pathErr == nil && onPath.Maintained() {
		return onPath, nil
	}
	for _, path := range installed() {
		if node, err := inspect(path, "from npm ci"); err == nil && node.Major >= oldest {
			return node, nil
		}
	}
	const remedy = "run `npm ci` in the project's directory, which installs Node.js 24 in node_modules for this command to find, or install Node.js 22 or newer"
	switch {
	case errors.Is(pathErr, exec.ErrNotFound):
		return Node{}, fault.Input("Node.js, which CDK runs on, was not found: %s", remedy)
	case pathErr != nil:
		return Node{}, fault.Input("Node.js on PATH does not run (%v): %s", pathErr, remedy)
	case onPath.Major < oldest:
		return Node{}, fault.Input("Node.js on PATH is %s and CDK needs %d or newer: %s", onPath.Version, oldest, remedy)
	}
	return onPath, nil
}

func fromVariable(path string) (Node, error) {
	const remedy = "unset JSII_NODE, or set it to the path of Node.js 22 or newer"
	node, err := inspect(path, "from JSII_NODE")
	switch {
	case err != nil:
		return Node{}, fault.Input("JSII_NODE is %s, which does not run as Node.js (%v): %s", path, err, remedy)
	case node.Major < oldest:
		return Node{}, fault.Input("JSII_NODE is Node.js %s and CDK needs %d or newer: %s", node.Version, oldest, remedy)
	}
	return node, nil
}

// inspect asks a Node.js for its version.
func inspect(path, origin string) (Node, error) {
	resolved, err := exec.LookPath(path)
	if err != nil {
		return Node{}, err
	}
	output, err := exec.Command(resolved, "--version").Output()
	if err != nil {
		return Node{}, withReason(err)
	}
	version, major, err := parseVersion(string(output))
	if err != nil {
		return Node{}, err
	}
	return Node{Path: resolved, Version: version, Major: major, Origin: origin}, nil
}

// withReason adds the first line of what a program said before it failed, which
// may be about NODE_OPTIONS.
func withReason(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
	if line == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, line)
}

func parseVersion(output string) (version string, major int, err error) {
	version = strings.TrimPrefix(strings.TrimSpace(output), "v")
	first, _, _ := strings.Cut(version, ".")
	major, err = strconv.Atoi(first)
	if err != nil {
		return "", 0, errors.New("it answers --version with no version number")
	}
	return version, major, nil
}

// installed lists the places where npm ci puts the Node.js that
// package.json pins, nearest first.
func installed() []string {
	var found []string
	for _, dir := range ProjectDirs() {
		found = append(found, filepath.Join(dir, "node_modules", "node", "bin", "node"))
	}
	return found
}

// ProjectDirs lists the directories in which npm ci may have been run: those
// with a cdk.json or go.mod among the working directory, the program's own and
// their parents, nearest first.
func ProjectDirs() []string {
	var starts, found []string
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			starts = append(starts, filepath.Dir(real))
		}
	}
	for _, start := range starts {
		for dir := start; ; dir = filepath.Dir(dir) {
			if isProject(dir) {
				found = append(found, dir)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return found
}

// isProject reports whether a directory is one that npm ci is run in: without
// this a stray node_modules of a home directory would be picked up.
func isProject(dir string) bool {
	for _, name := range []string{"cdk.json", "go.mod"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}
