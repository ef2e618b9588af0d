// The program that asks the ECS agent's own parser. The test builds it inside
// a checkout of the agent, with the modules that are vendored there.
//
//	parser CASES ANSWERS
//
// CASES is a JSON array of environments; ANSWERS becomes one of what the agent's
// configuration has in each.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/aws/amazon-ecs-agent/agent/config"
	"github.com/aws/amazon-ecs-agent/ecs-agent/ec2"
	"github.com/cihub/seelog"
)

// answer is a configuration, or why the agent does not start with it.
type answer struct {
	Fields map[string]string
	Error  string
}

func main() {
	_ = seelog.ReplaceLogger(seelog.Disabled)
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(casesFile, answersFile string) error {
	data, err := os.ReadFile(casesFile)
	if err != nil {
		return err
	}
	var cases []map[string]string
	if err := json.Unmarshal(data, &cases); err != nil {
		return err
	}
	answers := make([]answer, len(cases))
	for i, environment := range cases {
		answers[i] = ask(environment)
	}
	data, err = json.Marshal(answers)
	if err != nil {
		return err
	}
	return os.WriteFile(answersFile, data, 0o644)
}

// ask loads the configuration as the agent does when it starts, with a metadata
// service that knows nothing.
func ask(environment map[string]string) answer {
	os.Clearenv()
	for name, value := range environment {
		if err := os.Setenv(name, value); err != nil {
			return answer{Error: err.Error()}
		}
	}
	c, err := config.NewConfig(ec2.NewBlackholeEC2MetadataClient())
	if err != nil {
		return answer{Error: err.Error()}
	}
	fields := map[string]string{}
	for i, v := 0, reflect.ValueOf(c).Elem(); i < v.NumField(); i++ {
		if field := v.Type().Field(i); field.IsExported() {
			fields[field.Name] = print(v.Field(i).Interface())
		}
	}
	return answer{Fields: fields}
}

func print(value any) string {
	if condition, ok := value.(interface{ Enabled() bool }); ok {
		return fmt.Sprint(condition.Enabled())
	}
	return fmt.Sprint(value)
}
