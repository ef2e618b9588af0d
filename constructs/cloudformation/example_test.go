package cloudformation_test

import (
	"encoding/json"
	"fmt"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

const queue = `
Parameters:
  Stage: {Type: String, Default: dev, AllowedValues: [dev, prod]}
Conditions:
  Prod: !Equals [!Ref Stage, prod]
Resources:
  Cluster:
    Type: AWS::ECS::Cluster
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        InstanceType: !If [Prod, g6.12xlarge, g6.xlarge]
        UserData:
          Fn::Base64: !Sub "echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config"
`

func ExampleParse() {
	t, err := cloudformation.Parse("queue.yaml", []byte(queue))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range t.Resources {
		fmt.Println(r.Place, r.Type)
	}
	_, err = cloudformation.Parse("list.yaml", []byte("- a\n- b\n"))
	fmt.Println(err)
	// Output:
	// queue.yaml:7: Resources.Cluster AWS::ECS::Cluster
	// queue.yaml:9: Resources.Launch AWS::EC2::LaunchTemplate
	// list.yaml:1: not a CloudFormation template: it is a list, not a map with Resources
}

func ExampleTemplate_Evaluate() {
	t, _ := cloudformation.Parse("queue.yaml", []byte(queue))
	ev, err := t.Evaluate(cloudformation.Environment{Parameters: map[string]string{"Stage": "prod"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	launch, _ := ev.Resource("Launch")
	data := launch.Properties.Get("LaunchTemplateData")

	instanceType := data.Get("InstanceType")
	text, known := instanceType.Text()
	fmt.Println(text, known, instanceType.Parameters(), instanceType.Place())

	script := data.Get("UserData").Decoded()
	partial, whole := script.Partial()
	fmt.Println(partial, whole, script.References())

	_, err = t.Evaluate(cloudformation.Environment{Parameters: map[string]string{"Stage": "prd"}})
	fmt.Println(err)
	// Output:
	// g6.12xlarge true [Stage] queue.yaml:13: Resources.Launch.Properties.LaunchTemplateData.InstanceType
	// echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config false [${Cluster}]
	// queue.yaml:3: Parameters.Stage: parameter Stage must be one of its allowed values dev, prod (did you mean prod?), got "prd"
}

func ExampleValue_Plain() {
	t, _ := cloudformation.Parse("task.yaml", []byte(`
Resources:
  Logs: {Type: "AWS::Logs::LogGroup"}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: nvidia-smi
      ContainerDefinitions:
        - Name: gpu
          Memory: 80
          ResourceRequirements: [{Type: GPU, Value: "2"}]
          LogConfiguration: {LogDriver: awslogs, Options: {awslogs-group: !Ref Logs}}
`))
	ev, _ := t.Evaluate(cloudformation.Environment{})
	task, _ := ev.Resource("Task")
	plain, unresolved := task.Properties.Plain()
	text, _ := json.Marshal(plain)
	fmt.Println(string(text))
	for _, u := range unresolved {
		fmt.Println(u.Place.Path, u.Text)
	}
	// Output:
	// {"ContainerDefinitions":[{"LogConfiguration":{"LogDriver":"awslogs","Options":{"awslogs-group":"${Logs}"}},"Memory":80,"Name":"gpu","ResourceRequirements":[{"Type":"GPU","Value":"2"}]}],"Family":"nvidia-smi"}
	// Resources.Task.Properties.ContainerDefinitions[0].LogConfiguration.Options.awslogs-group ${Logs}
}
