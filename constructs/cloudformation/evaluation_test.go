package cloudformation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var ohio = Environment{Region: "us-east-2", AccountID: "012345678901", StackName: "demo"}

// preamble is what the expressions of these tests refer to.
const preamble = `
Transform: AWS::LanguageExtensions
Parameters:
  Name: {Type: String, Default: blue}
  Empty: {Type: String, Default: ""}
  Open: {Type: String}
  Secret: {Type: String, Default: hush, NoEcho: true}
  Count: {Type: Number, Default: 2}
  Zones: {Type: CommaDelimitedList, Default: "a, b,c"}
  Subnets: {Type: "List<AWS::EC2::Subnet::Id>"}
  Image: {Type: "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>", Default: /aws/image}
  Role: {Type: String, Default: web, AllowedValues: [web, gpu]}
Mappings:
  ByRegion:
    us-east-2: {Image: ami-1, Zones: [x, y]}
    eu-west-1: {Image: ami-2}
  Odd:
    Fn::Transform: {Name: AWS::Include}
    a: {b: c}
Conditions:
  IsBlue: !Equals [!Ref Name, blue]
  IsRed: !Equals [!Ref Name, red]
  IsOpen: !Equals [!Ref Open, x]
  NotBlue: !Not [!Condition IsBlue]
  BlueAndOpen: !And [!Condition IsBlue, !Condition IsOpen]
  RedAndOpen: !And [!Condition IsRed, {Condition: IsOpen}]
  BlueOrOpen: !Or [!Condition IsBlue, !Condition IsOpen]
  RedOrOpen: !Or [!Condition IsRed, !Condition IsOpen]
  IsGPU: !Equals [!Ref Role, gpu]
  LoopA: !Not [!Condition LoopB]
  LoopB: !Not [!Condition LoopA]
  Odd: !Transform {Name: X}
Resources:
  Thing:
    Type: T
    Properties:
      X: `

// evaluate returns the value of an expression in the place of a property.
func evaluate(t testing.TB, expression string, env Environment) Value {
	t.Helper()
	ev, err := parse(t, preamble+expression+"\n").Evaluate(env)
	require.NoError(t, err)
	r, ok := ev.Resource("Thing")
	require.True(t, ok)
	return r.Properties.Get("X")
}

func TestEvaluate_removesNoValue(t *testing.T) {
	v := evaluate(t, "{A: !Ref 'AWS::NoValue', B: !If [IsRed, x, !Ref 'AWS::NoValue'], C: [a, !If [IsBlue, !Ref 'AWS::NoValue', b]], D: null}", ohio)
	assert.Equal(t, []string{"C"}, v.Keys())
	assert.Equal(t, 1, v.Len())
	assert.True(t, v.Get("A").IsAbsent())
	assert.True(t, v.Get("B").IsAbsent())
	assert.Equal(t, []string{"Name"}, v.Get("B").Parameters(), "what removed it is still known")
	assert.True(t, v.Get("D").IsAbsent())
	assert.Equal(t, 1, v.Get("C").Len())
	assert.True(t, evaluate(t, "!Ref AWS::NoValue", ohio).IsAbsent())
}

func TestEvaluate_keepsListsOpen(t *testing.T) {
	v := evaluate(t, "[a, !If [IsOpen, b, !Ref 'AWS::NoValue']]", ohio)
	assert.True(t, v.IsKnown())
	assert.False(t, v.Complete())
	assert.Len(t, v.Items(), 2)
	v = evaluate(t, "[a, !If [IsOpen, b, c]]", ohio)
	assert.True(t, v.Complete(), "two items, of which one is not known")
}

func TestEvaluate_openMaps(t *testing.T) {
	loop := evaluate(t, "{A: 1, 'Fn::ForEach::Ports': [P, [1, 2], {'Port${P}': x}]}", ohio)
	assert.True(t, loop.IsKnown())
	assert.True(t, loop.Get("A").IsKnown())
	assert.True(t, loop.Get("Port1").IsUnknown())
	assert.False(t, loop.Complete())
	only := evaluate(t, "{'Fn::ForEach::Ports': [P, [1, 2], {'Port${P}': x}]}", ohio)
	assert.True(t, only.Get("Port1").IsUnknown())
	include := evaluate(t, "{A: 1, 'Fn::Transform': {Name: 'AWS::Include', Parameters: {Location: x}}}", ohio)
	assert.True(t, include.Get("A").IsKnown())
	assert.True(t, include.Get("B").IsUnknown())
	macro := evaluate(t, "{A: 1, 'Fn::Transform': {Name: Mine}}", ohio)
	assert.True(t, macro.Get("A").IsUnknown(), "a macro may rewrite what stands beside it")
}

func TestEvaluate_conditionsOfResources(t *testing.T) {
	tpl := parse(t, preamble+"a\n"+`  Blue: {Type: T, Condition: IsBlue}
  Red: {Type: T, Condition: IsRed}
  Maybe: {Type: T, Condition: IsOpen}
  Missing: {Type: T, Condition: NoSuchCondition}
Outputs:
  Red: {Condition: IsRed, Value: a}
  Blue: {Condition: IsBlue, Value: !Ref Blue, Export: {Name: !Sub '${Name}:Blue'}}
`)
	ev, err := tpl.Evaluate(ohio)
	require.NoError(t, err)
	var ids []string
	for _, r := range ev.Resources() {
		ids = append(ids, r.LogicalID)
	}
	assert.Equal(t, []string{"Thing", "Blue", "Maybe", "Missing"}, ids)
	blue, _ := ev.Resource("Blue")
	assert.False(t, blue.Conditional)
	assert.Equal(t, []string{"Name"}, blue.Parameters)
	maybe, _ := ev.Resource("Maybe")
	assert.True(t, maybe.Conditional)
	_, ok := ev.Resource("Red")
	assert.False(t, ok)
	assert.Equal(t, map[string][]string{"Red": {"Name"}}, ev.ExcludedBy())
	require.Len(t, ev.Outputs(), 1)
	name, _ := ev.Outputs()[0].ExportName.Text()
	assert.Equal(t, "blue:Blue", name)

	truth, parameters := ev.Condition("BlueAndOpen")
	assert.Equal(t, Undetermined, truth)
	assert.Equal(t, []string{"Name", "Open"}, parameters)

	red, err := ev.With("Name", "red")
	require.NoError(t, err)
	_, ok = red.Resource("Red")
	assert.True(t, ok)
	_, ok = ev.Resource("Red")
	assert.False(t, ok, "the first evaluation stays as it was")
}
