package cloudformation

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

func TestFormatYAML(t *testing.T) {
	for name, test := range map[string]struct{ json, want string }{
		"sections and resources are separated and in the readers' order": {
			`{"Outputs": {"B": {"Value": 1}}, "Resources": {"Z": {"Properties": {"Two": 1, "One": 2}, "Type": "T"}, "A": {"Type": "T", "DependsOn": "Z"}}, "Description": "d", "AWSTemplateFormatVersion": "2010-09-09"}`,
			"AWSTemplateFormatVersion: \"2010-09-09\"\nDescription: d\n\nResources:\n  Z:\n    Type: T\n    Properties:\n      Two: 1\n      One: 2\n\n  A:\n    Type: T\n    DependsOn: Z\n\nOutputs:\n  B:\n    Value: 1\n",
		},
		"functions are short": {
			`{"Outputs": {"A": {"Value": {"Ref": "X"}}, "B": {"Value": {"Fn::GetAtt": ["X", "Arn"]}}, "C": {"Value": {"Fn::Select": [0, {"Fn::GetAZs": ""}]}}, "D": {"Value": {"Fn::Split": [",", "a,b"]}}}}`,
			"Outputs:\n  A:\n    Value: !Ref X\n\n  B:\n    Value: !GetAtt X.Arn\n\n  C:\n    Value: !Select [0, !GetAZs '']\n\n  D:\n    Value: !Split [',', 'a,b']\n",
		},
		"of two functions the outer one stays long": {
			`{"Outputs": {"A": {"Value": {"Fn::Base64": {"Fn::Sub": "#!/bin/bash\necho ${X}\n"}}}}}`,
			"Outputs:\n  A:\n    Value:\n      Fn::Base64: !Sub |\n        #!/bin/bash\n        echo ${X}\n",
		},
		"strings that YAML 1.1 takes for something else are quoted": {
			`{"Outputs": {"A": {"Value": ["yes", "off", "12:30", "010", "1_000", "null", "~", "1.0", "0x1F", "2010-09-09", "", "<<", "="]}}}`,
			"Outputs:\n  A:\n    Value:\n      - \"yes\"\n      - \"off\"\n      - \"12:30\"\n      - \"010\"\n      - \"1_000\"\n      - \"null\"\n      - \"~\"\n      - \"1.0\"\n      - \"0x1F\"\n      - \"2010-09-09\"\n      - \"\"\n      - \"<<\"\n      - \"=\"\n",
		},
		"what cannot be seen, and commands to a CI service, have escapes": {
			`{"Outputs": {"::error::x\u202e": {"Value": ["\u001b[0m\u009b", "a\n::error::b", "${x##[a]}", "\ufe0f\udb40\udc41", "seen ::"]}}}`,
			"Outputs:\n  \"::error::x\\u202e\":\n    Value:\n      - \"\\e[0m\\x9B\"\n      - \"a\\n::error::b\"\n      - \"${x#\\x23[a]}\"\n      - \"\\ufe0f\\U000E0041\"\n      - 'seen ::'\n",
		},
		"a condition of a policy is no function": {
			`{"Resources": {"R": {"Type": "T", "Properties": {"S": {"Condition": {"Bool": {"aws:SecureTransport": "true"}}}}}}}`,
			"Resources:\n  R:\n    Type: T\n    Properties:\n      S:\n        Condition:\n          Bool:\n            aws:SecureTransport: \"true\"\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := FormatYAML([]byte(test.json))
			require.NoError(t, err)
			assert.Equal(t, test.want, text)
		})
	}
}

func TestFormatYAML_rejects(t *testing.T) {
	for _, text := range []string{"", "{", `{"a": }`, `{"a": 1`} {
		_, err := FormatYAML([]byte(text))
		assert.ErrorContains(t, err, "the template does not read as JSON", text)
	}
}

// Whatever strings a template holds, the YAML says the same as the JSON, to our
// reader and to a plain YAML reader.
func TestFormatYAML_saysTheSame(t *testing.T) {
	awkward := rapid.OneOf(
		rapid.SampledFrom([]string{"yes", "No", "0123", "1e3", ".5", "1:2:3", "- a", "a: b", "a #b", "#!", "|", ">", "%", "@", "`", "'", `"`, "\t", " lead", "trail ", "a\nb", "a\n", "\n", "\na", "  a\nb", "!Ref X", "&a", "*a", "${A}", "{{resolve:ssm:x}}", "\u00e9", "\u2028", "\u0085", "=", "~", "?", "-", ":"}),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(awkward, 1, 6).Draw(t, "values")
		document, err := json.Marshal(map[string]any{
			"Resources": map[string]any{"R": map[string]any{"Type": "A::B::C", "Properties": map[string]any{"List": values, "Sub": map[string]any{"Fn::Join": []any{"", values}}}}},
		})
		require.NoError(t, err)
		// JSON cannot carry what is not Unicode; compare with what it says.
		var sent struct {
			Resources map[string]struct{ Properties struct{ List []string } }
		}
		require.NoError(t, json.Unmarshal(document, &sent))
		text, err := FormatYAML(document)
		require.NoError(t, err)

		var plain struct {
			Resources map[string]struct {
				Properties struct {
					List []string `yaml:"List"`
				} `yaml:"Properties"`
			} `yaml:"Resources"`
		}
		require.NoError(t, yaml.Unmarshal([]byte(text), &plain), text)
		require.Equal(t, sent.Resources["R"].Properties.List, plain.Resources["R"].Properties.List, text)

		require.Equal(t, evaluated(t, document), evaluated(t, []byte(text)), text)
	})
}

// evaluated returns the text of the join in the property test's template.
func evaluated(t *rapid.T, document []byte) string {
	parsed, err := Parse("test", document)
	require.NoError(t, err, string(document))
	evaluation, err := parsed.Evaluate(Environment{})
	require.NoError(t, err)
	resource, ok := evaluation.Resource("R")
	require.True(t, ok)
	text, _ := resource.Properties.Get("Sub").Partial()
	return strings.ToValidUTF8(text, "?")
}
