package inventory

import "github.com/ecsgpu/cdk/constructs/template"

// Place says where something was written; see [template.Place].
type Place = template.Place
