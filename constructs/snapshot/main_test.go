package snapshot

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { Main(m) }

func TestMain_turnsTheValidatorOff(t *testing.T) {
	assert.Equal(t, "false", os.Getenv("CDK_VALIDATION"))
}

func TestMain_definesTheUpdateFlagOnce(t *testing.T) {
	require.NotNil(t, flag.Lookup("update"))
	assert.NotPanics(t, defineUpdateFlag, "a package may have that flag already")
}

func TestInstalledNode(t *testing.T) {
	project := t.TempDir()
	node := filepath.Join(project, "node_modules", "node", "bin", "node")
	below := filepath.Join(project, "a", "b")
	require.NoError(t, os.MkdirAll(filepath.Dir(node), 0o755))
	require.NoError(t, os.MkdirAll(below, 0o755))
	require.NoError(t, os.WriteFile(node, nil, 0o755))
	t.Run("is found above the working directory", func(t *testing.T) {
		t.Chdir(below)
		assert.Equal(t, node, installedNode())
	})
	t.Run("is left to jsii where there is none", func(t *testing.T) {
		t.Chdir(t.TempDir())
		assert.Empty(t, installedNode())
	})
}
