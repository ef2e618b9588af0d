package ecsgpu

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// containers renders the container definitions.
func (t *TaskDefinition) containers(all []Container) []any {
	var rendered []any
	for _, c := range all {
		rendered = append(rendered, t.container(c))
	}
	return rendered
}

func (t *TaskDefinition) container(c Container) *awsecs.CfnTaskDefinition_ContainerDefinitionProperty {
	return &awsecs.CfnTaskDefinition_ContainerDefinitionProperty{
		Name:                   &c.Name,
		Image:                  c.image(),
		Cpu:                    optionalFloat(c.CPUUnits),
		Memory:                 optionalFloat(c.MemoryMiB),
		MemoryReservation:      optionalFloat(c.MemoryReservationMiB),
		Essential:              jsii.Bool(!c.NonEssential),
		EntryPoint:             optionalStrings(c.EntryPoint),
		Command:                optionalStrings(c.Command),
		Environment:            c.environment(),
		EnvironmentFiles:       c.environmentFiles(),
		Secrets:                c.secrets(),
		RepositoryCredentials:  c.repositoryCredentials(),
		ResourceRequirements:   t.resourceRequirements(c),
		LinuxParameters:        t.linuxParameters(c),
		Ulimits:                c.ulimits(),
		PortMappings:           c.portMappings(),
		MountPoints:            c.mounts(),
		HealthCheck:            c.healthCheck(),
		DependsOn:              c.dependsOn(),
		RestartPolicy:          c.Restart.property(),
		Privileged:             optionalBool(c.Privileged),
		ReadonlyRootFilesystem: optionalBool(c.ReadonlyRootFilesystem),
		User:                   optionalString(c.User),
		WorkingDirectory:       optionalString(c.WorkingDirectory),
		DockerLabels:           optionalMap(c.DockerLabels),
		StartTimeout:           optionalSeconds(c.StartTimeout),
		StopTimeout:            optionalSeconds(c.StopTimeout),
		LogConfiguration: &awsecs.CfnTaskDefinition_LogConfigurationProperty{
			LogDriver: jsii.String("awslogs"),
			Options: map[string]*string{
				"awslogs-group":         t.LogGroup.LogGroupName(),
				"awslogs-region":        awscdk.Aws_REGION(),
				"awslogs-stream-prefix": &c.Name,
			},
		},
	}
}

func (c Container) image() *string {
	if c.Repository != nil {
		return c.Repository.RepositoryUriForTagOrDigest(&c.Image)
	}
	return &c.Image
}

func (c Container) repositoryCredentials() any {
	if c.RepositoryCredentials == nil {
		return nil
	}
	return &awsecs.CfnTaskDefinition_RepositoryCredentialsProperty{CredentialsParameter: c.RepositoryCredentials.SecretArn()}
}

// resourceRequirements is the GPU request, except for what CDK does not know:
// see overrideGPUs.
func (t *TaskDefinition) resourceRequirements(c Container) any {
	if c.GPUs.IsZero() || c.GPUs.Kind() == inventory.GPURequestShared {
		return nil
	}
	return []any{&awsecs.CfnTaskDefinition_ResourceRequirementProperty{
		Type: jsii.String(c.GPUs.Type()), Value: jsii.String(c.GPUs.Value()),
	}}
}

// overrideGPUs writes the shares, for which CDK 2.270.0 has no property, and
// acknowledges the two findings that its validation, which does not know the
// property either, raises on this resource: one for the property, one for the
// Value that it replaces. The validation stays on for everything else.
func (t *TaskDefinition) overrideGPUs(all []Container) {
	shared := false
	for i, c := range all {
		if c.GPUs.Kind() == inventory.GPURequestShared {
			t.overrideRequirement(i, c.GPUs)
			shared = true
		}
		if t.ManagedPool != nil && c.NeuronDevices > 0 {
			t.overrideRequirement(i, inventory.NeuronDevices("ALL"))
		}
	}
	if shared {
		reason := jsii.String("SharingStrategy, in the place of Value, came to CloudFormation on 2026-10-27; the schema that CDK validates against is older")
		awscdk.Validations_Of(t.Resource).Acknowledge(
			&awscdk.Acknowledgment{Id: jsii.String("CloudFormation-Validate::F3002"), Reason: reason},
			&awscdk.Acknowledgment{Id: jsii.String("CloudFormation-Validate::F3003"), Reason: reason},
		)
	}
}

func (t *TaskDefinition) overrideRequirement(container int, request GPURequest) {
	path := fmt.Sprintf("ContainerDefinitions.%d.ResourceRequirements", container)
	t.Resource.AddPropertyOverride(&path, []any{request.Properties()})
}

// environment is sorted by name, so that templates do not change by themselves.
func (c Container) environment() any {
	variables := maps.Clone(c.Environment)
	if len(c.DriverCapabilities) > 0 {
		if variables == nil {
			variables = map[string]string{}
		}
		variables[driverCapabilities] = strings.Join(c.DriverCapabilities, ",")
	}
	if len(variables) == 0 {
		return nil
	}
	var pairs []any
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		pairs = append(pairs, &awsecs.CfnTaskDefinition_KeyValuePairProperty{
			Name: jsii.String(name), Value: jsii.String(variables[name]),
		})
	}
	return pairs
}

func (c Container) secrets() any {
	if len(c.Secrets) == 0 {
		return nil
	}
	var all []any
	for _, name := range slices.Sorted(maps.Keys(c.Secrets)) {
		all = append(all, &awsecs.CfnTaskDefinition_SecretProperty{Name: jsii.String(name), ValueFrom: c.Secrets[name].Arn()})
	}
	return all
}

// ulimits adds what EFA needs: its queues are locked memory.
func (c Container) ulimits() any {
	limits := c.Ulimits
	if c.EFAInterfaces > 0 && !c.limits("memlock") {
		limits = append([]Ulimit{{Name: "memlock", Soft: -1, Hard: -1}}, limits...)
	}
	if len(limits) == 0 {
		return nil
	}
	var all []any
	for _, each := range limits {
		all = append(all, &awsecs.CfnTaskDefinition_UlimitProperty{
			Name: jsii.String(each.Name), SoftLimit: jsii.Number(each.Soft), HardLimit: jsii.Number(each.Hard),
		})
	}
	return all
}

func (c Container) limits(name string) bool {
	for _, each := range c.Ulimits {
		if each.Name == name {
			return true
		}
	}
	return false
}

func (c Container) portMappings() any {
	if len(c.Ports) == 0 {
		return nil
	}
	var all []any
	for _, port := range c.Ports {
		protocol := port.Protocol
		if protocol == "" {
			protocol = "tcp"
		}
		all = append(all, &awsecs.CfnTaskDefinition_PortMappingProperty{
			ContainerPort: jsii.Number(port.Container), HostPort: optionalFloat(port.Host), Protocol: &protocol,
		})
	}
	return all
}

func (c Container) healthCheck() any {
	if c.HealthCheck == nil {
		return nil
	}
	return &awsecs.CfnTaskDefinition_HealthCheckProperty{
		Command:     optionalStrings(c.HealthCheck.Command),
		Interval:    optionalSeconds(c.HealthCheck.Interval),
		Timeout:     optionalSeconds(c.HealthCheck.Timeout),
		Retries:     optionalFloat(c.HealthCheck.Retries),
		StartPeriod: optionalSeconds(c.HealthCheck.StartPeriod),
	}
}

func (c Container) dependsOn() any {
	if len(c.DependsOn) == 0 {
		return nil
	}
	var all []any
	for _, each := range c.DependsOn {
		condition := each.Condition
		if condition == "" {
			condition = ContainerConditionStart
		}
		all = append(all, &awsecs.CfnTaskDefinition_ContainerDependencyProperty{
			ContainerName: jsii.String(each.Container), Condition: jsii.String(string(condition)),
		})
	}
	return all
}

// optionalFloat, optionalSeconds, optionalBool, optionalStrings and optionalMap
// are nil for what was left out.
func optionalFloat(n int) *float64 {
	if n == 0 {
		return nil
	}
	return jsii.Number(n)
}

func optionalSeconds(d time.Duration) *float64 { return optionalFloat(int(d / time.Second)) }

func optionalBool(b bool) any {
	if !b {
		return nil
	}
	return jsii.Bool(true)
}

func optionalStrings(all []string) *[]*string {
	if len(all) == 0 {
		return nil
	}
	return jsii.Strings(all...)
}

func optionalMap(all map[string]string) any {
	if len(all) == 0 {
		return nil
	}
	texts := map[string]*string{}
	for name, value := range all {
		texts[name] = jsii.String(value)
	}
	return &texts
}

// Restart starts a container again when it exits (restart policy of ECS).
type Restart struct {
	// After is how long the container must have run to be started again: 60 to
	// 1800 seconds, in whole seconds. One that fails sooner stays down.
	// Default: 300 seconds.
	After time.Duration
	// IgnoredExitCodes are exits after which it is left alone, up to 50: 0 for
	// a container that may finish.
	// Default: none, it is started again whatever it returns.
	IgnoredExitCodes []int
}

// property is nil when nothing is to be started again.
func (r *Restart) property() any {
	if r == nil {
		return nil
	}
	policy := &awsecs.CfnTaskDefinition_RestartPolicyProperty{
		Enabled: jsii.Bool(true), RestartAttemptPeriod: optionalSeconds(r.After),
	}
	if len(r.IgnoredExitCodes) > 0 {
		var codes []*float64
		for _, code := range r.IgnoredExitCodes {
			codes = append(codes, jsii.Number(code))
		}
		policy.IgnoredExitCodes = &codes
	}
	return policy
}

// maxIgnoredExitCodes is ECS's limit (API reference, ContainerRestartPolicy).
const maxIgnoredExitCodes = 50

func (r *Restart) check(field string, all *problems) {
	if r == nil {
		return
	}
	all.within(field+".Restart.After", r.After, 60*time.Second, 1800*time.Second)
	if len(r.IgnoredExitCodes) > maxIgnoredExitCodes {
		all.add("%s.Restart.IgnoredExitCodes must be at most %d, got %d", field, maxIgnoredExitCodes, len(r.IgnoredExitCodes))
	}
}

// EnvironmentFile is an object in S3 with a line NAME=value for each
// environment variable.
type EnvironmentFile struct {
	// Bucket holds the file. Required.
	Bucket awss3.IBucket
	// Key is the file's key, which ends in .env. Required.
	Key string
}

// maxEnvironmentFiles is ECS's limit per container.
const maxEnvironmentFiles = 10

func (c Container) environmentFiles() any {
	if len(c.EnvironmentFiles) == 0 {
		return nil
	}
	var all []any
	for _, each := range c.EnvironmentFiles {
		all = append(all, &awsecs.CfnTaskDefinition_EnvironmentFileProperty{Type: jsii.String("s3"), Value: each.arn()})
	}
	return all
}

func (f EnvironmentFile) arn() *string { return f.Bucket.ArnForObjects(&f.Key) }

// grantRead allows what the ECS developer guide asks for ("Use a file to pass
// environment variables to a container"), and the bucket's key if it has one.
func (f EnvironmentFile) grantRead(role awsiam.Role) {
	role.AddToPolicy(allow([]string{"s3:GetObject"}, *f.arn(), nil))
	role.AddToPolicy(allow([]string{"s3:GetBucketLocation"}, *f.Bucket.BucketArn(), nil))
	if key := f.Bucket.EncryptionKey(); key != nil {
		key.GrantDecrypt(role)
	}
}

func (c Container) checkEnvironmentFiles(field string, all *problems) {
	if len(c.EnvironmentFiles) > maxEnvironmentFiles {
		all.add("%s.EnvironmentFiles must be at most %d, got %d", field, maxEnvironmentFiles, len(c.EnvironmentFiles))
	}
	for i, each := range c.EnvironmentFiles {
		if each.Bucket == nil || !strings.HasSuffix(each.Key, ".env") {
			all.add("%s.EnvironmentFiles[%d] must have a Bucket and a Key that ends in .env, got %q", field, i, each.Key)
		}
	}
}
