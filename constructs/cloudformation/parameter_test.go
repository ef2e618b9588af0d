package cloudformation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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

// One compilation serves all items and values: what a value costs does not
// include the pattern.
func TestParameter_Check_compilesThePatternOnce(t *testing.T) {
	tpl := parse(t, "Parameters:\n  L: {Type: CommaDelimitedList, Default: a, AllowedPattern: '[a-z]{1,9}(x|y|z)*'}\n"+oneResource)
	p, _ := tpl.Parameter("L")
	require.NotNil(t, p.pattern)
	one := testing.AllocsPerRun(10, func() { p.Check("a") })
	many := testing.AllocsPerRun(10, func() { p.Check(strings.Repeat("a,", 2000) + "a") })
	// To compile it takes dozens. The race detector empties pools, which costs one or two.
	assert.Less(t, many-one, 4000.0, "allocations for 2000 items more")
}

// A message is not repeated for each of the items that it is about.
func TestParameter_Check_saysEachFaultOnce(t *testing.T) {
	tpl := parse(t, "Parameters:\n  L: {Type: CommaDelimitedList, AllowedValues: [a, b], AllowedPattern: '[a-z]'}\n"+oneResource)
	p, _ := tpl.Parameter("L")
	assert.Len(t, p.Check(strings.TrimSuffix(strings.Repeat("1,2,3,", 600), ",")), 2)
}

func TestParse_patternsThatTakeTooLong(t *testing.T) {
	values := strings.Repeat("'"+strings.Repeat("a", 100)+"', ", 2000)
	for name, text := range map[string]string{
		"a pattern of 100 kB":       "Parameters:\n  P: {Type: String, Default: a, AllowedPattern: '" + strings.Repeat("(a|b)*", 16_000) + "'}\n",
		"repetitions":               "Parameters:\n  P: {Type: String, Default: a, AllowedPattern: '" + strings.Repeat("(a{900})*", 300) + "'}\n",
		"many values and much text": "Parameters:\n  P: {Type: String, Default: a, AllowedPattern: '(" + strings.Repeat("(a*)*", 100) + ")+$', AllowedValues: [" + values + "a]}\n",
	} {
		t.Run(name, func(t *testing.T) {
			tpl := parse(t, text+oneResource)
			assert.ErrorContains(t, tpl.Problems, "AllowedPattern of parameter P is too long, or has too many values to match", "never in silence")
			p, _ := tpl.Parameter("P")
			assert.Nil(t, p.pattern)
		})
	}
	tpl := parse(t, "Parameters:\n  P: {Type: String, Default: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab, AllowedPattern: '(a+)+'}\n"+oneResource)
	assert.ErrorContains(t, tpl.Problems, "must match (a+)+", "one that is slow elsewhere is not here")
}
