package inventory

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestGPURequest_properties(t *testing.T) {
	cases := map[string]struct {
		request GPURequest
		json    string
		say     string
	}{
		"nothing":                        {GPURequest{}, "null", "no GPU"},
		"one":                            {WholeGPUs(1), `{"Type":"GPU","Value":"1"}`, "1 GPU"},
		"several":                        {WholeGPUs(8), `{"Type":"GPU","Value":"8"}`, "8 GPUs"},
		"all":                            {AllGPUs(), `{"Type":"GPU","Value":"ALL"}`, "all GPUs"},
		"a fraction":                     {FractionalGPU(0.125), `{"Type":"GPU","Value":"0.125"}`, "0.125 of a GPU"},
		"a part that EC2 does not offer": {FractionalGPU(0.3), `{"Type":"GPU","Value":"0.3"}`, "0.3 of a GPU"},
		"a share":                        {SharedGPU(4096, 50), `{"SharingStrategy":{"NvidiaMps":{"MaxComputePercent":50,"Memory":4096}},"Type":"GPU"}`, "4096 MiB of a shared GPU"},
		"a share without a limit":        {SharedGPU(4096, 0), `{"SharingStrategy":{"NvidiaMps":{"Memory":4096}},"Type":"GPU"}`, "4096 MiB of a shared GPU"},
		"Neuron":                         {NeuronDevices("ALL"), `{"Type":"NeuronDevice","Value":"ALL"}`, `NeuronDevice "ALL"`},
		"what somebody else writes":      {ParseGPURequest("GPU", "4"), `{"Type":"GPU","Value":"4"}`, "4 GPUs"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			text, err := json.Marshal(c.request.Properties())
			require.NoError(t, err)
			assert.Equal(t, c.json, string(text))
			assert.Equal(t, c.say, c.request.String())
			assert.NoError(t, c.request.Validate())
			assert.Equal(t, name == "nothing", c.request.IsZero())
		})
	}
}

func TestGPURequest_rejects(t *testing.T) {
	cases := map[string]struct {
		request GPURequest
		want    string
	}{
		"none":                   {WholeGPUs(0), "a number of GPUs must be at least 1, got 0"},
		"fewer than none":        {WholeGPUs(-2), "got -2"},
		"four thirds":            {FractionalGPU(4.0 / 3), "a fraction of a GPU must be above 0 and below 1, got 1.333"},
		"more than one, decimal": {ParseGPURequest("GPU", "1.5"), `a GPU requirement must be a whole number from 1, ALL, or a decimal below 1 such as 0.25, got "1.5"`},
		"a share of nothing":     {SharedGPU(0, 0), "memory of a shared GPU must be at least 1 MiB, got 0"},
		"more than all compute":  {SharedGPU(1, 101), "compute limit of a shared GPU must be 1 to 100 percent, or 0 for no limit, got 101"},
		"text":                   {ParseGPURequest("GPU", "two"), `got "two"`},
		"leading zeros":          {ParseGPURequest("GPU", "01"), `got "01"`},
		"an exponent":            {ParseGPURequest("GPU", "1e-1"), `got "1e-1"`},
		"a hexadecimal":          {ParseGPURequest("GPU", "0x1p-2"), `got "0x1p-2"`},
		"not a number":           {ParseGPURequest("GPU", "NaN"), `got "NaN"`},
		"small letters":          {ParseGPURequest("GPU", "all"), `got "all"`},
		"another type":           {ParseGPURequest("gpu", "1"), `type of a resource requirement must be GPU or NeuronDevice, got "gpu"`},
		"Elastic Inference":      {ParseGPURequest("InferenceAccelerator", "d"), "Elastic Inference ended in April 2024"},
		"some Neuron devices":    {NeuronDevices("2"), `a NeuronDevice requirement must be ALL, got "2"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, c.request.Validate(), c.want)
		})
	}
	assert.ErrorContains(t, SharedGPU(-1, -1).Validate(), "memory")
	assert.ErrorContains(t, SharedGPU(-1, -1).Validate(), "compute", "all problems at once")
}

func TestGPURequest_figures(t *testing.T) {
	assert.Equal(t, 4.0, WholeGPUs(4).GPUs())
	assert.Equal(t, 0.25, FractionalGPU(0.25).GPUs())
	assert.Zero(t, AllGPUs().GPUs())
	assert.True(t, FractionalGPU(0.25).IsPartition())
	assert.False(t, FractionalGPU(0.3).IsPartition())
	assert.Equal(t, 10, SharedGPU(10, 20).MemoryMiB())
	assert.Equal(t, 20, SharedGPU(10, 20).MaxComputePercent())
	assert.Equal(t, GPURequestInvalid, ParseGPURequest("GPU", "0").Kind())
}

// What is written for a request is read back as the same request.
func TestGPURequest_readsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.OneOf(
			rapid.Map(rapid.IntRange(1, 1000), WholeGPUs),
			rapid.Map(rapid.SampledFrom(fractions), FractionalGPU),
			rapid.Just(AllGPUs()),
		).Draw(t, "request")
		p := r.Properties()
		require.Equal(t, r, ParseGPURequest(p["Type"].(string), p["Value"].(string)))
	})
}
