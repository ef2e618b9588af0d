package main

import (
	"os"
	"path/filepath"
)

// synth compares the command with the same stack in JavaScript: each as a user
// runs it, then both with CDK's validator and both without.
func (b *bench) synth() error {
	out := filepath.Join(b.dir, "peer.out")
	clean := func() error { return os.RemoveAll(out) }
	ours := func(name string, args ...string) program {
		return program{name: name, args: append([]string{b.command, "synth", "tensorflow-test"}, args...), environment: b.environment()}
	}
	theirs := func(name string, extra ...string) program {
		return program{name: name, args: []string{b.node, b.peer("app.js"), out}, environment: b.environment(extra...), prepare: clean}
	}
	programs := []program{
		ours("ecsgpu synth, template seen before"),
		theirs("JavaScript"),
		ours("ecsgpu synth --validate always", "--validate", "always"),
		ours("ecsgpu synth --validate never", "--validate", "never"),
		theirs("JavaScript, CDK_VALIDATION=false", "CDK_VALIDATION=false"),
	}
	samples, err := b.sideBySide(programs)
	if err != nil {
		return err
	}
	var rows []row
	for i, program := range programs {
		rows = append(rows, b.report.add("synth tensorflow-test", program.name, samples[i]))
	}
	b.report.compare("synth: default, of JavaScript's default", rows[0], rows[1], 0.5)
	b.report.compare("synth: validator on in both", rows[2], rows[1], 1.25)
	b.report.compare("synth: validator off in both", rows[3], rows[4], 1.8)
	return nil
}
