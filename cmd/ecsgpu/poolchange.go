package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// changePool applies NAME:key=value,… to the pool of that name.
func changePool(pools []*placement.Pool, text string) error {
	name, changes, ok := strings.Cut(text, ":")
	if !ok {
		return cli.InputError("--pool must be NAME:key=value,…, got %q", text)
	}
	pool, err := findPool(pools, name)
	if err != nil {
		return err
	}
	for _, change := range strings.Split(changes, ",") {
		key, value, _ := strings.Cut(change, "=")
		if err := changeOne(pool, key, value); err != nil {
			return cli.InputError("--pool %s: %v", name, err)
		}
	}
	return nil
}

func findPool(pools []*placement.Pool, name string) (*placement.Pool, error) {
	var names []string
	for _, p := range pools {
		if p.Title == name || p.LogicalID == name {
			return p, nil
		}
		names = append(names, p.Title)
	}
	return nil, cli.InputError("--pool: there is no pool %q%s; pools: %s", name, cli.Suggestion(name, names), strings.Join(names, ", "))
}

func changeOne(p *placement.Pool, key, value string) error {
	switch key {
	case "type":
		return changeType(p, value)
	case "scaling":
		return changeScaling(p, value)
	}
	set, ok := counts[key]
	if !ok {
		return fmt.Errorf("there is no setting %q; settings: type, min, desired, max, scaling, target, warmup, min-step, max-step", key)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return fmt.Errorf("%s must be a whole number from 0, got %q", key, value)
	}
	set(p, n)
	return nil
}

// counts are the settings that are numbers.
var counts = map[string]func(*placement.Pool, int){
	"min":      func(p *placement.Pool, n int) { p.Size.Min = fact.Of(n) },
	"desired":  func(p *placement.Pool, n int) { p.Size.Desired = fact.Of(n) },
	"max":      func(p *placement.Pool, n int) { p.Size.Max = fact.Of(n) },
	"target":   func(p *placement.Pool, n int) { scaling(p).TargetCapacityPercent = n },
	"warmup":   func(p *placement.Pool, n int) { scaling(p).InstanceWarmupSeconds = n },
	"min-step": func(p *placement.Pool, n int) { scaling(p).MinimumStep = n },
	"max-step": func(p *placement.Pool, n int) { scaling(p).MaximumStep = n },
}

// changeType gives the pool one type.
func changeType(p *placement.Pool, name string) error {
	t, ok := hardware.Lookup(name)
	if !ok {
		return fmt.Errorf("there is no instance type %q; the nearest names are %s", name, strings.Join(hardware.Nearest(name, 3), ", "))
	}
	p.SetType(t)
	return nil
}

func changeScaling(p *placement.Pool, value string) error {
	switch value {
	case "on":
		scaling(p)
	case "off":
		p.Scaling = nil
	default:
		return fmt.Errorf("scaling must be on or off, got %q", value)
	}
	return nil
}

// scaling returns the managed scaling of the pool, switched on if it is not.
func scaling(p *placement.Pool) *placement.Scaling {
	if p.Scaling == nil {
		s := placement.DefaultScaling()
		p.Scaling = &s
	}
	return p.Scaling
}
