package fromtemplate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
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

// whole reads a whole number of 32 bits.
func whole(v cloudformation.Value) inventory.Fact[int] { return within(v, anyWhole) }

// within reads a whole number in a range. One that is not, or may not be, has
// its fault and no value.
func within(v cloudformation.Value, b bounds) inventory.Fact[int] {
	f := factOf(v, "a whole number", func(v cloudformation.Value) (int, bool) {
		n, ok := v.Int()
		return n, ok && b.hold(n)
	})
	f.Fault = b.fault(v)
	return f
}

func (b bounds) hold(n int) bool { return n >= b.least && n <= b.most }

func (b bounds) fault(v cloudformation.Value) *inventory.NumberFault {
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

func (b bounds) refuse(got string) *inventory.NumberFault {
	return &inventory.NumberFault{Refused: true, Source: b.source,
		Message: fmt.Sprintf("must be a whole number from %d to %d, got %s", b.least, b.most, got)}
}

// undocumented returns the fault of a form that cfn-lint 1.51.0 and
// cloudformation-validate 1.10.0 read differently.
func undocumented(text string) *inventory.NumberFault {
	return &inventory.NumberFault{Message: fmt.Sprintf("is written %s, and how CloudFormation reads that is not documented", shown(text)),
		Source: "cfn-lint 1.51.0 and cloudformation-validate 1.10.0 (2026-11), which do not agree"}
}

// shown returns a text in quotes, cut to what a message can hold.
func shown(text string) string {
	const longest = 40
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strconv.Quote(text)
}

// amount reads a number of MiB or CPU units, or one with a unit that counts
// factor times as much ("1 vCPU", ".5 vcpu", "6GB").
func amount(v cloudformation.Value, unit string, factor float64) inventory.Fact[int] {
	text, _ := v.Text()
	figure, found := strings.CutSuffix(strings.ToLower(strings.TrimSpace(text)), unit)
	if !found {
		return within(v, natural)
	}
	f, form := cloudformation.ParseNumber(strings.TrimSpace(figure))
	known := form.IsNumber() && f >= 0 && f*factor <= math.MaxInt32
	amount := factOf(v, "an amount", func(cloudformation.Value) (int, bool) { return int(f * factor), known })
	if v.IsKnown() && !known {
		amount.Fault = natural.refuse(shown(text))
	}
	return amount
}
