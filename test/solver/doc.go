// Package solver holds the plan against an exact solver. Its tests draw
// templates, ask the built command how many tasks run at once, and compare the
// answers with those of package judge, a model of ECS placement in Python that
// shares no code with ours.
//
// The tests need the build tag solver, the built command, and the virtual
// environment that make solver installs.
package solver
