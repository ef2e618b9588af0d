package main

import (
	"slices"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// checkRegion refuses what cannot be a Region; from says who named it.
func checkRegion(from, region string) error {
	if region == "" || hardware.IsRegionName(region) {
		return nil
	}
	return cli.InputError("%s must look like \"us-east-1\", got %q", from, region)
}

// noteRegion keeps a note of a Region that is not known here, which may be a slip
// and is no fault: there are newer ones, and those of China and of governments.
func noteRegion(s streams, region string) {
	if region != "" && !slices.Contains(hardware.Regions(), region) {
		s.Hint("%s is not among the Regions known here, those of %s; what is offered there is left open", region, hardware.OfferingsDate)
	}
}
