// Package images knows the machine images that ECS container instances boot
// from: the ECS-optimized AMIs of Amazon Linux 2023, Amazon Linux 2 and
// Bottlerocket, where their ids are published, which driver they carry, and
// which instance types they can drive, with the reason and the remedy.
//
// [ForInstanceType] makes the choice that fits a type. [Supports] judges any
// choice. [FromSSMParameter] and [FromAMIName] recognise what somebody else
// chose, pinned to an old build or not.
//
// Nothing here asks AWS. The facts are from the release notes, recipes and
// documentation named in each [Support]; they stand as of [AsOf]. A fact that
// was only inferred or heard makes a judgement [Unsure], never a refusal.
package images

// AsOf is the day up to which the facts were collected (ISO 8601). Whether an
// image is past its end of life is judged on this day, so that the answer does
// not change from one run to the next.
const AsOf = "2026-11-20"
