package ecsgpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestStepCounts_defaults(t *testing.T) {
	assert.Equal(t, []int{1}, stepCounts(0, 1))
	assert.Equal(t, []int{1, 2, 3}, stepCounts(0, 3))
	assert.Equal(t, []int{4}, stepCounts(4, 4))
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 20}, stepCounts(0, 20))
}

// maxServiceTasks is the most tasks that ECS runs in a service.
const maxServiceTasks = 5000

func TestStepCounts_areFewAndClose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		largest := rapid.IntRange(1, maxServiceTasks).Draw(t, "largest")
		least := rapid.IntRange(0, largest).Draw(t, "least")
		counts := stepCounts(least, largest)
		require.Equal(t, max(least, 1), counts[0])
		require.Equal(t, largest, counts[len(counts)-1])
		// CDK divides them over two policies of at most 20 steps, beside the
		// one for the empty queue.
		require.LessOrEqual(t, len(counts)+1, 40)
		for i, count := range counts[1:] {
			require.Greater(t, count, counts[i])
			require.LessOrEqual(t, count, counts[i]+max(1, counts[i]/4), "at most a quarter more than the queue calls for")
		}
	})
}
