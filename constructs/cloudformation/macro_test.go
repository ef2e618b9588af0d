package cloudformation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
