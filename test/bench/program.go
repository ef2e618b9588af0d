package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"syscall"
	"time"
)

// program is a command that is measured.
type program struct {
	name        string
	args        []string
	environment []string
	exits       []int // codes beside 0 that are fine
	prepare     func() error
	// mute leaves the output unread. Linux counts the memory of the process that
	// starts a program as the program's own peak, so outputs must not add up here.
	mute bool
}

// sample is one run of a program, with everything that it started.
type sample struct {
	wall, cpu time.Duration
	peakMiB   float64 // of the largest of its processes
	output    []byte
}

// sideBySide runs every program once in each round, after one round that only
// warms caches.
func (b *bench) sideBySide(programs []program) ([][]sample, error) {
	samples := make([][]sample, len(programs))
	for round := range b.rounds + 1 {
		for i, program := range programs {
			sample, err := b.run(program)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				samples[i] = append(samples[i], sample)
			}
		}
	}
	return samples, nil
}

func (b *bench) run(p program) (sample, error) {
	if p.prepare != nil {
		if err := p.prepare(); err != nil {
			return sample{}, err
		}
	}
	command := exec.CommandContext(b.ctx, p.args[0], p.args[1:]...)
	command.Dir, command.Env = b.root, p.environment
	var stdout, stderr bytes.Buffer
	command.Stderr = &stderr
	if !p.mute {
		command.Stdout = &stdout
	}
	start := time.Now()
	err := command.Run()
	wall := time.Since(start)
	if err != nil && !p.allows(command.ProcessState.ExitCode()) {
		return sample{}, fmt.Errorf("%s: %w\n%s", p.name, err, stderr.Bytes())
	}
	state := command.ProcessState
	return sample{wall: wall, cpu: state.UserTime() + state.SystemTime(), peakMiB: peak(state.SysUsage()), output: stdout.Bytes()}, nil
}

func (p program) allows(code int) bool {
	for _, allowed := range p.exits {
		if code == allowed {
			return true
		}
	}
	return false
}

// peak is the largest memory of a process and of those that it waited for.
func peak(usage any) float64 {
	if rusage, ok := usage.(*syscall.Rusage); ok {
		return float64(rusage.Maxrss) / 1024
	}
	return 0
}
