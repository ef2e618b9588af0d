package process

import (
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAdopt(t *testing.T) {
	AdoptOrphans()
	require.NoError(t, exec.Command("sh", "-c", "setsid sleep 30 & sleep 0.1").Run())
	orphans := Descendants()
	require.Len(t, orphans, 1)
	KillDescendants()
	var status syscall.WaitStatus
	_, err := syscall.Wait4(orphans[0], &status, 0, nil)
	require.NoError(t, err, "it is ours")
	assert.Equal(t, syscall.SIGKILL, status.Signal())
}
