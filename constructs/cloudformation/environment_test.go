package cloudformation

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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
