package fact_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
)

func TestValue_zeroIsAbsent(t *testing.T) {
	var v fact.Value[int]
	assert.True(t, v.IsAbsent())
	got, ok := v.Or(7)
	assert.True(t, ok)
	assert.Equal(t, 7, got)
}

func TestValue_defaultNeverStandsInForAnUnknown(t *testing.T) {
	_, ok := fact.NotKnown[int]().Or(7)
	assert.False(t, ok)
	_, ok = fact.NotKnown[int]().Get()
	assert.False(t, ok)
	assert.Equal(t, "?", fact.NotKnown[int]().String())
}

func TestValue_JSON(t *testing.T) {
	for text, v := range map[string]fact.Value[int]{"5": fact.Of(5), "null": fact.NotKnown[int]()} {
		data, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, text, string(data))
		var back fact.Value[int]
		require.NoError(t, json.Unmarshal(data, &back))
		assert.Equal(t, v, back)
	}
}

func TestSumAndTimes(t *testing.T) {
	unknown := fact.NotKnown[int]()
	assert.Equal(t, fact.Of(5), fact.Sum(fact.Of(2), fact.Of(3)))
	assert.Equal(t, unknown, fact.Sum(fact.Of(2), unknown))
	assert.Equal(t, fact.Of(1.5), fact.Times(fact.Of(3), fact.Of(0.5)))
	assert.Equal(t, unknown, fact.Times(unknown, fact.Of(3)))
	assert.Equal(t, fact.Of(0), fact.Times(fact.Of(0), unknown), "nothing costs nothing, whatever each costs")
}

func TestAnswer(t *testing.T) {
	for _, c := range []struct{ a, b, and, or fact.Answer }{
		{fact.Yes, fact.Yes, fact.Yes, fact.Yes},
		{fact.Yes, fact.No, fact.No, fact.Yes},
		{fact.Yes, fact.Maybe, fact.Maybe, fact.Yes},
		{fact.No, fact.Maybe, fact.No, fact.Maybe},
		{fact.Maybe, fact.Maybe, fact.Maybe, fact.Maybe},
		{fact.No, fact.No, fact.No, fact.No},
	} {
		assert.Equal(t, c.and, c.a.And(c.b))
		assert.Equal(t, c.and, c.b.And(c.a))
		assert.Equal(t, c.or, c.a.Or(c.b))
		assert.Equal(t, c.or, c.b.Or(c.a))
	}
	assert.Equal(t, fact.Maybe, fact.Maybe.Not())
}
