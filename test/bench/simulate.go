package main

import "path/filepath"

// million simulates a million tasks on 5,000 instances, which is ECS's limit of a
// cluster, at three fifths of their GPUs.
func (b *bench) million() error {
	measured := program{name: "1,000,000 tasks on 5,000 instances", environment: b.environment(), args: []string{
		b.command, "simulate", filepath.Join(b.root, "stacks", "testdata", "tensorflow-test.yaml"), "--count", "1000000", "--for", "1000h",
		"--pool", "Gpu:type=g5.48xlarge,min=5000,desired=5000,max=5000", "--duration", "exponential:1h",
		"--arrivals", "tensorflow-1-gpu=8000", "--arrivals", "tensorflow-4-gpu=2000", "--arrivals", "tensorflow-8-gpu=1000",
	}}
	samples, err := b.sideBySide([]program{measured})
	if err != nil {
		return err
	}
	b.report.addLeast("simulate", measured.name, samples[0])
	return nil
}
