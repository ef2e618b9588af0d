package diff_test

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/cloudformation/diff"
)

func ExampleTemplates() {
	changes, err := diff.Templates([]byte(`
Resources:
  Vpc:
    Type: AWS::EC2::VPC
    Properties: {CidrBlock: 10.0.0.0/16, EnableDnsHostnames: true}
`), []byte(`
Resources:
  Vpc:
    Type: AWS::EC2::VPC
    Properties: {CidrBlock: 10.4.0.0/16, EnableDnsHostnames: true}
  Logs:
    Type: AWS::Logs::LogGroup
`))
	if err != nil {
		panic(err)
	}
	fmt.Print(changes)
	// Output:
	// Resources
	//   + Logs AWS::Logs::LogGroup
	//   ~ Vpc AWS::EC2::VPC: may replace it: CidrBlock can be set only at creation
	//       CidrBlock: "10.0.0.0/16" -> "10.4.0.0/16"
}
