package workstation

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
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
	// Refused says of the first Node.js that was found in a project and not run
	// why that was; nil if there was none.
	Refused error
}

// Maintained reports whether this version still receives fixes.
func (n Node) Maintained() bool { return n.Major >= oldestMaintained }

// FindNode chooses the Node.js to run CDK with: JSII_NODE if it is set; the one
// on PATH if it is maintained; the one that npm ci installs beside cdk.json, in
// the working directory, beside the program or in a parent of either; and last
// an unmaintained one on PATH that CDK still accepts.
//
// JSII_NODE and PATH are the caller's choice. A project is only found, and may
// be anybody's: see [Project.Program].
func FindNode(ctx context.Context) (Node, error) {
	if path := os.Getenv("JSII_NODE"); path != "" {
		return fromVariable(ctx, path)
	}
	onPath, pathErr := inspect(ctx, "node", "on PATH")
	if ctx.Err() != nil {
		return Node{}, context.Cause(ctx)
	}
	if pathErr == nil && onPath.Maintained() {
		return onPath, nil
	}
	installed, refused, err := fromProjects(ctx)
	if err != nil || installed.Path != "" {
		installed.Refused = refused
		return installed, err
	}
	remedy := "run `npm ci` in the project's directory, which installs Node.js 24 in node_modules for this command to find, or install Node.js 22 or newer"
	if refused != nil {
		remedy = fmt.Sprintf("%v; or install Node.js 22 or newer", refused)
	}
	switch {
	case errors.Is(pathErr, exec.ErrNotFound):
		return Node{}, cli.InputError("Node.js, which CDK runs on, was not found: %s", remedy)
	case pathErr != nil:
		return Node{}, cli.InputError("Node.js on PATH does not run (%v): %s", pathErr, remedy)
	case onPath.Major < oldest:
		return Node{}, cli.InputError("Node.js on PATH is %s and CDK needs %d or newer: %s", onPath.Version, oldest, remedy)
	}
	onPath.Refused = refused
	return onPath, nil
}

func fromVariable(ctx context.Context, path string) (Node, error) {
	const remedy = "unset JSII_NODE, or set it to the path of Node.js 22 or newer"
	node, err := inspect(ctx, path, "from JSII_NODE")
	switch {
	case ctx.Err() != nil:
		return Node{}, context.Cause(ctx)
	case err != nil:
		return Node{}, cli.InputError("JSII_NODE is %s, which does not run as Node.js (%v): %s", path, err, remedy)
	case node.Major < oldest:
		return Node{}, cli.InputError("JSII_NODE is Node.js %s and CDK needs %d or newer: %s", node.Version, oldest, remedy)
	}
	return node, nil
}

// fromProjects returns the first Node.js of the projects that runs, if any, and
// why the first one that is not run was refused.
func fromProjects(ctx context.Context) (node Node, refused, ended error) {
	for _, project := range Projects() {
		path, err := project.Program("node", "bin", "node")
		if err != nil && refused == nil {
			refused = err
		}
		if path == "" {
			continue
		}
		node, err := inspect(ctx, path, "from npm ci")
		if ctx.Err() != nil {
			return Node{}, nil, context.Cause(ctx)
		}
		if err == nil && node.Major >= oldest {
			return node, refused, nil
		}
	}
	return Node{}, refused, nil
}

// inspect runs a Node.js to learn its version.
func inspect(ctx context.Context, name, origin string) (Node, error) {
	path, err := process.FindProgram(name)
	if err != nil {
		return Node{}, err
	}
	output, errors, err := process.Output(ctx, path, "--version")
	if err != nil {
		return Node{}, withReason(err, errors)
	}
	version, major, err := parseVersion(output)
	if err != nil {
		return Node{}, err
	}
	return Node{Path: path, Version: version, Major: major, Origin: origin}, nil
}

// withReason adds the first line of what a program said before it failed, which
// may be about NODE_OPTIONS.
func withReason(err error, said string) error {
	line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
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

// Project is a directory in which npm ci may have been run.
type Project string

// Program returns the path of a program in the project's node_modules; empty if
// there is none. A program that somebody else than the caller and root may have
// put there is an error that names what makes it so, and must not be run.
func (p Project) Program(elements ...string) (string, error) {
	path := filepath.Join(append([]string{string(p), "node_modules"}, elements...)...)
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return "", nil
	}
	if err := process.CheckOwner(path); err != nil {
		return "", fmt.Errorf("%s is not run, because %w: make it yours alone, or name a program with JSII_NODE or PATH", path, err)
	}
	return path, nil
}

// Projects lists the directories in which npm ci may have been run: those
// with a cdk.json or go.mod among the working directory, the program's own and
// their parents, nearest first.
func Projects() []Project {
	var starts []string
	var found []Project
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
				found = append(found, Project(dir))
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
