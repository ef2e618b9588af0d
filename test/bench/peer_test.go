//go:build peer

package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/cloudformation/diff"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// The peer is worth measuring only while it does the same work.
func TestPeer_makesTheSameTemplate(t *testing.T) {
	require.DirExists(t, "peer/node_modules", "run npm ci in test/bench/peer")
	out := t.TempDir()
	entry, _ := stacks.Find("tensorflow-test")
	ours := snapshot.Of(t, entry.New(snapshot.NewApp(t, nil)))
	if flag.Lookup("update").Value.String() == "true" {
		writeUserData(t, ours)
	}
	peer := exec.Command(os.Getenv("JSII_NODE"), "peer/app.js", out)
	output, err := peer.CombinedOutput()
	require.NoError(t, err, string(output))
	theirs, err := os.ReadFile(filepath.Join(out, "tensorflow-test.template.json"))
	require.NoError(t, err)

	changes, err := diff.Templates(theirs, ours.Text())
	require.NoError(t, err)
	assert.Empty(t, changes.String(), "change test/bench/peer/app.js like the stack; -update writes its user data")
}

// writeUserData writes the boot scripts that the peer reads, by the ids of pools.
func writeUserData(t *testing.T, ours snapshot.Template) {
	for _, launch := range ours.Resources("AWS::EC2::LaunchTemplate") {
		text := launch.Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").(string)
		_, pool, _ := strings.Cut(text, `"ecsgpu.pool":"`)
		pool, _, _ = strings.Cut(pool, `"`)
		require.NoError(t, os.WriteFile(filepath.Join("peer/user-data", pool), []byte(text), 0o644))
	}
}
