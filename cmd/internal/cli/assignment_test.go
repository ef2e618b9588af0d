package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParameters(t *testing.T) {
	for name, test := range map[string]struct {
		texts []string
		want  map[string]string
	}{
		"none":                                    {nil, map[string]string{}},
		"several":                                 {[]string{"Type=p3.2xlarge", "Size=3"}, map[string]string{"Type": "p3.2xlarge", "Size": "3"}},
		"an empty value is a value":               {[]string{"Name="}, map[string]string{"Name": ""}},
		"a value may contain an equals sign":      {[]string{"Name=a=b"}, map[string]string{"Name": "a=b"}},
		"names differ by upper and lower case":    {[]string{"name=a", "Name=b"}, map[string]string{"name": "a", "Name": "b"}},
		"spaces belong to the name and the value": {[]string{" Name = a "}, map[string]string{" Name ": " a "}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParameterValues(test.texts)
			require.NoError(t, err)
			assert.Equal(t, test.want, got)
		})
	}
}

func TestParameters_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		texts []string
		want  string
	}{
		"nothing":            {[]string{""}, `--parameter must be Name=value, got ""`},
		"no equals sign":     {[]string{"Name"}, `--parameter must be Name=value, got "Name"`},
		"no name":            {[]string{"=value"}, `--parameter must be Name=value, got "=value"`},
		"a name given twice": {[]string{"A=1", "A=2"}, `--parameter A is given twice, as "1" and as "2"; give it once`},
		"all that is wrong": {
			[]string{"A", "B=1", "", "B=1"},
			`--parameter must be Name=value, got "A"; --parameter must be Name=value, got ""; --parameter B is given twice, as "1" and as "1"; give it once`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			values, err := ParameterValues(test.texts)
			require.EqualError(t, err, test.want)
			assert.Equal(t, BadInput, ExitCode(err))
			assert.Nil(t, values)
		})
	}
}

func TestContext(t *testing.T) {
	values, err := ContextValues([]string{"zones=3"})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"zones": "3"}, values)
	_, err = ContextValues([]string{"zones"})
	assert.EqualError(t, err, `--context must be name=value, got "zones"`)
}
