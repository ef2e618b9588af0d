package diff

import (
	_ "embed"
	"strings"
	"sync"
)

// createOnly lists resource types with the properties that can be set only at
// creation, so that a change of one replaces the resource. A question mark
// stands behind those that replace it only sometimes. The source is the
// CloudFormation resource specification that the CDK CLI 2.1148.1 carries
// (db.json.gz of the npm package aws-cdk, Apache-2.0). It
// knows top-level properties; a property further down may replace as well.
//
//go:generate go run ./generate
//go:embed createonly.txt
var createOnly string

// effect is what a change of a property does to its resource.
type effect int

const (
	updates effect = iota
	mayReplace
	replaces
)

// effects are the entries of createOnly by type and property.
var effects = sync.OnceValue(func() map[string]map[string]effect {
	all := map[string]map[string]effect{}
	for line := range strings.Lines(createOnly) {
		words := strings.Fields(line)
		properties := map[string]effect{}
		for _, word := range words[1:] {
			if name, sometimes := strings.CutSuffix(word, "?"); sometimes {
				properties[name] = mayReplace
			} else {
				properties[name] = replaces
			}
		}
		all[words[0]] = properties
	}
	return all
})

// effectOf returns what a change of a property does. Types that the table does
// not know (custom resources, new services) are taken to update in place.
func effectOf(resourceType, property string) effect {
	return effects()[resourceType][property]
}
