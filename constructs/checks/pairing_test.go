package checks

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/internal/fleet"
)

func TestTemplate_saysWhatItLeftOut(t *testing.T) {
	said := func(text []byte) string {
		parsed, err := cloudformation.Parse("t.yaml", text, cloudformation.NoLimits)
		require.NoError(t, err)
		found, err := Template(parsed, cloudformation.Environment{})
		require.NoError(t, err)
		var messages []string
		for _, f := range found {
			if f.ID == problemID {
				assert.Equal(t, Info, f.Severity)
				messages = append(messages, f.Message)
			}
		}
		return strings.Join(messages, "\n")
	}
	assert.Empty(t, said(fleet.OneCluster(500)), "a template that CloudFormation takes is looked at as a whole")
	// Services without a strategy may send their tasks to every pool.
	anywhere := regexp.MustCompile(`, CapacityProviderStrategy: \[[^]]*\]`).ReplaceAll(fleet.OneCluster(3000), nil)
	assert.Contains(t, said(anywhere), "of the tasks and services were not held against the pools")

	var b strings.Builder
	b.WriteString("Parameters:\n")
	for i := range 50 {
		fmt.Fprintf(&b, "  P%d: {Type: String, Default: v, AllowedValues: [v%s]}\n", i, values(81))
	}
	b.WriteString(string(fleet.OneCluster(11)))
	for i := range 50 {
		fmt.Fprintf(&b, "  Used%d: {Type: AWS::ECS::Cluster, Properties: {ClusterName: !Ref P%d}}\n", i, i)
	}
	b.WriteString(strings.Repeat("#", 2<<20)) // values times bytes are bounded
	assert.Regexp(t, `only the first \d+ of 4050 other values that parameters allow were tried`, said([]byte(b.String())))
}

func values(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ", v%d", i)
	}
	return b.String()
}
