package placement

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/agent"
)

func TestMaxReservedMemory_isTheAgents(t *testing.T) {
	assert.Equal(t, agent.Must("ECS_RESERVED_MEMORY").Most, strconv.Itoa(MaxReservedMemoryMiB))
}
