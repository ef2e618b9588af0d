//go:build peer

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/constructs/template/diff"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// The peer is worth measuring only while it does the same work.
func TestPeer_makesTheSameTemplate(t *testing.T) {
	require.DirExists(t, "peer/node_modules", "run npm ci in test/bench/peer")
	out := t.TempDir()
	peer := exec.Command(os.Getenv("JSII_NODE"), "peer/app.js", out)
	output, err := peer.CombinedOutput()
	require.NoError(t, err, string(output))
	theirs, err := os.ReadFile(filepath.Join(out, "tensorflow-test.template.json"))
	require.NoError(t, err)

	entry, _ := stacks.Find("tensorflow-test")
	ours := snapshot.Of(t, entry.New(snapshot.NewApp(t, nil)))
	changes, err := diff.Templates(theirs, ours.Text())
	require.NoError(t, err)
	assert.Empty(t, changes.String(), "change test/bench/peer/app.js like the stack")
}
