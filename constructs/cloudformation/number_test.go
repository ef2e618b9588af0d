package cloudformation

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]struct {
		value float64
		form  NumberForm
	}{
		"0": {0, PlainNumber}, "5": {5, PlainNumber}, "-5": {-5, PlainNumber}, "0.5": {0.5, PlainNumber}, "1000": {1000, PlainNumber},
		" 5 ": {5, OddNumber}, "+3": {3, OddNumber}, "5.0": {5, OddNumber}, "1e3": {1000, OddNumber}, "1E18": {1e18, OddNumber}, ".5": {0.5, OddNumber}, "5.": {5, OddNumber},
		"1e999": {math.Inf(1), OddNumber}, "100000000000000000000": {1e20, PlainNumber},
		"1_000": {0, DoubtfulNumber}, "0x10": {0, DoubtfulNumber}, "010": {0, DoubtfulNumber}, "0b11": {0, DoubtfulNumber}, "0o17": {0, DoubtfulNumber}, "1_0.5": {0, DoubtfulNumber},
		"": {0, NotANumber}, " ": {0, NotANumber}, "NaN": {0, NotANumber}, "nan": {0, NotANumber}, "Infinity": {0, NotANumber}, "-inf": {0, NotANumber}, "true": {0, NotANumber},
		"five": {0, NotANumber}, "1,000": {0, NotANumber}, "5 GB": {0, NotANumber}, "٣": {0, NotANumber}, "--1": {0, NotANumber}, "1e": {0, NotANumber}, "0x": {0, NotANumber},
		strings.Repeat("9", 401): {0, NotANumber},
	} {
		value, form := ParseNumber(text)
		assert.Equal(t, want.form, form, "%q", text)
		assert.Equal(t, want.value, value, "%q", text)
	}
}

func TestValue_Int_isNoGuess(t *testing.T) {
	for text, want := range map[string]int{"5": 5, "'5'": 5, "' 5 '": 5, "5.0": 5, "-1": -1, "1e3": 1000} {
		n, ok := evaluate(t, text, ohio).Int()
		assert.True(t, ok, text)
		assert.Equal(t, want, n, text)
	}
	for _, text := range []string{"0.5", "1_000", "'1_000'", "0x10", "010", ".nan", "NaN", "1e300", "99999999999999999999", "true", "''"} {
		_, ok := evaluate(t, text, ohio).Int()
		assert.False(t, ok, text)
	}
}
