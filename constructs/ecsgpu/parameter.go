package ecsgpu

import (
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// InstanceTypeParameterProps are the props of [NewInstanceTypeParameter].
type InstanceTypeParameterProps struct {
	// Default is the instance type when the deployment names none. Required,
	// and one of Allowed.
	Default string
	// Allowed are the instance types that a deployment may choose, such as
	// images.NVIDIATypes of the pool's image. Required.
	Allowed []string
	// Description tells who deploys what the type is for.
	// Default: none.
	Description string
}

// InstanceTypeParameter is a CloudFormation parameter that takes an instance
// type of a known set, so that one the image cannot drive is refused before
// anything changes.
type InstanceTypeParameter struct {
	// Parameter is the CloudFormation parameter.
	Parameter awscdk.CfnParameter

	// allowed starts with the default.
	allowed []hardware.InstanceType
}

// NewInstanceTypeParameter creates the parameter; its id is its name. Use it as
// [PoolParameters].InstanceType.
func NewInstanceTypeParameter(scope constructs.Construct, id string, props *InstanceTypeParameterProps) *InstanceTypeParameter {
	defer alone(id)()
	var given InstanceTypeParameterProps
	if props != nil {
		given = *props
	}
	allowed, problems := given.resolve()
	refuse(scope, id, problems)

	parameter := awscdk.NewCfnParameter(scope, &id, &awscdk.CfnParameterProps{
		Type:          jsii.String("String"),
		Default:       given.Default,
		AllowedValues: jsii.Strings(given.Allowed...),
		Description:   optionalString(given.Description),
	})
	return &InstanceTypeParameter{Parameter: parameter, allowed: defaultFirst(allowed, given.Default)}
}

// defaultFirst moves the default to the front.
func defaultFirst(allowed []hardware.InstanceType, name string) []hardware.InstanceType {
	i := slices.IndexFunc(allowed, func(t hardware.InstanceType) bool { return t.Name == name })
	first := allowed[i]
	return append([]hardware.InstanceType{first}, slices.Delete(slices.Clone(allowed), i, i+1)...)
}

// resolve looks the types up and says everything that is wrong with the props.
func (p InstanceTypeParameterProps) resolve() ([]hardware.InstanceType, error) {
	var all problems
	if len(p.Allowed) == 0 {
		all.add("Allowed is required; images.NVIDIATypes lists what an image drives")
	} else if !slices.Contains(p.Allowed, p.Default) {
		all.add("Default must be one of Allowed, got %q", p.Default)
	}
	types := lookUp("Allowed", p.Allowed, &all)
	return types, all.join()
}

// lookUp finds instance types in the catalogue.
func lookUp(field string, names []string, all *problems) []hardware.InstanceType {
	var types []hardware.InstanceType
	for i, name := range names {
		t, ok := hardware.Lookup(name)
		switch {
		case !ok:
			all.add("%s[%d]: %q is not a known instance type; nearest: %s",
				field, i, name, strings.Join(hardware.Nearest(name, 3), ", "))
		case t.Kind() == hardware.KindOther:
			all.add("%s[%d]: ECS cannot hand out the %s of %s; it knows NVIDIA GPUs and Neuron devices",
				field, i, t.Accelerators[0].Name, name)
		default:
			types = append(types, t)
		}
	}
	return types
}

// reference is the value of a parameter of text, or of a number, as text.
func reference(parameter awscdk.CfnParameter) *string {
	return parameter.ValueAsString()
}
