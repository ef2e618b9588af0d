package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// requireRefused asserts that build is refused with exactly these problems.
func requireRefused(t *testing.T, build func(), problems ...string) {
	t.Helper()
	var refused *ecsgpu.RefusedError
	require.ErrorAs(t, ecsgpu.Recover(build), &refused, "nothing was refused")
	var got []string
	for _, problem := range refused.Problems {
		got = append(got, problem.Error())
	}
	require.Equal(t, problems, got)
}
