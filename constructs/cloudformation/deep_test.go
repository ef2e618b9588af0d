package cloudformation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValue_AllReferences(t *testing.T) {
	v := evaluate(t, "{b: [!Ref B, !Sub '${A.Arn} ${Name}'], c: !Base64 {'Fn::Sub': '${C}'}, d: literal}", ohio)
	assert.Equal(t, []string{"A", "B", "C"}, v.AllReferences())
	assert.Equal(t, []string{"Name"}, v.AllParameters())
	assert.Empty(t, v.References(), "a map itself refers to nothing")
	assert.Empty(t, v.Parameters())
	assert.Empty(t, Value{}.AllReferences())
	assert.Empty(t, Value{}.AllParameters())
}

// stack returns a template of n resources with functions in each.
func stack(n int) []byte {
	var b strings.Builder
	b.WriteString("Parameters: {Stage: {Type: String, Default: dev}}\nConditions: {Prod: !Equals [!Ref Stage, prod]}\nResources:\n")
	for i := range n {
		fmt.Fprintf(&b, "  Queue%d:\n    Type: AWS::SQS::Queue\n    Properties:\n      QueueName: !Sub '${AWS::StackName}-${Stage}-%d'\n      Tags:\n        - {Key: size, Value: !If [Prod, big, small]}\n        - {Key: before, Value: !GetAtt Queue%d.Arn}\n", i, i, max(i-1, 0))
	}
	return []byte(b.String())
}

// The growth from 50 to 500 resources should be tenfold: linear.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{50, 500} {
		b.Run(fmt.Sprintf("resources=%d", n), func(b *testing.B) {
			data := stack(n)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				_, err := Parse("t.yaml", data)
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, n := range []int{50, 500} {
		b.Run(fmt.Sprintf("resources=%d", n), func(b *testing.B) {
			tpl, err := Parse("t.yaml", stack(n))
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				_, err := tpl.Evaluate(ohio)
				require.NoError(b, err)
			}
		})
	}
}
