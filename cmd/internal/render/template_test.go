package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

const document = `{"Resources": {"B": {"Type": "AWS::ECS::Cluster"}, "A": {"Type": "AWS::ECS::Cluster"}}}`

func TestTemplate_keepsTheOrder(t *testing.T) {
	text, err := Template([]byte(document), JSON)
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"Resources\": {\n    \"B\": {\n      \"Type\": \"AWS::ECS::Cluster\"\n    },\n    \"A\": {\n      \"Type\": \"AWS::ECS::Cluster\"\n    }\n  }\n}\n", text.String())
	text, err = Template([]byte(document), YAML)
	require.NoError(t, err)
	assert.Equal(t, "Resources:\n  B:\n    Type: AWS::ECS::Cluster\n\n  A:\n    Type: AWS::ECS::Cluster\n", text.String())
}

func TestTemplate_rejects(t *testing.T) {
	for _, format := range []TemplateFormat{JSON, YAML} {
		_, err := Template([]byte(`{"Resources"`), format)
		assert.ErrorContains(t, err, "the template does not read as JSON")
	}
}

func TestParseTemplateFormat(t *testing.T) {
	for _, text := range []string{"yaml", "json"} {
		format, err := ParseTemplateFormat(text)
		require.NoError(t, err)
		assert.Equal(t, text, string(format))
	}
	_, err := ParseTemplateFormat("xml")
	assert.EqualError(t, err, `--format must be yaml or json, got "xml"`)
	assert.Equal(t, cli.BadInput, cli.ExitCode(err))
}
