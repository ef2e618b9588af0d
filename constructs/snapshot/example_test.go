package snapshot_test

import (
	"fmt"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// t is what go test hands to a test.
var t *testing.T

// newTopic stands for the construct that is tested.
func newTopic(stack awscdk.Stack) {
	awssns.NewTopic(stack, jsii.String("Topic"), &awssns.TopicProps{DisplayName: jsii.String("jobs")})
}

func ExampleMatch() {
	// func TestTopic(t *testing.T) {
	stack := snapshot.NewStack(t)
	newTopic(stack)
	snapshot.Match(t, stack, "topic") // compares with testdata/topic.yaml
}

func ExampleValidate() {
	// func TestStacks_areValid(t *testing.T) {
	app := snapshot.NewApp(t, nil)
	for _, environment := range []string{"test", "prod"} {
		newTopic(awscdk.NewStack(app, &environment, nil))
	}
	// One run over all stacks of the app.
	snapshot.Validate(t, app.Node().FindChild(jsii.String("prod")).(awscdk.Stack))
}

func ExampleOf() {
	// func TestTopic_isNamed(t *testing.T) {
	stack := snapshot.NewStack(t)
	newTopic(stack)
	topic := snapshot.Of(t, stack).One("AWS::SNS::Topic")
	fmt.Println(topic.LogicalID, topic.Get("DisplayName"))
}

func ExampleMain() {
	// In one file of the package:
	//
	//	func TestMain(m *testing.M) { snapshot.Main(m) }
	var m *testing.M
	snapshot.Main(m)
}
