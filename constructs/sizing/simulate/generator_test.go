package simulate_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

func stream(kind int, perHour float64, d simulate.DurationModel) simulate.Stream {
	return simulate.Stream{Kind: kind, PerHour: perHour, Duration: d}
}

var halfHour = simulate.DurationModel{Distribution: simulate.Fixed, Mean: 30 * time.Minute}

func TestGenerator_means(t *testing.T) {
	for _, distribution := range []simulate.Distribution{simulate.Fixed, simulate.Exponential, simulate.Lognormal} {
		g := simulate.Generator{Count: 50_000, Seed: 3, Streams: []simulate.Stream{stream(0, 100, simulate.DurationModel{Distribution: distribution, Mean: 30 * time.Minute})}}
		var sum time.Duration
		var last time.Duration
		for a := range g.Arrivals() {
			if a.At < last {
				t.Fatalf("a task arrives at %v, after one at %v", a.At, last)
			}
			last = a.At
			sum += a.Duration
		}
		assert.InDelta(t, 500, last.Hours(), 10, "50,000 tasks at 100 an hour")
		assert.InDelta(t, 30, (sum / 50_000).Minutes(), 1, string(distribution))
	}
}

func TestGenerator_same_seed_same_tasks(t *testing.T) {
	g := simulate.Generator{For: 10 * time.Hour, Seed: 9, Streams: []simulate.Stream{stream(0, 10, halfHour), stream(1, 5, halfHour)}}
	first := slices.Collect(g.Arrivals())
	assert.Equal(t, first, slices.Collect(g.Arrivals()))
	other := g
	other.Seed = 10
	assert.NotEqual(t, first, slices.Collect(other.Arrivals()))
}

func TestGenerator_streams_do_not_disturb_each_other(t *testing.T) {
	alone := simulate.Generator{For: 10 * time.Hour, Seed: 9, Streams: []simulate.Stream{stream(0, 10, halfHour)}}
	both := simulate.Generator{For: 10 * time.Hour, Seed: 9, Streams: []simulate.Stream{stream(0, 10, halfHour), stream(1, 5, halfHour)}}
	var ofFirst []simulate.Arrival
	for a := range both.Arrivals() {
		if a.Kind == 0 {
			ofFirst = append(ofFirst, a)
		}
	}
	assert.Equal(t, slices.Collect(alone.Arrivals()), ofFirst)
}

func TestGenerator_Validate_rejects(t *testing.T) {
	g := simulate.Generator{Count: -1, For: -time.Hour, Streams: []simulate.Stream{stream(0, 0, simulate.DurationModel{Distribution: "weibull", Mean: time.Hour})}}
	assert.EqualError(t, g.Validate(), "Streams[0].PerHour must be above 0 and at most 1e+07, got 0\n"+
		`Streams[0].Duration: distribution must be fixed, exponential or lognormal, got "weibull"`+"\n"+
		"For must be 0 to 87600h0m0s, got -1h0m0s\nCount must be 0 or more, got -1")
	assert.EqualError(t, simulate.Generator{}.Validate(), "For and Count must not both be 0: tasks would never stop arriving")
	assert.Empty(t, slices.Collect(g.Arrivals()))
}

func TestGenerator_Validate_boundsTasks(t *testing.T) {
	many := simulate.Generator{For: 24 * time.Hour, Streams: []simulate.Stream{stream(0, 1e6, halfHour), stream(1, 1e6, halfHour)}}
	assert.EqualError(t, many.Validate(), "about 48000000 tasks would arrive and at most 10000000 can be simulated: lower PerHour or For, or set Count")
	many.Count = simulate.MaxTasks
	assert.NoError(t, many.Validate())
	many.Count, many.For = simulate.MaxTasks+1, 0
	assert.ErrorContains(t, many.Validate(), "about 10000001 tasks would arrive")
}

func TestParseDurationModel(t *testing.T) {
	for text, want := range map[string]simulate.DurationModel{
		"30m":               halfHour,
		"fixed:30m":         halfHour,
		"Exponential:1h30m": {Distribution: simulate.Exponential, Mean: 90 * time.Minute},
		"lognormal:2h:0.5":  {Distribution: simulate.Lognormal, Mean: 2 * time.Hour, Sigma: 0.5},
	} {
		got, err := simulate.ParseDurationModel(text)
		assert.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{"", "30", "weibull:3m", "exponential", "exponential:1h:2", "lognormal:1h:x", "lognormal:1h:9", "-5m", "lognormal:1h:NaN"} {
		_, err := simulate.ParseDurationModel(text)
		assert.Error(t, err, text)
	}
}
