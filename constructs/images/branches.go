package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// branches are the driver branches that know a GPU. A zero bound is open.
type branches struct {
	first, last int
	source      string
	certainty   Certainty
}

const (
	sourceNVIDIA = "NVIDIA data center driver documentation, CUDA Toolkit, Driver, and Architecture Matrix (read 2026-11)"
	sourceG7     = "AWS EKS documentation as quoted in NVIDIA/aicr #2743; awslabs/amazon-eks-ami #2768 (2026-09-21)"
	sourceB300   = "general knowledge of NVIDIA's branches; not found in a release note"
)

// branchesByGeneration holds for every GPU of a generation in EC2 unless
// branchesByFamily says more. NVIDIA's matrix gives the last branch, and the
// first CUDA toolkit, which came with the first branch: 9.0 with R384, 10.0 with
// R410, 11.0 with R450, 11.8 with R520, 12.8 with R570.
// https://docs.nvidia.com/datacenter/tesla/drivers/cuda-toolkit-driver-and-architecture-matrix.html
var branchesByGeneration = map[hardware.Generation]branches{
	hardware.Kepler:    {last: 470, source: sourceNVIDIA, certainty: Documented},
	hardware.Maxwell:   {last: 580, source: sourceNVIDIA, certainty: Documented},
	hardware.Volta:     {first: 384, last: 580, source: sourceNVIDIA, certainty: Documented},
	hardware.Turing:    {first: 410, source: sourceNVIDIA, certainty: Documented},
	hardware.Ampere:    {first: 450, source: sourceNVIDIA, certainty: Documented},
	hardware.Ada:       {first: 520, source: sourceNVIDIA, certainty: Documented},
	hardware.Hopper:    {first: 520, source: sourceNVIDIA, certainty: Documented},
	hardware.Blackwell: {first: 570, source: sourceNVIDIA, certainty: Documented},
}

// branchesByFamily holds the GPUs that came late in their generation.
var branchesByFamily = map[string]branches{
	"g7":      {first: 595, source: sourceG7, certainty: ThirdParty},
	"p6-b300": {first: 580, source: sourceB300, certainty: Inferred},
}

// branchesFor returns the bounds that the GPUs of a type must meet, the firmest
// first: those of the generation, then those of the family.
func branchesFor(t hardware.InstanceType) []branches {
	bounds := []branches{branchesByGeneration[t.Generation]}
	if b, found := branchesByFamily[t.Family()]; found {
		bounds = append(bounds, b)
	}
	return bounds
}

// admits reports whether every branch that a driver may be of lies within the
// bounds.
func (b branches) admits(d Driver) bool {
	return d.IsKnown() && d.MinMajor >= b.first && (b.last == 0 || d.MaxMajor <= b.last)
}

// excludes reports whether no branch that a driver may be of does.
func (b branches) excludes(d Driver) bool {
	return d.IsKnown() && (d.MaxMajor < b.first || b.last > 0 && d.MinMajor > b.last)
}

// wants says in which direction a driver that is not admitted misses.
func (b branches) wants(d Driver) string {
	if d.MinMajor < b.first {
		return fmt.Sprintf("branch %d or newer", b.first)
	}
	return fmt.Sprintf("branch %d or older", b.last)
}
