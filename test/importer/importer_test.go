// Package importer_test uses the module as another one would: from outside this
// repository, with a go.mod of its own and no workspace.
package importer_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	// go test caches results by what a package imports: this is what the other
	// module imports.
	_ "github.com/ecsgpu/cdk/constructs/ecsgpu"
	_ "github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestPlatformTeam_outsideThisRepository(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "platform")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", "platform-team"))))
	node := filepath.Join(root, "node_modules", "node", "bin", "node")
	require.FileExists(t, node, "run npm ci")
	t.Setenv("JSII_NODE", node)
	t.Setenv("GOWORK", "off")
	run(t, dir, "go", "mod", "edit", "-replace", "github.com/ecsgpu/cdk="+root)

	t.Run("go.mod is complete", func(t *testing.T) { run(t, dir, "go", "mod", "tidy", "-diff") })
	t.Run("its tests pass and go vet has nothing to say", func(t *testing.T) { run(t, dir, "go", "test", "-vet=all", "./...") })
	t.Run("the app writes what the CDK CLI deploys", func(t *testing.T) {
		out := t.TempDir()
		t.Setenv("CDK_OUTDIR", out)
		t.Setenv("CDK_VALIDATION", "false")
		run(t, dir, "go", "run", ".")
		assert.FileExists(t, filepath.Join(out, "manifest.json"))
		assert.FileExists(t, filepath.Join(out, "research.template.json"))
	})
}

// run runs a command of the team's.
func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%s\n%s", command, output)
}
