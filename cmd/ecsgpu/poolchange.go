package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// changePool applies NAME:key=value,… to the pool of that name.
func changePool(pools []*sizing.Pool, text string) error {
	name, changes, ok := strings.Cut(text, ":")
	if !ok {
		return fault.Input("--pool must be NAME:key=value,…, got %q", text)
	}
	pool, err := findPool(pools, name)
	if err != nil {
		return err
	}
	for _, change := range strings.Split(changes, ",") {
		key, value, _ := strings.Cut(change, "=")
		if err := changeOne(pool, key, value); err != nil {
			return fault.Input("--pool %s: %v", name, err)
		}
	}
	return nil
}

func findPool(pools []*sizing.Pool, name string) (*sizing.Pool, error) {
	var names []string
	for _, p := range pools {
		if p.Name == name || p.ID == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return nil, fault.Input("--pool: there is no pool %q%s; pools: %s", name, fault.Suggestion(name, names), strings.Join(names, ", "))
}

func changeOne(p *sizing.Pool, key, value string) error {
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
var counts = map[string]func(*sizing.Pool, int){
	"min":      func(p *sizing.Pool, n int) { p.Min = sizing.Exactly(n) },
	"desired":  func(p *sizing.Pool, n int) { p.Desired = sizing.Exactly(n) },
	"max":      func(p *sizing.Pool, n int) { p.Max = sizing.Exactly(n) },
	"target":   func(p *sizing.Pool, n int) { scaling(p).TargetCapacityPercent = n },
	"warmup":   func(p *sizing.Pool, n int) { scaling(p).InstanceWarmupSeconds = n },
	"min-step": func(p *sizing.Pool, n int) { scaling(p).MinimumStep = n },
	"max-step": func(p *sizing.Pool, n int) { scaling(p).MaximumStep = n },
}

// changeType gives the pool one type; what the old instances kept for the
// system and for daemons is not carried over.
func changeType(p *sizing.Pool, name string) error {
	t, ok := hardware.Lookup(name)
	if !ok {
		return fmt.Errorf("there is no instance type %q; the nearest names are %s", name, strings.Join(hardware.Nearest(name, 3), ", "))
	}
	p.Types, p.Offers = []hardware.InstanceType{t}, []placement.Offer{placement.OfferOf(t, 0)}
	return nil
}

func changeScaling(p *sizing.Pool, value string) error {
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

// scaling is the managed scaling of the pool, switched on if it is not.
func scaling(p *sizing.Pool) *sizing.Scaling {
	if p.Scaling == nil {
		s := sizing.DefaultScaling()
		p.Scaling = &s
	}
	return p.Scaling
}
