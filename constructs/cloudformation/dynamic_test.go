package cloudformation

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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
