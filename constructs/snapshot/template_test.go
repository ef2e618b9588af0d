package snapshot

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	stack := NewStack(t)
	for _, id := range []string{"B", "A"} {
		awssns.NewCfnTopic(stack, &id, &awssns.CfnTopicProps{Tags: &[]*awscdk.CfnTag{{Key: jsii.String("id"), Value: jsii.String(id)}}})
	}
	template := Of(t, stack)
	t.Run("holds what the test put there and nothing else", func(t *testing.T) {
		assert.Len(t, template.Document(), 1)
		assert.Len(t, template.Section("Resources"), 2)
		assert.Nil(t, template.Section("Parameters"))
		assert.Positive(t, template.Size())
	})
	t.Run("finds resources by type, sorted, and by id", func(t *testing.T) {
		topics := template.Resources("AWS::SNS::Topic")
		assert.Equal(t, []string{"A", "B"}, []string{topics[0].LogicalID, topics[1].LogicalID})
		assert.Equal(t, "A", topics[0].Get("Tags.0.Value"))
		assert.Equal(t, "AWS::SNS::Topic", template.Resource("B").Body["Type"])
	})
	t.Run("a path that leads nowhere is nil", func(t *testing.T) {
		for _, path := range []string{"Tags.1", "Tags.-1", "Tags.x", "Nothing", "Tags.0.Value.deeper"} {
			assert.Nil(t, template.Resource("A").Get(path), path)
		}
	})
	t.Run("sees a stack that was changed after a first look", func(t *testing.T) {
		awssqs.NewCfnQueue(stack, jsii.String("Late"), nil)
		assert.Len(t, Of(t, stack).Resources("AWS::SQS::Queue"), 1)
	})
	t.Run("reads a stack in a stage", func(t *testing.T) {
		stage := awscdk.NewStage(NewApp(t, nil), jsii.String("Prod"), nil)
		stack := awscdk.NewStack(stage, jsii.String("Inside"), nil)
		awssns.NewCfnTopic(stack, jsii.String("Topic"), nil)
		assert.Equal(t, "Topic", Of(t, stack).One("AWS::SNS::Topic").LogicalID)
	})
}

func TestOf_failsTheTest(t *testing.T) {
	template := Of(t, newVpc(t, "10.0.0.0/16"))
	tests := map[string]struct {
		piece func(Template)
		want  string
	}{
		"when a type is not there once": {func(x Template) { x.One("AWS::SNS::Topic") }, "resources of type AWS::SNS::Topic"},
		"when an id is not there":       {func(x Template) { x.Resource("Nothing") }, "no resource Nothing"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := record(t, func(r testing.TB) {
				failing := template
				failing.t = r
				test.piece(failing)
			})
			assert.True(t, r.failed)
			assert.Contains(t, r.message, test.want)
		})
	}
	t.Run("when CDK refuses the stack", func(t *testing.T) {
		stack := NewStack(t)
		stack.Node().AddValidation(&failing{})
		r := record(t, func(r testing.TB) { Of(r, stack) })
		assert.Contains(t, r.message, "never right")
	})
}

func TestNewApp_takesContext(t *testing.T) {
	app := NewApp(t, map[string]any{"team": "vision"})
	assert.Equal(t, "vision", app.Node().TryGetContext(jsii.String("team")))
	assert.Nil(t, NewApp(t, nil).Node().TryGetContext(jsii.String("team")))
}
