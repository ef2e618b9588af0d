package cloudformation

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// expression draws an expression over the names of preamble, as JSON data.
func expression(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Map(rapid.SampledFrom([]string{"", "a", "blue", "us-east-2", "x,y", "{{resolve:ssm:/a}}"}), func(s string) any { return s }),
		rapid.Map(rapid.IntRange(0, 3), func(i int) any { return i }),
		rapid.Map(rapid.SampledFrom([]string{"Name", "Empty", "Open", "Count", "Zones", "Subnets", "Image", "Role", "Thing",
			"AWS::Region", "AWS::AccountId", "AWS::NoValue", "AWS::StackName", "Missing"}), func(s string) any { return call("Ref", s) }),
		rapid.Map(rapid.SampledFrom([]string{"${Name}-${Open}", "${Thing.Arn}", "${AWS::Region}", "${!x}", "plain"}), func(s string) any { return call("Fn::Sub", s) }),
	)
	if depth == 0 {
		return leaf
	}
	inner := expression(depth - 1)
	condition := rapid.Map(rapid.SampledFrom([]string{"IsBlue", "IsRed", "IsOpen", "NotBlue", "BlueAndOpen", "RedAndOpen", "BlueOrOpen", "RedOrOpen", "IsGPU", "LoopA", "Missing"}), func(s string) any { return s })
	list := rapid.Map(rapid.SliceOfN(inner, 0, 4), func(items []any) any { return items })
	return rapid.OneOf(leaf, list,
		rapid.Custom(func(t *rapid.T) any {
			return call("Fn::If", []any{condition.Draw(t, "condition"), inner.Draw(t, "yes"), inner.Draw(t, "no")})
		}),
		rapid.Custom(func(t *rapid.T) any { return call("Fn::Join", []any{inner.Draw(t, "by"), list.Draw(t, "list")}) }),
		rapid.Custom(func(t *rapid.T) any { return call("Fn::Select", []any{inner.Draw(t, "i"), list.Draw(t, "list")}) }),
		rapid.Custom(func(t *rapid.T) any {
			return call("Fn::Select", []any{0, call("Fn::Split", []any{"-", inner.Draw(t, "text")})})
		}),
		rapid.Custom(func(t *rapid.T) any {
			return call("Fn::FindInMap", []any{"ByRegion", inner.Draw(t, "key"), "Image", map[string]any{"DefaultValue": inner.Draw(t, "default")}})
		}),
		rapid.Custom(func(t *rapid.T) any {
			return call("Fn::Sub", []any{"<${v}>${Name}", map[string]any{"v": inner.Draw(t, "v")}})
		}),
		rapid.Custom(func(t *rapid.T) any { return call("Fn::Base64", inner.Draw(t, "text")) }),
		rapid.Custom(func(t *rapid.T) any { return call("Fn::GetAtt", []any{"Thing", inner.Draw(t, "attribute")}) }),
		rapid.Custom(func(t *rapid.T) any { return call("Fn::Length", list.Draw(t, "list")) }),
		rapid.Custom(func(t *rapid.T) any { return call("Fn::ToJsonString", inner.Draw(t, "value")) }),
		rapid.Custom(func(t *rapid.T) any {
			return map[string]any{"A": inner.Draw(t, "a"), "B": inner.Draw(t, "b")}
		}),
	)
}

func call(fn string, arg any) any { return map[string]any{fn: arg} }

func drawValue(t *rapid.T) *Template { return drawAfter(t, preamble) }

func drawAfter(t *rapid.T, preamble string) *Template {
	data, err := json.Marshal(expression(3).Draw(t, "expression"))
	require.NoError(t, err)
	tpl, err := Parse("t.yaml", []byte(preamble+string(data)+"\n"))
	require.NoError(t, err)
	return tpl
}

// x returns the drawn expression's value.
func x(t require.TestingT, tpl *Template, env Environment) Value {
	ev, err := tpl.Evaluate(env)
	require.NoError(t, err)
	r, ok := ev.Resource("Thing")
	require.True(t, ok)
	return r.Properties.Get("X")
}

// print returns all there is to see of a value.
func print(v Value) string {
	text, whole := v.Partial()
	ssm, _ := v.SSMParameter()
	s := fmt.Sprintf("%s %s %q %v %v %v %q open=%v %s", v.State(), v.Kind(), text, whole, v.Parameters(), v.References(), ssm, !v.Complete(), v.Place())
	for _, item := range v.Items() {
		s += "\n- " + print(item)
	}
	for _, key := range v.Keys() {
		s += "\n" + key + ": " + print(v.Get(key))
	}
	return s
}

// more reports that b says nothing that contradicts a: what a knows, b knows to be the same.
func more(t require.TestingT, a, b Value) {
	switch {
	case a.IsUnknown():
		return
	case a.IsAbsent():
		require.True(t, b.IsAbsent(), "absent has become %s", b.State())
		return
	}
	require.True(t, b.IsKnown(), "%s has become %s: %s", print(a), b.State(), b.Reason())
	require.Equal(t, a.Kind(), b.Kind())
	textA, _ := a.Text()
	textB, _ := b.Text()
	require.Equal(t, textA, textB)
	if !a.Complete() {
		return
	}
	require.Len(t, b.Items(), len(a.Items()))
	require.Subset(t, a.Keys(), b.Keys())
	for i, item := range a.Items() {
		more(t, item, b.Items()[i])
	}
	for _, key := range a.Keys() {
		more(t, a.Get(key), b.Get(key))
	}
}

func TestEvaluate_isDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tpl := drawValue(t)
		require.Equal(t, print(x(t, tpl, ohio)), print(x(t, tpl, ohio)))
	})
}

// Knowledge only grows: what is known without a region, an account or a
// parameter's value stays what it is when they are given.
func TestEvaluate_knowsNothingThatMoreInputWouldChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tpl := drawValue(t)
		region := rapid.SampledFrom([]string{"us-east-2", "eu-west-1", "cn-north-1"}).Draw(t, "region")
		open := rapid.SampledFrom([]string{"", "x", "blue", "us-east-2"}).Draw(t, "open")
		least := x(t, tpl, Environment{})
		some := x(t, tpl, Environment{Region: region})
		most := x(t, tpl, Environment{Region: region, AccountID: "1", StackName: "s",
			Parameters: map[string]string{"Open": open, "Subnets": "a,b"}})
		more(t, least, some)
		more(t, some, most)
	})
}

// A parameter that a value says it does not depend on, it does not depend on.
func TestEvaluate_namesAllParametersThatMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tpl := drawValue(t)
		name := rapid.SampledFrom([]string{"Name", "Open", "Count", "Zones", "Role"}).Draw(t, "parameter")
		value := map[string]string{"Name": "red", "Open": "x", "Count": "0", "Zones": "q", "Role": "gpu"}[name]
		before := x(t, tpl, ohio)
		for _, used := range before.AllParameters() {
			if used == name {
				return
			}
		}
		env := ohio
		env.Parameters = map[string]string{name: value}
		require.Equal(t, print(before), print(x(t, tpl, env)))
	})
}

// Evaluating what has changed gives what evaluating everything gives.
func TestEvaluation_With_isTheSameAsEvaluate(t *testing.T) {
	// Nothing is kept of a template whose conditions go round.
	straight := strings.NewReplacer("  LoopA: !Not [!Condition LoopB]\n", "", "  LoopB: !Not [!Condition LoopA]\n", "").Replace(preamble)
	rapid.Check(t, func(t *rapid.T) {
		tpl := drawAfter(t, straight)
		name := rapid.SampledFrom([]string{"Name", "Open", "Count", "Zones", "Role", "Image"}).Draw(t, "parameter")
		value := map[string]string{"Name": "red", "Open": "x", "Count": "0", "Zones": "q", "Role": "gpu", "Image": "/i"}[name]
		base, err := tpl.Evaluate(ohio)
		require.NoError(t, err)
		require.True(t, base.whole)
		again, err := base.With(name, value)
		require.NoError(t, err)
		env := ohio
		env.Parameters = map[string]string{name: value}
		r, _ := again.Resource("Thing")
		require.Equal(t, print(x(t, tpl, env)), print(r.Properties.Get("X")))
	})
}

// JSON and YAML with the same content are the same template.
func TestParse_readsJSONAndYAMLAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, err := json.Marshal(map[string]any{"Resources": map[string]any{"Thing": map[string]any{
			"Type": "T", "Properties": map[string]any{"X": expression(3).Draw(t, "expression")}}}})
		require.NoError(t, err)
		asJSON, err := Parse("t", data)
		require.NoError(t, err)
		b := &builder{src: &source{file: "t"}}
		root := b.readYAML(data)
		require.False(t, b.refused)
		asYAML := newTemplate(b, root)
		require.Equal(t, print(x(t, asJSON, ohio)), print(x(t, asYAML, ohio)))
	})
}

func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{`!Ref Name`, `!Sub ["${a}${b.c}", {a: !Ref Zones}]`, `!If [IsBlue, !Ref "AWS::NoValue", [1]]`,
		`!Select [1, !Split [",", !ImportValue x]]`, `{"Fn::Join": ["-", {"Ref": "Subnets"}]}`, `!Cidr [10.0.0.0/16, 300, 40]`,
		`!FindInMap [!Ref Name, a, b, {DefaultValue: {"Fn::Base64": x}}]`, `{"Fn::ForEach::A": [], "Fn::If": []}`,
		`!ToJsonString {a: !Length [1, 2]}`, `'{{resolve:ssm:/a:1}}{{resolve:'`, `!GetAtt [Thing, !Ref Open]`, `!Transform {Name: "AWS::Include"}`} {
		f.Add(seed, "us-east-1", "x")
	}
	f.Fuzz(func(t *testing.T, expression, region, open string) {
		tpl, err := Parse("f", []byte(preamble+expression))
		if err != nil {
			return
		}
		least, err := tpl.Evaluate(Environment{})
		require.NoError(t, err)
		most, err := least.With("Open", open)
		if err != nil {
			return
		}
		for _, r := range least.Resources() {
			_ = print(r.Body)
			_, _ = r.Body.Plain()
			if after, ok := most.Resource(r.LogicalID); ok {
				more(t, r.Body, after.Body)
			}
		}
		regional, err := tpl.Evaluate(Environment{Region: region})
		require.NoError(t, err)
		for _, r := range least.Resources() {
			if after, ok := regional.Resource(r.LogicalID); ok {
				more(t, r.Body, after.Body)
			}
		}
	})
}
