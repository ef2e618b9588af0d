package checks

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRules_restraint: templates that other people write, and that deploy and
// run, give no error and no warning. They document what the rules leave alone.
func TestRules_restraint(t *testing.T) {
	files := glob(t, "testdata/correct/*.yaml", "testdata/correct/*.json")
	require.GreaterOrEqual(t, len(files), 40)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, f := range checkFile(t, file) {
				assert.Equal(t, Info, f.Severity, "%s: %s", f.ID, f.Text())
			}
		})
	}
}

// explained are warnings about our own stacks that are meant.
var explained = map[string][]string{
	// The original's default is kept, and may be overridden: AWS no longer has it.
	"tensorflow-test.yaml": {"ecsgpu-lifecycle-retired-type"},
}

func TestRules_ownStacks(t *testing.T) {
	files := glob(t, "../../stacks/testdata/*.yaml")
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, f := range checkFile(t, file) {
				assert.NotEqual(t, Error, f.Severity, "%s: %s", f.ID, f.Text())
				if f.Severity == Warning {
					assert.Contains(t, explained[filepath.Base(file)], f.ID, f.Text())
				}
			}
		})
	}
}

// The templates of the inventory's tests are correct too, but for those that are
// about broken requests and the originals.
func TestRules_otherTemplates(t *testing.T) {
	broken := map[string]bool{"cluster-strategy.yaml": true, "gpu-requests.yaml": true, "original-dsstne.yaml": true, "original-tensorflow-test.yaml": true}
	files := glob(t, "../inventory/fromtemplate/testdata/*.yaml", "../inventory/fromtemplate/testdata/*.json")
	require.NotEmpty(t, files)
	for _, file := range files {
		if broken[filepath.Base(file)] {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, f := range checkFile(t, file) {
				assert.NotEqual(t, Error, f.Severity, "%s: %s", f.ID, f.Text())
			}
		})
	}
}

func checkFile(t *testing.T, file string) []Finding {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return checkText(t, file, string(text))
}

func glob(t *testing.T, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, found...)
	}
	return files
}
