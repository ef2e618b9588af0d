package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorder is a test that may fail without failing the test around it.
type recorder struct {
	testing.TB
	failed  bool
	message string
}

func (r *recorder) Helper()                   {}
func (r *recorder) Error(args ...any)         { r.failed, r.message = true, r.message+fmt.Sprint(args...) }
func (r *recorder) Errorf(f string, a ...any) { r.Error(fmt.Sprintf(f, a...)) }
func (r *recorder) Fatalf(f string, a ...any) { r.Errorf(f, a...); r.FailNow() }
func (r *recorder) FailNow()                  { r.failed = true; runtime.Goexit() }

// record runs a piece of a test apart, because a failed test ends its goroutine.
func record(t *testing.T, piece func(testing.TB)) *recorder {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		piece(r)
	}()
	<-done
	return r
}

// newVpc creates a stack with a VPC of that range.
func newVpc(t testing.TB, cidr string) awscdk.Stack {
	stack := NewStack(t)
	awsec2.NewCfnVPC(stack, jsii.String("Vpc"), &awsec2.CfnVPCProps{CidrBlock: &cidr})
	return stack
}

func TestMatch(t *testing.T) {
	t.Setenv("CI", "")
	// The kernel stays where it is when the test goes elsewhere.
	NewStack(t)
	t.Chdir(t.TempDir())
	t.Run("a golden that is missing is a failure", func(t *testing.T) {
		r := record(t, func(r testing.TB) { Match(r, newVpc(t, "10.0.0.0/16"), "team/vpc") })
		assert.True(t, r.failed)
		assert.Contains(t, r.message, "there is no golden testdata/team/vpc.yaml; run this test with -update")
	})
	t.Run("updating writes it", func(t *testing.T) {
		t.Setenv("SNAPSHOT_UPDATE", "true")
		Match(t, newVpc(t, "10.0.0.0/16"), "team/vpc")
		text, err := os.ReadFile(filepath.Join("testdata", "team", "vpc.yaml"))
		require.NoError(t, err)
		assert.Equal(t, "Resources:\n  Vpc:\n    Type: AWS::EC2::VPC\n    Properties:\n      CidrBlock: 10.0.0.0/16\n", string(text))
	})
	t.Run("the same template matches", func(t *testing.T) {
		Match(t, newVpc(t, "10.0.0.0/16"), "team/vpc")
	})
	t.Run("another one fails with what differs", func(t *testing.T) {
		r := record(t, func(r testing.TB) { Match(r, newVpc(t, "10.9.0.0/16"), "team/vpc") })
		assert.True(t, r.failed)
		assert.Equal(t, `the template differs from testdata/team/vpc.yaml; run this test with -update if that is meant

Resources
  ~ Vpc AWS::EC2::VPC: may replace it: CidrBlock can be set only at creation
      CidrBlock: "10.0.0.0/16" -> "10.9.0.0/16"

diff testdata/team/vpc.yaml now
--- testdata/team/vpc.yaml
+++ now
@@ -2,4 +2,4 @@
   Vpc:
     Type: AWS::EC2::VPC
     Properties:
-      CidrBlock: 10.0.0.0/16
+      CidrBlock: 10.9.0.0/16
`, r.message)
	})
	t.Run("a golden that does not read fails line by line", func(t *testing.T) {
		require.NoError(t, os.WriteFile("testdata/broken.yaml", []byte("<<<<<<< HEAD\n"), 0o644))
		r := record(t, func(r testing.TB) { Match(r, newVpc(t, "10.0.0.0/16"), "broken") })
		assert.Contains(t, r.message, "-<<<<<<< HEAD\n")
	})
	t.Run("CI never writes goldens", func(t *testing.T) {
		t.Setenv("SNAPSHOT_UPDATE", "true")
		t.Setenv("CI", "true")
		r := record(t, func(r testing.TB) { Match(r, newVpc(t, "10.0.0.0/16"), "other") })
		assert.Contains(t, r.message, "goldens are not written where CI is set")
		assert.NoFileExists(t, "testdata/other.yaml")
	})
}
