package stacks

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whoever deploys dsstne on any of the types that it offers gets a GPU that
// executes what its build compiles.
func TestDSSTNE_compilesForEveryTypeItOffers(t *testing.T) {
	// What nvcc is told, and the capabilities on which each piece runs.
	assert.Equal(t, "-gencode=arch=compute_75,code=sm_75 -gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90 "+
		"-gencode=arch=compute_100,code=sm_100 -gencode=arch=compute_120,code=sm_120 -gencode=arch=compute_120,code=compute_120",
		dsstneArguments()["NVCC_APPEND_FLAGS"])
	runs := []string{"7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "12.0"}
	types := dsstneTypes()
	for _, name := range types {
		i, ok := hardware.Lookup(name)
		require.True(t, ok, name)
		assert.Contains(t, runs, i.ComputeCapability.String(), name)
	}
	assert.Subset(t, types, []string{"g4dn.2xlarge", "g4dn.12xlarge", "g5.2xlarge", "g6.2xlarge", "g6e.2xlarge",
		"p4d.24xlarge", "p5.48xlarge", "p6-b200.48xlarge", "p6-b300.48xlarge"})
	assert.NotContains(t, types, "p3dn.24xlarge", "CUDA 13 compiles nothing for Volta")
}

func TestGPUCode_runsOn(t *testing.T) {
	code := gpuCode{{Major: 7, Minor: 5}, {Major: 8, Minor: 6}}
	for gpu, want := range map[string]bool{
		"7.0": false, // a lower minor version
		"7.5": true,
		"8.0": false,
		"8.6": true,
		"8.9": true, // machine code of the same major version
		"9.0": true, // PTX of 8.6
	} {
		capability, err := hardware.ParseComputeCapability(gpu)
		require.NoError(t, err)
		assert.Equal(t, want, code.runsOn(capability), gpu)
	}
	assert.False(t, dsstneCode.runsOn(hardware.ComputeCapability{}), "no GPU")
}

// The Dockerfile travels as an environment variable of the build. CodeBuild is
// said to take 5,500 characters of them together, which we could not confirm.
func TestDSSTNE_dockerfileFitsAnEnvironmentVariable(t *testing.T) {
	length := len("DOCKERFILE") + len(dsstneDockerfile)
	for name, value := range dsstneArguments() {
		length += len(name) + len(value)
		assert.Contains(t, dsstneDockerfile, name, "the Dockerfile takes each argument")
		assert.Contains(t, dsstneBuildSpec, "--build-arg "+name, "and the build hands it over")
	}
	assert.Less(t, length, 5000, "500 are left for the address of the answer and names")
}
