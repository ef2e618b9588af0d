package cloudformation

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const oneResource = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n"

func parse(t testing.TB, text string) *Template {
	t.Helper()
	tpl, err := Parse("t.yaml", []byte(text))
	require.NoError(t, err)
	return tpl
}

func TestParse_defaults(t *testing.T) {
	tpl := parse(t, `AWSTemplateFormatVersion: 2010-09-09
Description: a topic
Parameters:
  Name: {Type: String}
Conditions:
  Named: !Not [!Equals [!Ref Name, ""]]
Resources:
  Topic:
    Type: AWS::SNS::Topic
    Condition: Named
    Metadata:
      aws:cdk:path: Stack/Topic/Resource
    Properties:
      TopicName: !Ref Name
Outputs:
  Arn:
    Description: its ARN
    Value: !Ref Topic
`)
	assert.Equal(t, "t.yaml", tpl.Name)
	assert.Equal(t, "2010-09-09", tpl.FormatVersion)
	assert.Equal(t, "a topic", tpl.Description)
	assert.Equal(t, []string{"Named"}, tpl.Conditions)
	assert.Empty(t, tpl.Problems)
	assert.Empty(t, tpl.Open())
	require.Len(t, tpl.Resources, 1)
	r := tpl.Resources[0]
	assert.Equal(t, "Topic", r.LogicalID)
	assert.Equal(t, "AWS::SNS::Topic", r.Type)
	assert.Equal(t, "Named", r.Condition)
	assert.Equal(t, "Stack/Topic/Resource", r.ConstructPath)
	assert.Equal(t, Place{File: "t.yaml", Line: 8, LogicalID: "Topic", Path: "Resources.Topic"}, r.Place)
	require.Len(t, tpl.Outputs, 1)
	assert.Equal(t, "its ARN", tpl.Outputs[0].Description)
}

func TestParse_inOneJSONString(t *testing.T) {
	tpl := parse(t, `"Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n"`+"\n")
	assert.Equal(t, len(oneResource), tpl.Size)
	require.Len(t, tpl.Resources, 1)
	assert.Equal(t, Place{File: "t.yaml", Line: 2, LogicalID: "Topic", Path: "Resources.Topic"}, tpl.Resources[0].Place)
}

func TestParse_rejects(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"nothing":                         {"", "t.yaml: not a CloudFormation template: it is empty"},
		"white space":                     {" \n\t\n", "it is empty"},
		"only a comment":                  {"# nothing here\n", "it is empty"},
		"a list":                          {"- a\n- b\n", "t.yaml:1: not a CloudFormation template: it is a list, not a map with Resources"},
		"a text":                          {"hello", "it is a string"},
		"a JSON list":                     {"[1, 2]", "it is a list"},
		"no resources":                    {"Description: a\n", "it has no Resources"},
		"empty resources":                 {"Resources: {}\n", "it has no Resources"},
		"resources that a macro makes":    {"Resources: {'Fn::Transform': {Name: X}}\n", "its Resources come from Fn::Transform, which only a deployment can run"},
		"resources that are a list":       {"Resources: [a]\n", "it has no Resources"},
		"a function in the root":          {"Fn::Transform: {Name: X}\n", "it is a function"},
		"two documents":                   {oneResource + "---\n" + oneResource, "t.yaml:4: not a CloudFormation template: it holds more than one YAML document"},
		"text that is not UTF-8":          {"Description: a\nX: \xff\n", "t.yaml:2: not a CloudFormation template: it is not text in UTF-8"},
		"UTF-16":                          {"\xff\xfeR\x00e\x00", "t.yaml: not a CloudFormation template: it is in UTF-16; save it as UTF-8"},
		"broken YAML":                     {"Resources:\n  A: [\n", "it is neither valid YAML nor JSON"},
		"tabs as indentation of YAML":     {"Resources:\n\tA: 1\n", "t.yaml:2: it is neither valid YAML nor JSON: found character that cannot start any token; if it is a tab, indent by spaces"},
		"broken JSON":                     {"{\n\"Resources\": {\n\"A\" 1}}", "t.yaml:3: it is neither valid JSON nor YAML"},
		"JSON with a comment":             {"{\n// here\n\"Resources\": {}}", "it is neither valid JSON nor YAML: JSON has no comments; remove it"},
		"a text in quotes":                {`"hello"`, "it is a string"},
		"JSON that ends too early":        {`{"Resources": {"A": {`, "the text ends too early"},
		"text after JSON":                 {"{\"Resources\": {}}\n{}", "t.yaml:2: it is neither valid JSON nor YAML: text after the end of the object"},
		"an alias to nothing":             {"Resources: *a\n", "unknown anchor"},
		"an alias inside of its anchor":   {"Resources: &a\n  A: {Type: x, Properties: {x: *a}}\n", "alias *a is inside of the value that it stands for"},
		"aliases that multiply":           {aliasBomb(12), "the template is too large: more than 250000 values after aliases are expanded"},
		"deep nesting in YAML":            {"Resources: " + strings.Repeat("[", 300) + strings.Repeat("]", 300), "nested more than 200 deep"},
		"deep nesting in JSON":            {`{"Resources": ` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "}", "nested more than 200 deep"},
		"more than a template may hold":   {oneResource + strings.Repeat("# long\n", MaxBytes/7), "t.yaml: the template is too large: CloudFormation reads at most 1048576 bytes"},
		"more parameters than can be had": {"Parameters:\n" + manyParameters(300) + oneResource, "Parameters has 300 entries; CloudFormation takes at most 200"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			tpl, err := Parse("t.yaml", []byte(c.text))
			require.ErrorContains(t, err, c.want)
			assert.Nil(t, tpl)
			assert.NotContains(t, err.Error(), ": yaml: ", "the message of the library is not passed on as it is")
		})
	}
}

func TestParse_errorsHaveAKind(t *testing.T) {
	_, err := Parse("a", nil)
	assert.ErrorIs(t, err, ErrNotATemplate)
	_, err = Parse("a", make([]byte, MaxBytes+1))
	assert.ErrorIs(t, err, ErrTooLarge)
	var problems Problems
	require.True(t, errors.As(err, &problems))
	assert.Equal(t, "a", problems[0].Place.File)
}

func TestParse_reportsWhatDoesNotStopIt(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"a key that is written twice": {"Description: a\nDescription: b\n" + oneResource,
			`t.yaml:2: key "Description" is written twice, first in line 1: remove one of them; CloudFormation takes the last`},
		"a key that is written twice in JSON": {"{\"Description\": \"a\",\n\"Description\": \"b\",\"Resources\":{\"A\":{\"Type\":\"x\"}}}",
			`t.yaml:2: key "Description" is written twice, first in line 1`},
		"a tag of somebody else":        {oneResource + "    Properties: {A: !Vault secret}\n", "t.yaml:4: tag !Vault is not one of CloudFormation's"},
		"a section that does not exist": {"Resource: {}\n" + oneResource, `"Resource" is not a section of a template (did you mean Resources?)`},
		"a resource without a type":     {oneResource + "  B: {Properties: {}}\n", "resource B has no Type"},
		"a resource that is a text":     {oneResource + "  B: text\n", "resource B must be a map, got a string"},
		"a parameter that is a text":    {"Parameters: {A: text}\n" + oneResource, "parameter A must be a map, got a string"},
		"parameters that are a list":    {"Parameters: [a]\n" + oneResource, "Parameters must be a map, got a list"},
		"a default that is not allowed": {"Parameters:\n  Size: {Type: String, Default: m5.2large, AllowedValues: [m5.large, m5.2xlarge]}\n" + oneResource,
			`default of parameter Size must be one of its allowed values m5.large, m5.2xlarge (did you mean m5.2xlarge, m5.large?), got "m5.2large"`},
		"a key that is a list": {oneResource + "  ? [a, b]\n  : c\n", "a key must be text"},
		"a merge of a text":    {oneResource + "    <<: text\n", "a merge key must hold maps"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			tpl := parse(t, c.text)
			require.NotEmpty(t, tpl.Problems)
			assert.ErrorContains(t, tpl.Problems, c.want)
		})
	}
}

func TestParse_takesTheLastOfTwoKeys(t *testing.T) {
	assert.Equal(t, "b", parse(t, "Description: a\nDescription: b\n"+oneResource).Description)
}

func TestParse_readsSyntaxesAlike(t *testing.T) {
	cases := map[string]string{
		"block YAML":            "Resources:\n  A:\n    Type: T\n    Properties:\n      X: !GetAtt B.Arn\n",
		"a byte order mark":     "\ufeffResources:\n  A:\n    Type: T\n    Properties:\n      X: !GetAtt B.Arn\n",
		"CRLF":                  "Resources:\r\n  A:\r\n    Type: T\r\n    Properties:\r\n      X: !GetAtt B.Arn\r\n",
		"a document mark":       "---\nResources:\n  A:\n    Type: T\n    Properties:\n      X: !GetAtt B.Arn\n...\n",
		"GetAtt as a list":      "Resources: {A: {Type: T, Properties: {X: !GetAtt [B, Arn]}}}",
		"flow YAML with a tag":  "{Resources: {A: {Type: T, Properties: {X: !GetAtt B.Arn}}}}",
		"JSON":                  `{"Resources": {"A": {"Type": "T", "Properties": {"X": {"Fn::GetAtt": ["B", "Arn"]}}}}}`,
		"JSON with tabs":        "{\n\t\"Resources\":\t{\"A\": {\"Type\": \"T\", \"Properties\": {\n\t\t\"X\": {\"Fn::GetAtt\": [\"B\", \"Arn\"]}}}}\n}\n",
		"JSON with a comma":     `{"Resources": {"A": {"Type": "T", "Properties": {"X": {"Fn::GetAtt": ["B", "Arn"]},},},},}`,
		"an alias":              "Metadata:\n  x: &x !GetAtt B.Arn\nResources:\n  A:\n    Type: T\n    Properties:\n      X: *x\n",
		"a merge key":           "Metadata:\n  p: &p {X: !GetAtt B.Arn}\nResources:\n  A:\n    Type: T\n    Properties:\n      <<: *p\n",
		"a merge that is lost":  "Metadata:\n  p: &p {X: other}\nResources:\n  A:\n    Type: T\n    Properties:\n      <<: [*p, {Y: 1}]\n      X: !GetAtt B.Arn\n",
		"the function in full":  "Resources:\n  A:\n    Type: T\n    Properties:\n      X:\n        Fn::GetAtt: [B, Arn]\n",
		"the function, dotted":  "Resources:\n  A:\n    Type: T\n    Properties:\n      X:\n        Fn::GetAtt: B.Arn\n",
		"Sub with an attribute": "Resources:\n  A:\n    Type: T\n    Properties:\n      X: !Sub ${B.Arn}\n",
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			tpl := parse(t, text)
			assert.Empty(t, tpl.Problems)
			ev, err := tpl.Evaluate(Environment{})
			require.NoError(t, err)
			r, ok := ev.Resource("A")
			require.True(t, ok)
			x := r.Properties.Get("X")
			assert.Equal(t, []Reference{{"B", "Arn"}}, x.References())
			assert.Equal(t, "Resources.A.Properties.X", x.Place().Path)
			assert.Equal(t, "A", x.Place().LogicalID)
		})
	}
}

func TestParse_keepsLines(t *testing.T) {
	text := "{\n  \"Resources\": {\n    \"A\": {\n      \"Type\": \"T\",\n      \"Properties\": {\n        \"List\": [\n          {\"X\": \"a\"},\n          {\"X\": \"b\"}\n        ]\n      }\n    }\n  }\n}\n"
	for _, name := range []string{"JSON", "YAML"} {
		t.Run(name, func(t *testing.T) {
			ev, err := parse(t, text).Evaluate(Environment{})
			require.NoError(t, err)
			r, _ := ev.Resource("A")
			x := r.Properties.Get("List").Items()[1].Get("X")
			assert.Equal(t, Place{File: "t.yaml", Line: 8, LogicalID: "A", Path: "Resources.A.Properties.List[1].X"}, x.Place())
			assert.Equal(t, "t.yaml:8: Resources.A.Properties.List[1].X", x.Place().String())
		})
		text = "Resources:\n  A:\n    Type: T\n    Properties:\n\n      List:\n      - X: a\n      - X: b\n"
	}
}

// aliasBomb returns a text of ten values to the power of levels.
func aliasBomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < levels; i++ {
		n := string(rune('a' + i))
		prev := "a0"
		if i > 1 {
			prev = string(rune('a' + i - 1))
		}
		b.WriteString(n + ": &" + n + " [" + strings.TrimSuffix(strings.Repeat("*"+prev+", ", 10), ", ") + "]\n")
	}
	return b.String() + oneResource
}

func manyParameters(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("  P" + strings.Repeat("x", i) + ": {Type: String}\n")
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	seeds, _ := filepath.Glob("../inventory/fromtemplate/testdata/*.[yj]*")
	for _, seed := range seeds {
		data, err := os.ReadFile(seed)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte(aliasBomb(3)))
	f.Add([]byte("Resources: &a\n  A: {Type: x, Properties: {x: *a}}\n"))
	f.Add([]byte(`{"Resources":{"A":{"Type":"T","Properties":{"X":{"Fn::Sub":["${a}",{"a":{"Ref":"A"}}]}}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tpl, err := Parse("f", data)
		if err != nil {
			require.Nil(t, tpl)
			require.NotEmpty(t, err.Error())
			return
		}
		ev, err := tpl.Evaluate(Environment{Region: "us-east-1"})
		require.NoError(t, err)
		for _, r := range ev.Resources() {
			r.Body.Walk(func(v Value) { _ = v.Place() })
			_, _ = r.Body.Plain()
		}
	})
}
