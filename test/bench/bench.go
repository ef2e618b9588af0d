package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// bench is what all parts share.
type bench struct {
	ctx     context.Context
	rounds  int
	root    string // of the repository
	dir     string // temporary
	node    string
	command string // the built ecsgpu
	report  report
}

func newBench(ctx context.Context, rounds int) (*bench, error) {
	if rounds < 1 {
		return nil, fmt.Errorf("-rounds must be at least 1, got %d", rounds)
	}
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("run this inside the repository: %w", err)
	}
	dir, err := os.MkdirTemp("", "ecsgpu-bench-")
	if err != nil {
		return nil, err
	}
	b := &bench{ctx: ctx, rounds: rounds, root: strings.TrimSpace(string(root)), dir: dir}
	b.node = filepath.Join(b.root, "node_modules", "node", "bin", "node")
	b.command = filepath.Join(dir, "ecsgpu")
	for path, remedy := range map[string]string{
		b.node:                                "npm ci",
		b.peer("node_modules", "aws-cdk-lib"): "npm ci --prefix test/bench/peer",
	} {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w; run %s", err, remedy)
		}
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", b.command, "./cmd/ecsgpu")
	build.Dir = b.root
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, output)
	}
	b.report = newReport(ctx, rounds, b.node)
	return b, nil
}

func (b *bench) close() { os.RemoveAll(b.dir) }

// peer is a path in the peer's directory.
func (b *bench) peer(elements ...string) string {
	return filepath.Join(append([]string{b.root, "test", "bench", "peer"}, elements...)...)
}

// environment is the caller's without what would change the work measured, and
// with what the measurement needs.
func (b *bench) environment(extra ...string) []string {
	var kept []string
	for _, variable := range os.Environ() {
		switch name, _, _ := strings.Cut(variable, "="); name {
		case "CI", "CDK_VALIDATION", "CDK_OUTDIR", "CDK_CONTEXT_JSON", "JSII_NODE", "JSII_RUNTIME",
			"NODE_OPTIONS", "NODE_COMPILE_CACHE", "NODE_DISABLE_COMPILE_CACHE":
		default:
			kept = append(kept, variable)
		}
	}
	return append(append(kept, "JSII_NODE="+b.node, "XDG_CACHE_HOME="+filepath.Join(b.dir, "cache")), extra...)
}
