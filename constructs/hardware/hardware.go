// Package hardware is the catalogue of EC2 instance types: processors, memory,
// GPUs and their memory, generation, interconnect, EFA, disks, price.
//
// It answers three questions without asking AWS: what is this type ([Lookup]),
// which types does EC2 find by these attributes ([Matching]), and which types
// suit a workload, cheapest first ([Select]). It knows the types that AWS has
// retired too, because templates that name them are still around.
//
// The figures come from EC2's DescribeInstanceTypes and
// DescribeInstanceTypeOfferings as recorded in moto 5.2.1 (2026-02), completed
// by the tables of karpenter-provider-aws (2026-04 to 2026-07). They live in
// data/instances.json; the program embeds instances.tsv, which go generate
// makes from it. The catalogue is read on first use, in about a millisecond.
package hardware

//go:generate go run ./internal/compact data/instances.json instances.tsv

const (
	// PriceDate is the day of the prices in OnDemandUSDPerHour (ISO 8601).
	// Show it wherever a price is shown: prices are estimates.
	PriceDate = "2026-07-20"

	// PriceRegion is the Region of the prices in OnDemandUSDPerHour, which are
	// for Linux, on demand.
	PriceRegion = "us-east-1"

	// OfferingsDate is the month of the snapshot behind Regions (ISO 8601).
	// Offerings grow, so a type that is missing from a Region in the snapshot
	// deserves a warning and no more.
	OfferingsDate = "2026-02"
)
