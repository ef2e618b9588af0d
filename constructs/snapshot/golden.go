package snapshot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/template"
)

// Match synthesizes the stack and compares the template with the golden
// testdata/NAME.yaml. A golden that is missing is a failure; run the test with
// -update to write it, and read it before you commit it.
func Match(t testing.TB, stack awscdk.Stack, name string) {
	t.Helper()
	got, err := template.FormatYAML(Of(t, stack).text)
	require.NoError(t, err)
	path := filepath.Join("testdata", name+".yaml")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoErrorf(t, err, "no golden %s; run the test with -update to write it", path)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the template differs from %s (- golden, + now); run the test with -update if that is meant:\n%s", path, diff)
	}
}
