package diff_test

import (
	"encoding/json"
	"testing"

	"github.com/ecsgpu/cdk/constructs/cloudformation/diff"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTemplates(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"equal templates do not differ", `{Resources: {A: {Type: T, Properties: {P: 1}}}}`, `{"Resources": {"A": {"Properties": {"P": 1}, "Type": "T"}}}`, ""},
		{"an entry that was added or removed shows with its type",
			`{Resources: {A: {Type: AWS::SNS::Topic}}}`, `{Resources: {B: {Type: AWS::SQS::Queue}}}`,
			"Resources\n  - A AWS::SNS::Topic\n  + B AWS::SQS::Queue\n"},
		{"a property shows with both values",
			`{Resources: {A: {Type: AWS::SNS::Topic, Properties: {DisplayName: old}}}}`, `{Resources: {A: {Type: AWS::SNS::Topic, Properties: {DisplayName: new}}}}`,
			"Resources\n  ~ A AWS::SNS::Topic\n      DisplayName: \"old\" -> \"new\"\n"},
		{"a property that was added or removed shows with its one value",
			`{Resources: {A: {Type: T, Properties: {Old: [1, x]}}}}`, `{Resources: {A: {Type: T, Properties: {New: {Ref: B}}}}}`,
			"Resources\n  ~ A T\n      + New: {\"Ref\":\"B\"}\n      - Old: [1,\"x\"]\n"},
		{"a property that is set at creation only may replace the resource",
			`{Resources: {V: {Type: AWS::EC2::VPC, Properties: {CidrBlock: 10.0.0.0/16}}}}`, `{Resources: {V: {Type: AWS::EC2::VPC, Properties: {CidrBlock: 10.1.0.0/16}}}}`,
			"Resources\n  ~ V AWS::EC2::VPC: may replace it: CidrBlock can be set only at creation\n      CidrBlock: \"10.0.0.0/16\" -> \"10.1.0.0/16\"\n"},
		{"so may a property that can be updated only in part",
			`{Resources: {V: {Type: AWS::EC2::VPC}}}`, `{Resources: {V: {Type: AWS::EC2::VPC, Properties: {InstanceTenancy: dedicated}}}}`,
			"Resources\n  ~ V AWS::EC2::VPC: may replace it: InstanceTenancy can be updated only in part\n      + InstanceTenancy: \"dedicated\"\n"},
		{"a changed type is refused by CloudFormation",
			`{Resources: {A: {Type: AWS::SNS::Topic}}}`, `{Resources: {A: {Type: AWS::SQS::Queue}}}`,
			"Resources\n  ~ A AWS::SQS::Queue: CloudFormation refuses an update from AWS::SNS::Topic to AWS::SQS::Queue; a new type needs a new logical id\n      Type: \"AWS::SNS::Topic\" -> \"AWS::SQS::Queue\"\n"},
		{"a resource under another id is one change",
			`{Resources: {A: {Type: AWS::SNS::Topic, Properties: {P: 1}}}}`, `{Resources: {B: {Type: AWS::SNS::Topic, Properties: {P: 1}}}}`,
			"Resources\n  ~ B AWS::SNS::Topic: was A, which an update deletes\n"},
		{"resources that are alike are not guessed to be renamed",
			`{Resources: {A: {Type: T}, B: {Type: T}}}`, `{Resources: {C: {Type: T}}}`,
			"Resources\n  - A T\n  - B T\n  + C T\n"},
		{"an element in the middle of a list is one element",
			`{Resources: {A: {Type: T, Properties: {L: [1, 2, 4]}}}}`, `{Resources: {A: {Type: T, Properties: {L: [1, 2, 3, 4]}}}}`,
			"Resources\n  ~ A T\n      + L.2: 3\n"},
		{"different intrinsic functions are values of their own",
			`{Resources: {A: {Type: T, Properties: {P: {Ref: X}}}}}`, `{Resources: {A: {Type: T, Properties: {P: {"Fn::Sub": x}}}}}`,
			"Resources\n  ~ A T\n      P: {\"Ref\":\"X\"} -> {\"Fn::Sub\":\"x\"}\n"},
		{"short forms of functions equal the long ones",
			`{Resources: {A: {Type: T, Properties: {P: !Ref X, Q: !GetAtt B.C, R: !Sub "1", S: !Join [",", [!Ref X]]}}}}`,
			`{Resources: {A: {Type: T, Properties: {P: {Ref: X}, Q: {"Fn::GetAtt": [B, C]}, R: {"Fn::Sub": "1"}, S: {"Fn::Join": [",", [{Ref: X}]]}}}}}`, ""},
		{"a text of several lines shows its lines",
			"{Resources: {A: {Type: T, Properties: {Script: \"a\\nb\\n\"}}}}", "{Resources: {A: {Type: T, Properties: {Script: \"a\\nc\\n\"}}}}",
			"Resources\n  ~ A T\n      Script:\n        @@ -1,2 +1,2 @@\n         a\n        -b\n        +c\n"},
		{"parameters come before resources, and a plain section is an entry",
			`{Description: old, Parameters: {P: {Type: String}}}`, `{Description: new, Resources: {A: {Type: T}}}`,
			"Description\n  ~\n      \"old\" -> \"new\"\nParameters\n  - P String\nResources\n  + A T\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			changes, err := diff.Templates([]byte(test.before), []byte(test.after))
			require.NoError(t, err)
			assert.Equal(t, test.want, changes.String())
		})
	}
}

func TestTemplates_rejects(t *testing.T) {
	_, err := diff.Templates([]byte("[1, 2]"), nil)
	require.ErrorContains(t, err, "the template before does not read")
	_, err = diff.Templates([]byte("A: &x 1\nB: *x"), nil)
	require.ErrorContains(t, err, "CloudFormation knows no aliases")
	_, err = diff.Templates(nil, []byte("{"))
	require.ErrorContains(t, err, "the template after does not read")
}

// Whatever it reads: a template does not differ from itself, and a difference
// is seen from both sides.
func FuzzTemplates(f *testing.F) {
	f.Add(`{"Resources":{"A":{"Type":"T","Properties":{"L":[1,2]}}}}`, `{"Resources":{"B":{"Type":"T"}}}`)
	f.Add(`{"Outputs":[]}`, `{"Outputs":{"X":null}}`)
	f.Fuzz(func(t *testing.T, before, after string) {
		if !json.Valid([]byte(before)) || !json.Valid([]byte(after)) {
			return
		}
		forth, err := diff.Templates([]byte(before), []byte(after))
		if err != nil {
			return
		}
		back, err := diff.Templates([]byte(after), []byte(before))
		require.NoError(t, err)
		assert.Equal(t, forth.String() == "", back.String() == "")
		same, err := diff.Templates([]byte(before), []byte(before))
		require.NoError(t, err)
		assert.Empty(t, same.String())
	})
}
