package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate/chart"
)

// series returns the course of two tasks on one instance with that many GPUs.
func series(t *testing.T, gpus int) simulate.Series {
	config := simulate.Config{
		Pools: []simulate.Pool{{Name: "pool", Offer: placement.Offer{MemoryMiB: 1024, GPUs: gpus, GPUFraction: 1}, Min: 1, Start: 1, Max: 1}},
		Kinds: []placement.Kind{{Demand: placement.Demand{MemoryMiB: 1024, GPU: placement.GPUDemand{Devices: gpus}}, Pools: []int{0}}},
	}
	r, err := simulate.Run(t.Context(), config, slices.Values([]simulate.Arrival{{Duration: time.Hour}, {At: time.Minute, Duration: 2 * time.Hour}}))
	require.NoError(t, err)
	return r.Series
}

func TestSVG(t *testing.T) {
	picture, err := chart.SVG(series(t, 4))
	require.NoError(t, err)
	for _, name := range []string{"GPUs in use", "instances", "tasks waiting", "hours"} {
		assert.Contains(t, string(picture), ">"+name+"<")
	}
	wellFormed(t, picture)
	again, err := chart.SVG(series(t, 4))
	require.NoError(t, err)
	assert.Equal(t, string(picture), string(again), "the same series gives the same bytes")
}

func TestSVG_without_GPUs(t *testing.T) {
	picture, err := chart.SVG(series(t, 0))
	require.NoError(t, err)
	assert.NotContains(t, string(picture), "GPUs")
}

func TestSVG_nothing_happened(t *testing.T) {
	picture, err := chart.SVG(simulate.Series{Step: time.Minute})
	require.NoError(t, err)
	wellFormed(t, picture)
}

func wellFormed(t *testing.T, picture []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else {
			require.NoError(t, err)
		}
	}
}
