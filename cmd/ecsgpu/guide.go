package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// guideTypes are the instance types of the table in the Amazon ECS developer
// guide, "Working with GPUs on Amazon ECS", in its order (awsdocs,
// amazon-ecs-developer-guide, doc_source/ecs-gpu.md at 3ba9bc24, 2020-08).
var guideTypes = []string{
	"p2.xlarge", "p2.8xlarge", "p2.16xlarge",
	"p3.2xlarge", "p3.8xlarge", "p3.16xlarge", "p3dn.24xlarge",
	"g3s.xlarge", "g3.4xlarge", "g3.8xlarge", "g3.16xlarge",
	"g4dn.xlarge", "g4dn.2xlarge", "g4dn.4xlarge", "g4dn.8xlarge", "g4dn.12xlarge", "g4dn.16xlarge",
}

// fromGuide looks the guide's types up. The table is what it is: a flag that
// selects or shortens it would make it another one.
func fromGuide(cmd *cobra.Command) ([]hardware.InstanceType, error) {
	var problems []error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains([]string{"guide", "format"}, flag.Name) {
			problems = append(problems, cli.InputError("--guide shows all of the guide's table; drop --%s", flag.Name))
		}
	})
	if err := cli.Join(problems...); err != nil {
		return nil, err
	}
	var types []hardware.InstanceType
	for _, name := range guideTypes {
		// The catalogue has them all; a test holds the table against the guide's.
		if found, ok := hardware.Lookup(name); ok {
			types = append(types, found)
		}
	}
	return types, nil
}
