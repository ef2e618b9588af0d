package properties_test

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"pgregory.net/rapid"
)

// draw makes props. With mistakes, a field is now and then something that no
// careful person would write.
type draw struct {
	*rapid.T
	mistakes bool
}

// wrong says whether to make a mistake here.
func (d draw) wrong() bool {
	return d.mistakes && rapid.IntRange(0, 49).Draw(d.T, "mistake") == 42
}

func (d draw) flag(name string) bool { return rapid.Bool().Draw(d.T, name) }

// number is in the range, or by mistake near or far outside it.
func (d draw) number(name string, low, high int) int {
	if d.wrong() {
		return pick(d, name, low-1, high+1, -1, 1<<20)
	}
	return rapid.IntRange(low, max(low, high)).Draw(d.T, name)
}

// pick is one of the values.
func pick[V any](d draw, name string, values ...V) V {
	return rapid.SampledFrom(values).Draw(d.T, name)
}

// word is one of the values, or by mistake none of them.
func word[V ~string](d draw, name string, values ...V) V {
	if d.wrong() {
		return "no such thing"
	}
	return pick(d, name, values...)
}

func (d draw) network() ecsgpu.NetworkProps {
	props := ecsgpu.NetworkProps{
		Kind:     word(d, "network", "", ecsgpu.NetworkKindPublic, ecsgpu.NetworkKindPrivate, ecsgpu.NetworkKindIsolated),
		CIDR:     fmt.Sprintf("10.%d.0.0/%d", d.number("second byte", 0, 255), d.number("prefix", 16, 20)),
		Zones:    d.number("zones", 1, 3),
		FlowLogs: d.flag("flow logs"),
	}
	if props.Kind == ecsgpu.NetworkKindPrivate || d.wrong() {
		props.NATGateways = d.number("NAT gateways", 0, props.Zones)
	}
	return props
}

func (d draw) cluster() ecsgpu.ClusterProps {
	return ecsgpu.ClusterProps{
		Name: word(d, "cluster name", "", "research"),
		ContainerInsights: word(d, "insights", "", ecsgpu.ContainerInsightsDisabled,
			ecsgpu.ContainerInsightsEnabled, ecsgpu.ContainerInsightsEnhanced),
		DisableManagedTerminationProtection: d.flag("unprotected"),
	}
}

// candidates are the instance types that a pool can have with its default
// image, large enough for the tasks drawn here.
var candidates = func() []hardware.InstanceType {
	var all []hardware.InstanceType
	for _, t := range hardware.All() {
		image, err := images.ForInstanceType(t)
		if err == nil && images.Supports(image, t).Level == images.Works && t.Status == hardware.Offered && t.MemoryMiB >= 4096 {
			all = append(all, t)
		}
	}
	return all
}()

// types are up to three of a family with as many devices.
func (d draw) types() []hardware.InstanceType {
	first := d.instanceType("type", candidates)
	all := []hardware.InstanceType{first}
	var alike []hardware.InstanceType
	for _, t := range candidates {
		if t.Family() == first.Family() && t.GPUs == first.GPUs && t.EFAInterfaces == first.EFAInterfaces && devices(t) == devices(first) {
			alike = append(alike, t)
		}
	}
	for range rapid.IntRange(0, 2).Draw(d.T, "more types") {
		all = append(all, d.instanceType("another type", alike))
	}
	if d.wrong() {
		all = append(all, d.instanceType("any type", hardware.All()))
	}
	return unique(all)
}

// instanceType draws a name, which reads better in a report than the whole.
func (d draw) instanceType(name string, among []hardware.InstanceType) hardware.InstanceType {
	var names []string
	for _, t := range among {
		names = append(names, t.Name)
	}
	t, _ := hardware.Lookup(pick(d, name, names...))
	return t
}

// devices is the number of the type's accelerators.
func devices(t hardware.InstanceType) int {
	if len(t.Accelerators) == 0 {
		return 0
	}
	return t.Accelerators[0].Count
}

func unique(all []hardware.InstanceType) []hardware.InstanceType {
	seen := map[string]bool{}
	var kept []hardware.InstanceType
	for _, t := range all {
		if !seen[t.Name] {
			kept = append(kept, t)
		}
		seen[t.Name] = true
	}
	return kept
}
