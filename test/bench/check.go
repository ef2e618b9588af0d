package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// check compares ecsgpu check with cfn-lint on the template of tensorflow-test.
func (b *bench) check() error {
	lint := filepath.Join(b.root, ".venv", "bin", "cfn-lint")
	if _, err := os.Stat(lint); err != nil {
		return fmt.Errorf("%w; run make tools", err)
	}
	template := filepath.Join(b.root, "stacks", "testdata", "tensorflow-test.yaml")
	programs := []program{
		{name: "ecsgpu check", args: []string{b.command, "check", template}, environment: b.environment(), exits: []int{1}},
		{name: "cfn-lint", args: []string{lint, template}, environment: b.environment(), exits: []int{2, 4, 6, 8, 10, 12, 14}},
	}
	samples, err := b.sideBySide(programs)
	if err != nil {
		return err
	}
	ours := b.report.add("check a template", programs[0].name, samples[0])
	theirs := b.report.add("check a template", programs[1].name, samples[1])
	b.report.compare("check: of cfn-lint", ours, theirs, 0.05)
	return b.checkStacks()
}

// checkStacks measures ecsgpu check on the template of each stack.
func (b *bench) checkStacks() error {
	templates, err := filepath.Glob(filepath.Join(b.root, "stacks", "testdata", "*.yaml"))
	if err != nil {
		return err
	}
	var programs []program
	for _, template := range templates {
		programs = append(programs, program{
			name: filepath.Base(template), args: []string{b.command, "check", template}, environment: b.environment(), exits: []int{1},
		})
	}
	samples, err := b.sideBySide(programs)
	if err != nil {
		return err
	}
	for i := range programs {
		b.report.addLeast("check the stacks", programs[i].name, samples[i])
	}
	return nil
}
