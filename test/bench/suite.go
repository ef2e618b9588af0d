package main

// suite measures the tests of the whole repository with everything compiled, as
// a contributor meets them. They run twice: once to compile, once measured.
func (b *bench) suite() error {
	program := program{name: "go test ./... -count=1", args: []string{"go", "test", "-count=1", "./..."}, environment: b.environment()}
	if _, err := b.run(program); err != nil {
		return err
	}
	measured, err := b.run(program)
	if err != nil {
		return err
	}
	b.report.add("the test suite", program.name, []sample{measured})
	return nil
}
