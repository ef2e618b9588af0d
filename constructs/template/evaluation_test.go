package template

import (
	"strings"
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

// evaluate is the value of an expression in the place of a property.
func evaluate(t testing.TB, expression string, env Environment) Value {
	t.Helper()
	ev, err := parse(t, preamble+expression+"\n").Evaluate(env)
	require.NoError(t, err)
	r, ok := ev.Resource("Thing")
	require.True(t, ok)
	return r.Properties.Get("X")
}

func TestEvaluate_knownText(t *testing.T) {
	cases := map[string]struct{ expression, want string }{
		"text":                                {"plain", "plain"},
		"a number as it is written":           {"007", "007"},
		"a truth in lower case":               {"True", "true"},
		"a date":                              {"2010-09-09", "2010-09-09"},
		"a parameter":                         {"!Ref Name", "blue"},
		"an empty parameter":                  {"!Ref Empty", ""},
		"a number parameter":                  {"!Ref Count", "2"},
		"the region":                          {"!Ref AWS::Region", "us-east-2"},
		"the account":                         {"!Ref AWS::AccountId", "012345678901"},
		"the stack":                           {"!Ref AWS::StackName", "demo"},
		"the partition of the region":         {"!Ref AWS::Partition", "aws"},
		"the suffix of the partition":         {"!Ref AWS::URLSuffix", "amazonaws.com"},
		"Sub":                                 {`!Sub "${Name}-${AWS::Region}-${Count}"`, "blue-us-east-2-2"},
		"Sub of an empty text":                {`!Sub ""`, ""},
		"Sub without variables":               {"!Sub text", "text"},
		"Sub with its own variables":          {"!Sub ['${Name}-${v}', {v: !Ref Count, Name: other}]", "other-2"},
		"Sub with a literal variable":         {"!Sub '${!HOME} ${Name}'", "${HOME} blue"},
		"Sub with a brace that stays open":    {"!Sub 'a ${Name'", "a ${Name"},
		"Sub with nothing inside":             {"!Sub 'a ${} b'", "a ${} b"},
		"Join":                                {`!Join ["-", [a, !Ref Name, 1]]`, "a-blue-1"},
		"Join of a list parameter":            {`!Join ["+", !Ref Zones]`, "a+b+c"},
		"Join that leaves NoValue out":        {`!Join [",", [a, !Ref AWS::NoValue, b]]`, "a,b"},
		"Select":                              {"!Select [1, [a, b]]", "b"},
		"Select by a text":                    {"!Select ['1', !Ref Zones]", "b"},
		"Select of Split":                     {"!Select [2, !Split ['/', 'a/b/c']]", "c"},
		"FindInMap":                           {"!FindInMap [ByRegion, !Ref AWS::Region, Image]", "ami-1"},
		"FindInMap with a default":            {"!FindInMap [ByRegion, us-west-1, Image, {DefaultValue: !Ref Name}]", "blue"},
		"FindInMap of a default in no need":   {"!FindInMap [ByRegion, eu-west-1, Image, {DefaultValue: x}]", "ami-2"},
		"If that holds":                       {"!If [IsBlue, yes it is, no]", "yes it is"},
		"If that does not hold":               {"!If [IsRed, a, !Ref Name]", "blue"},
		"If that is open with equal branches": {"!If [IsOpen, !Ref Name, blue]", "blue"},
		"And that fails in spite of an open":  {"!If [RedAndOpen, a, b]", "b"},
		"Or that holds in spite of an open":   {"!If [BlueOrOpen, a, b]", "a"},
		"a condition of a condition":          {"!If [NotBlue, a, b]", "b"},
		"Base64":                              {"!Base64 hello", "aGVsbG8="},
		"Base64 of Sub":                       {"{'Fn::Base64': !Sub '${Name}'}", "Ymx1ZQ=="},
		"Cidr":                                {"!Select [1, !Cidr [10.0.0.0/16, 4, 8]]", "10.0.1.0/24"},
		"Length":                              {"!Length [a, b]", "2"},
		"Length of a parameter":               {"!Length {Ref: Zones}", "3"},
		"JSON text":                           {"!ToJsonString {b: !Ref Count, a: [true]}", `{"a":[true],"b":2}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			v := evaluate(t, c.expression, ohio)
			text, ok := v.Text()
			require.True(t, ok, "%s: %s", v.State(), v.Reason())
			assert.Equal(t, c.want, text)
			partial, whole := v.Partial()
			assert.Equal(t, c.want, partial)
			assert.True(t, whole)
			assert.Empty(t, v.References())
		})
	}
}

func TestEvaluate_unknownText(t *testing.T) {
	cases := map[string]struct{ expression, want string }{
		"a resource":                           {"!Ref Thing", "${Thing}"},
		"an attribute":                         {"!GetAtt Thing.Arn", "${Thing.Arn}"},
		"an attribute of a nested stack":       {"!GetAtt Stack.Outputs.Vpc", "${Stack.Outputs.Vpc}"},
		"an attribute as a list":               {"!GetAtt [Thing, Outputs, Vpc]", "${Thing.Outputs.Vpc}"},
		"an attribute that a parameter names":  {"!GetAtt [Thing, !Ref Name]", "${Thing.blue}"},
		"a parameter without a value":          {"!Ref Open", "${Open}"},
		"a secret":                             {"!Ref Secret", "${Secret}"},
		"a parameter from SSM":                 {"!Ref Image", "${Image}"},
		"what does not exist":                  {"!Ref Nothing", "${Nothing}"},
		"the stack's id":                       {"!Ref AWS::StackId", "${AWS::StackId}"},
		"Sub of a resource":                    {"!Sub 'a ${Thing} b ${Thing.Arn} ${Name}'", "a ${Thing} b ${Thing.Arn} blue"},
		"Sub of a variable that is a resource": {"!Sub ['x=${v}', {v: !Ref Thing}]", "x=${Thing}"},
		"Join":                                 {"!Join ['', [a, !Ref Thing, !Ref Name]]", "a${Thing}blue"},
		"a zone":                               {"!Select [0, !GetAZs '']", "${Fn::GetAZs[0]}"},
		"a zone of the region by name":         {"!Select [0, !GetAZs us-east-2]", "${Fn::GetAZs[0]}"},
		"a zone of the region by Ref":          {"!Select [0, !GetAZs {Ref: 'AWS::Region'}]", "${Fn::GetAZs[0]}"},
		"a zone of another region":             {"!Select [0, !GetAZs eu-west-1]", "${Fn::GetAZs:eu-west-1[0]}"},
		"an import":                            {"!ImportValue shared-vpc", "${Fn::ImportValue:shared-vpc}"},
		"an import by Sub":                     {"!ImportValue {'Fn::Sub': '${Name}-vpc'}", "${Fn::ImportValue:blue-vpc}"},
		"an import by an open name":            {"!ImportValue {'Fn::Sub': '${Open}-vpc'}", "${Fn::ImportValue:${Open}-vpc}"},
		"an item of an open list":              {"!Select [1, !Ref Subnets]", "${Subnets[1]}"},
		"an item of a split import":            {"!Select [0, !Split [',', !ImportValue zones]]", "${split(,,Fn::ImportValue:zones)[0]}"},
		"an open condition":                    {"!If [IsOpen, a, b]", ""},
		"an open condition, combined":          {"!If [BlueAndOpen, a, b]", ""},
		"another open condition, combined":     {"!If [RedOrOpen, a, b]", ""},
		"a condition that does not exist":      {"!If [Missing, a, b]", ""},
		"a condition that goes round":          {"!If [LoopA, a, b]", ""},
		"a condition that a macro makes":       {"!If [Odd, a, b]", ""},
		"Sub of an open condition":             {"!Sub ['x-${v}', {v: !If [IsOpen, a, b]}]", "x-${?v@Resources.Thing.Properties.X}"},
		"Join of an open condition":            {"!Join ['', [x-, !If [IsOpen, a, b]]]", "x-${?Resources.Thing.Properties.X[1]}"},
		"Join of an open list":                 {"!Join [',', !Ref Subnets]", ""},
		"Join with an open delimiter":          {"!Join [!Ref Open, [a, b]]", ""},
		"Join of a list that may have more":    {"!Join [',', [a, !If [IsOpen, b, !Ref AWS::NoValue]]]", ""},
		"Select of too large an index":         {"!Select [9, [a, b]]", ""},
		"Select of a list that may have more":  {"!Select [0, [!If [IsOpen, b, !Ref AWS::NoValue], a]]", ""},
		"FindInMap by an open key":             {"!FindInMap [ByRegion, !Ref Open, Image]", ""},
		"FindInMap of a key that is missing":   {"!FindInMap [ByRegion, us-west-1, Image]", ""},
		"FindInMap of no mapping":              {"!FindInMap [Missing, a, b]", ""},
		"FindInMap of an included mapping":     {"!FindInMap [Odd, a, b, {DefaultValue: x}]", ""},
		"a macro":                              {"!Transform {Name: X}", ""},
		"a macro in full":                      {"{'Fn::Transform': {Name: X}}", ""},
		"a tag of somebody else":               {"!Vault x", ""},
		"a function that does not exist":       {"{'Fn::Guess': x}", ""},
		"JSON text with a hole":                {"!ToJsonString {a: !Ref Thing}", ""},
		"blocks of an open block":              {"!Cidr [!GetAtt Vpc.CidrBlock, 4, 8]", ""},
		"Sub of a list":                        {"!Sub '${Zones}'", ""},
		"a dynamic reference":                  {"'{{resolve:ssm:/a/b:3}}'", "${resolve:ssm:/a/b:3}"},
		"a dynamic reference inside of a text": {"'x-{{resolve:ssm:/a/b}}-y'", "x-${resolve:ssm:/a/b}-y"},
		"a dynamic reference that Sub makes":   {"!Sub '{{resolve:ssm:/${Name}}}'", "${resolve:ssm:/blue}"},
		"an image parameter of a launch":       {"resolve:ssm:/a/b", "${resolve:ssm:/a/b}"},
		"a secret reference":                   {"'{{resolve:secretsmanager:x:SecretString}}'", "${resolve:secretsmanager:x:SecretString}"},
		"Ref that is no text":                  {"!Ref [a]", ""},
		"GetAtt of one word in a list":         {"!GetAtt [a]", ""},
		"Sub of a map":                         {"!Sub {a: b}", ""},
		"Join of three":                        {"!Join [a, [b], c]", ""},
		"If of two":                            {"!If [IsBlue, a]", ""},
		"Split with nothing":                   {"!Select [0, !Split ['', abc]]", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			v := evaluate(t, c.expression, ohio)
			assert.Equal(t, Unknown, v.State())
			_, ok := v.Text()
			assert.False(t, ok)
			partial, whole := v.Partial()
			assert.Equal(t, c.want, partial)
			assert.False(t, whole)
			assert.NotEmpty(t, v.Reason())
			assert.Equal(t, Unknown, v.Get("any").State(), "what is inside of an unknown value is unknown")
		})
	}
}

func TestEvaluate_withoutAnEnvironment(t *testing.T) {
	for _, expression := range []string{"!Ref AWS::Region", "!Ref AWS::AccountId", "!Ref AWS::Partition",
		"!Ref AWS::URLSuffix", "!FindInMap [ByRegion, !Ref 'AWS::Region', Image]", "!Sub 'a-${AWS::Region}'"} {
		assert.True(t, evaluate(t, expression, Environment{}).IsUnknown(), expression)
	}
	partition := func(region string) string {
		text, _ := evaluate(t, "!Ref AWS::Partition", Environment{Region: region}).Text()
		return text
	}
	assert.Equal(t, "aws-cn", partition("cn-north-1"))
	assert.Equal(t, "aws-us-gov", partition("us-gov-west-1"))
	assert.Equal(t, "", partition("us-iso-east-1"))
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

func TestEvaluate_parametersOfAValue(t *testing.T) {
	cases := map[string]struct {
		expression string
		want       []string
	}{
		"none":                  {"a", nil},
		"Ref":                   {"!Ref Name", []string{"Name"}},
		"Sub, in their order":   {"!Sub '${Count} ${Name}'", []string{"Name", "Count"}},
		"what a condition asks": {"!If [IsBlue, a, b]", []string{"Name"}},
		"what it asks and says": {"!If [IsBlue, !Ref Count, b]", []string{"Name", "Count"}},
		"an open condition":     {"!If [BlueAndOpen, a, b]", []string{"Name", "Open"}},
		"the key of a mapping":  {"!FindInMap [ByRegion, !Ref Name, Image]", []string{"Name"}},
		"an item of a list":     {"!Select [0, !Ref Zones]", []string{"Zones"}},
		"Split":                 {"!Select [0, !Split ['l', !Ref Name]]", []string{"Name"}},
		"Base64":                {"!Base64 {Ref: Name}", []string{"Name"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, evaluate(t, c.expression, ohio).Parameters())
		})
	}
}

func TestEvaluate_referencesOfAText(t *testing.T) {
	v := evaluate(t, "!Base64 {'Fn::Sub': 'a ${Cluster} b ${Queue.Arn} ${Name} ${Cluster}'}", ohio)
	assert.Equal(t, []Reference{{"Cluster", ""}, {"Queue", "Arn"}, {"Cluster", ""}}, v.References())
	inner := v.Decoded()
	assert.Equal(t, []Part{
		{Text: "a "}, {Hole: "Cluster", Reference: Reference{"Cluster", ""}},
		{Text: " b "}, {Hole: "Queue.Arn", Reference: Reference{"Queue", "Arn"}},
		{Text: " blue "}, {Hole: "Cluster", Reference: Reference{"Cluster", ""}},
	}, inner.Parts())
	text, whole := inner.Partial()
	assert.Equal(t, "a ${Cluster} b ${Queue.Arn} blue ${Cluster}", text)
	assert.False(t, whole)
	assert.True(t, v.Decoded().Decoded().IsAbsent())
}

func TestEvaluate_SSMParameter(t *testing.T) {
	cases := map[string]string{
		"!Ref Image":                      "/aws/image",
		"!If [IsBlue, !Ref Image, x]":     "/aws/image",
		"'{{resolve:ssm:/a/b:3}}'":        "/a/b",
		"resolve:ssm:/a/b":                "/a/b",
		"!Sub '{{resolve:ssm:/${Name}}}'": "/blue",
		"!Ref Name":                       "",
		"ami-1":                           "",
		"'x{{resolve:ssm:/a}}'":           "",
		"'{{resolve:ssm-secure:/a}}'":     "",
	}
	for expression, want := range cases {
		got, ok := evaluate(t, expression, ohio).SSMParameter()
		assert.Equal(t, want, got, expression)
		assert.Equal(t, want != "", ok, expression)
	}
	given := evaluate(t, "!Ref Image", Environment{Parameters: map[string]string{"Image": "/other"}})
	got, _ := given.SSMParameter()
	assert.Equal(t, "/other", got)
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

func TestEvaluate_macrosMakeUnknown(t *testing.T) {
	body := oneResource + "    Properties: {Name: a}\nOutputs: {O: {Value: a}}\n"
	name := func(head string) (Value, *Template) {
		tpl := parse(t, head+body)
		ev, err := tpl.Evaluate(ohio)
		require.NoError(t, err)
		r, _ := ev.Resource("Topic")
		return r.Properties.Get("Name"), tpl
	}
	v, tpl := name("Transform: AWS::Serverless-2016-10-31\n")
	assert.True(t, v.IsKnown(), "SAM leaves other resources as they are")
	assert.Equal(t, []string{"macro AWS::Serverless-2016-10-31 adds resources"}, tpl.Open())
	v, tpl = name("Transform: [AWS::LanguageExtensions]\n")
	assert.True(t, v.IsKnown())
	assert.Empty(t, tpl.Open())
	v, tpl = name("Transform: [AWS::Serverless-2016-10-31, Mine]\n")
	assert.True(t, v.IsUnknown(), "a macro of somebody's own may rewrite everything")
	assert.Contains(t, tpl.Open(), "macro Mine may change everything")
	v, _ = name("Transform: {Name: AWS::Include, Parameters: {Location: s3}}\n")
	assert.True(t, v.IsKnown())
	v, tpl = name("Mappings: {'Fn::Transform': {Name: Mine}}\n")
	assert.True(t, v.IsUnknown(), "a macro in a section may reach everything that uses it")
	assert.Equal(t, []string{"macro Mine in Mappings may change everything"}, tpl.Open())
	v, tpl = name("Conditions: {'Fn::Transform': {Name: 'AWS::Include', Parameters: {Location: s3}}, C: !Equals [a, a]}\n")
	assert.True(t, v.IsKnown())
	assert.Empty(t, tpl.Open(), "conditions that are not found are undetermined anyway")
	v, tpl = name("'Fn::Transform': {Name: 'AWS::Include', Parameters: {Location: s3}}\n")
	assert.True(t, v.IsKnown())
	assert.Equal(t, []string{"an included snippet in the template may add resources"}, tpl.Open())
}

func TestEvaluate_rejects(t *testing.T) {
	text := `Parameters:
  InstanceType: {Type: String, Default: p3.2xlarge, AllowedValues: [p3.2xlarge, p3.8xlarge]}
  Count: {Type: Number, Default: 1, MinValue: 1, MaxValue: 4}
  Name: {Type: String, Default: abc, MinLength: 2, MaxLength: 4, AllowedPattern: "[a-z]*", ConstraintDescription: small letters}
  Zones: {Type: CommaDelimitedList, Default: "a,b", AllowedValues: [a, b, c]}
  Secret: {Type: String, NoEcho: true, AllowedPattern: "[0-9]+"}
  Java: {Type: String, Default: x, AllowedPattern: "(?<!a)b"}
` + oneResource
	cases := map[string]struct{ name, value, want string }{
		"a name that does not exist":   {"InstanceTyp", "x", "t.yaml: parameter InstanceTyp does not exist in the template (did you mean InstanceType?); its parameters are Count, InstanceType, Java, Name, Secret, Zones"},
		"a value that is not allowed":  {"InstanceType", "p3.2large", "t.yaml:2: Parameters.InstanceType: parameter InstanceType must be one of its allowed values p3.2xlarge, p3.8xlarge (did you mean p3.2xlarge, p3.8xlarge?), got \"p3.2large\""},
		"a number that is too small":   {"Count", "0", "parameter Count must be at least 1 (MinValue), got \"0\""},
		"a number that is too large":   {"Count", "5", "must be at most 4 (MaxValue)"},
		"a number that is none":        {"Count", "two", "must be a number, got \"two\""},
		"a text that is too short":     {"Name", "a", "must have at least 2 characters"},
		"a text that is too long":      {"Name", "abcde", "must have at most 4 characters"},
		"a text that does not match":   {"Name", "ABC", "must match [a-z]* (small letters), got \"ABC\""},
		"an item that is not allowed":  {"Zones", "a, d", "must be one of its allowed values a, b, c, got \"a, d\""},
		"a secret that does not match": {"Secret", "abc", "must match [0-9]+, got a value that must not be shown"},
		"a value of 5,000 bytes":       {"Name", strings.Repeat("a", 5000), "must have at most 4096 bytes, got 5000"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := parse(t, text).Evaluate(Environment{Parameters: map[string]string{c.name: c.value}})
			assert.ErrorContains(t, err, c.want)
		})
	}
	t.Run("all at once", func(t *testing.T) {
		_, err := parse(t, text).Evaluate(Environment{Parameters: map[string]string{"Count": "9", "Nme": "x", "Name": "a"}})
		var problems Problems
		require.ErrorAs(t, err, &problems)
		assert.Len(t, problems, 3)
	})
	t.Run("a pattern that Go cannot read refuses nothing", func(t *testing.T) {
		_, err := parse(t, text).Evaluate(Environment{Parameters: map[string]string{"Java": "b"}})
		assert.NoError(t, err)
	})
	t.Run("a template without parameters", func(t *testing.T) {
		_, err := parse(t, oneResource).Evaluate(Environment{Parameters: map[string]string{"A": "b"}})
		assert.ErrorContains(t, err, "parameter A does not exist in the template; it has no parameters")
	})
}

// Text that is composed of text that is composed of text must not grow without end.
func TestEvaluate_isBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("Mappings: {M: {a: {b: " + strings.Repeat("x", 100_000) + ", l: [" + strings.Repeat("x,", 50_000) + "]}}}\nResources:\n")
	for i := range 2000 {
		id := strings.Repeat("R", 1) + string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		b.WriteString("  " + id + ": {Type: T, Properties: {X: !Sub ['" + strings.Repeat("${a}", 10) + "', {a: !FindInMap [M, a, b]}], Y: !Join ['', !FindInMap [M, a, l]], Z: !Split [x, !FindInMap [M, a, b]], W: !ToJsonString {a: !FindInMap [M, a, l]}}}\n")
	}
	ev, err := parse(t, b.String()).Evaluate(ohio)
	require.NoError(t, err)
	r := ev.Resources()
	assert.True(t, r[0].Properties.Get("X").IsKnown())
	assert.Equal(t, tooLong, r[len(r)-1].Properties.Get("X").Reason())
}
