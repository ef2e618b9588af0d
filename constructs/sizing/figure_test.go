package sizing_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/sizing"
)

func TestFigure(t *testing.T) {
	var unknown sizing.Figure[int]
	assert.Equal(t, "?", unknown.String())
	assert.Equal(t, sizing.Exactly(7), sizing.Exactly(3).Plus(sizing.Exactly(4)))
	assert.Equal(t, unknown, sizing.Exactly(3).Plus(unknown), "a sum with an unknown part is unknown")
	assert.Equal(t, sizing.Exactly(12), sizing.Exactly(3).Times(4))
	_, known := unknown.Times(4).Get()
	assert.False(t, known)
}

func TestFigure_JSON(t *testing.T) {
	type pair struct{ A, B sizing.Figure[sizing.USD] }
	data, err := json.Marshal(pair{A: sizing.Exactly(sizing.Dollars(6.12))})
	require.NoError(t, err)
	assert.JSONEq(t, `{"A":6.12,"B":null}`, string(data))
	var back pair
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, pair{A: sizing.Exactly(sizing.Dollars(6.12))}, back)
	assert.Error(t, json.Unmarshal([]byte(`{"A":"much"}`), &back))
}

func TestUSD(t *testing.T) {
	assert.Equal(t, "3.06", sizing.Dollars(3.06).String())
	assert.Equal(t, sizing.USD(9_180_000), 3*sizing.Dollars(3.06), "sums are exact")
	data, err := json.Marshal(sizing.Dollars(21.957642))
	require.NoError(t, err)
	assert.Equal(t, "21.957642", string(data))
}
