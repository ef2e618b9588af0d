package inventory

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// bounds is the range of a property that is a whole number.
type bounds struct {
	least, most int
	source      string
}

const (
	sourceInteger = "AWS API models (botocore 1.43.11): integer, which is 32 bits; a number of things is not negative"
	sourceECS     = "Amazon ECS API reference (botocore 1.43.11)"
	sourceScaling = "Amazon EC2 Auto Scaling API reference (botocore 1.43.11)"
)

var (
	anyWhole      = bounds{math.MinInt32, math.MaxInt32, sourceInteger}
	natural       = bounds{0, math.MaxInt32, sourceInteger}
	percentage    = bounds{0, 100, sourceScaling}
	portNumber    = bounds{0, math.MaxUint16, sourceECS + ", PortMapping"}
	strategyPart  = bounds{0, 1000, sourceECS + ", CapacityProviderStrategyItem"}
	strategyBase  = bounds{0, 100_000, sourceECS + ", CapacityProviderStrategyItem"}
	targetPercent = bounds{1, 100, sourceECS + ", ManagedScaling"}
	scalingStep   = bounds{1, 10_000, sourceECS + ", ManagedScaling"}
	warmupSeconds = bounds{0, 10_000, sourceECS + ", ManagedScaling"}
	swapTendency  = bounds{0, 100, sourceECS + ", LinuxParameters"}
)

// NumberFault is what is wrong with a number as it is written.
type NumberFault struct {
	Message string // "must be a whole number from 0 to 100, got 101"
	Source  string // who says so
	// Refused says that CloudFormation or the service refuses it. Otherwise how
	// they read it is not documented.
	Refused bool
}

// whole reads a whole number of 32 bits.
func whole(v cloudformation.Value) Fact[int] { return within(v, anyWhole) }

// within reads a whole number in a range. One that is not, or may not be, has
// its fault and no value.
func within(v cloudformation.Value, b bounds) Fact[int] {
	f := fact(v, "a whole number", func(v cloudformation.Value) (int, bool) {
		n, ok := v.Int()
		return n, ok && b.hold(n)
	})
	f.Fault = b.fault(v)
	return f
}

func (b bounds) hold(n int) bool { return n >= b.least && n <= b.most }

func (b bounds) fault(v cloudformation.Value) *NumberFault {
	if !v.IsKnown() {
		return nil
	}
	text, scalar := v.Text()
	if !scalar {
		return b.refuse("a " + string(v.Kind()))
	}
	_, form := cloudformation.ParseNumber(text)
	n, whole := v.Int()
	switch {
	case form == cloudformation.DoubtfulNumber:
		return undocumented(text)
	case !whole || !b.hold(n):
		return b.refuse(shown(text))
	case form == cloudformation.OddNumber:
		return undocumented(text)
	}
	return nil
}

func (b bounds) refuse(got string) *NumberFault {
	return &NumberFault{Refused: true, Source: b.source,
		Message: fmt.Sprintf("must be a whole number from %d to %d, got %s", b.least, b.most, got)}
}

// undocumented is the fault of a form that cfn-lint 1.51.0 and
// cloudformation-validate 1.10.0 read differently.
func undocumented(text string) *NumberFault {
	return &NumberFault{Message: fmt.Sprintf("is written %s, and how CloudFormation reads that is not documented", shown(text)),
		Source: "cfn-lint 1.51.0 and cloudformation-validate 1.10.0 (2026-11), which do not agree"}
}

// shown is a text in quotes, cut to what a message can hold.
func shown(text string) string {
	const longest = 40
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strconv.Quote(text)
}

// amount reads a number of MiB or CPU units, or one with a unit that counts
// factor times as much ("1 vCPU", ".5 vcpu", "6GB").
func amount(v cloudformation.Value, unit string, factor float64) Fact[int] {
	text, _ := v.Text()
	figure, found := strings.CutSuffix(strings.ToLower(strings.TrimSpace(text)), unit)
	if !found {
		return within(v, natural)
	}
	f, form := cloudformation.ParseNumber(strings.TrimSpace(figure))
	known := form.IsNumber() && f >= 0 && f*factor <= math.MaxInt32
	amount := fact(v, "an amount", func(cloudformation.Value) (int, bool) { return int(f * factor), known })
	if v.IsKnown() && !known {
		amount.Fault = natural.refuse(shown(text))
	}
	return amount
}

// intFact reads a text as a whole number; other text becomes unknown and stays in Text.
func intFact(f Fact[string]) Fact[int] {
	return convert(f, "not a whole number", func(s string) (int, bool) {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return n, err == nil
	})
}

func boolFact(f Fact[string]) Fact[bool] {
	return convert(f, "neither true nor false", func(s string) (bool, bool) {
		b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(s)))
		return b, err == nil
	})
}

// convert keeps everything of a fact but its value.
func convert[T, U any](f Fact[T], reason string, read func(T) (U, bool)) Fact[U] {
	g := Fact[U]{Place: f.Place, Text: f.Text, Parameters: f.Parameters, References: f.References, Reason: f.Reason, state: f.state}
	if f.state != Stated {
		return g
	}
	v, ok := read(f.value)
	if !ok {
		g.state, g.Reason = Unknown, reason
		return g
	}
	g.value = v
	return g
}
