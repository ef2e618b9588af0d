package cloudformation

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
			assert.Equal(t, fact.Unknown, v.State())
			_, ok := v.Text()
			assert.False(t, ok)
			partial, whole := v.Partial()
			assert.Equal(t, c.want, partial)
			assert.False(t, whole)
			assert.NotEmpty(t, v.Reason())
			assert.Equal(t, fact.Unknown, v.Get("any").State(), "what is inside of an unknown value is unknown")
		})
	}
}
