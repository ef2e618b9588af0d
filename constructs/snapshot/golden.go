package snapshot

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	unified "github.com/rogpeppe/go-internal/diff"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/cloudformation/diff"
	"github.com/ecsgpu/cdk/internal/wholefile"
)

const (
	updateFlag     = "update"
	updateVariable = "SNAPSHOT_UPDATE"
)

// Match synthesizes the stack and compares its template, as YAML, with the
// golden testdata/NAME.yaml. A name may hold slashes. The failure shows what
// changed resource by resource, which changes may replace a resource, and then
// line by line. A golden that is missing is a failure too; how to write one,
// and what it leaves out, is said above.
func Match(t testing.TB, stack awscdk.Stack, name string) {
	t.Helper()
	now, err := Of(t, stack).golden()
	require.NoError(t, err)
	path := filepath.Join("testdata", filepath.FromSlash(name)+".yaml")
	if updating() {
		require.NoError(t, write(path, now))
		return
	}
	golden, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("there is no golden %s; run this test with -update, read what it writes, and commit it", path)
	}
	require.NoError(t, err)
	if string(golden) != now {
		t.Error(describe(path, string(golden), now))
	}
}

// golden returns the template as a golden holds it.
func (t Template) golden() (string, error) {
	text, err := normalize(t.text, t.assets)
	if err != nil {
		return "", err
	}
	return cloudformation.FormatYAML(text)
}

// updating tells whether goldens are to be written.
func updating() bool {
	switch os.Getenv(updateVariable) {
	case "", "0", "false":
	default:
		return true
	}
	update := flag.Lookup(updateFlag)
	return update != nil && update.Value.String() == "true"
}

func write(path, text string) error {
	if os.Getenv("CI") != "" {
		return fmt.Errorf("goldens are not written where CI is set: %s must be committed, after a look at it", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return wholefile.Write(path, []byte(text))
}

// describe says what differs. A golden that somebody has made unreadable shows
// line by line only.
func describe(path, golden, now string) string {
	report := fmt.Sprintf("the template differs from %s; run this test with -update if that is meant\n\n", path)
	if changes, err := diff.Templates([]byte(golden), []byte(now)); err == nil {
		report += changes.String() + "\n"
	}
	return report + string(unified.Diff(path, []byte(golden), "now", []byte(now)))
}
