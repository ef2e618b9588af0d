package inventory

import "github.com/ecsgpu/cdk/constructs/cloudformation"

// Place says where something was written; see [cloudformation.Place].
type Place = cloudformation.Place
