package ecsgpu

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// AddChecks holds everything that is synthesized below scope (usually the app)
// against the rules of package checks, whatever constructs it comes from. An
// error fails the synthesis; warnings show. A finding that is meant to stay is
// acknowledged as CDK prints it:
//
//	awscdk.Validations_Of(pool).Acknowledge(&awscdk.Acknowledgment{
//		Id: jsii.String("ecsgpu::ecsgpu-lifecycle-retired-type"), Reason: jsii.String("…"),
//	})
func AddChecks(scope constructs.IConstruct) {
	awscdk.Validations_Of(scope).AddPlugins(&checksPlugin{})
}

// checksPlugin applies the rules to the templates that CDK synthesized.
type checksPlugin struct{}

// Name is the name under which CDK reports and acknowledges findings.
func (*checksPlugin) Name() *string { return jsii.String("ecsgpu") }

// Version changes when rules do; CDK shows it in its report.
func (*checksPlugin) Version() *string { return nil }

// RuleIds are the rules that can be acknowledged.
func (*checksPlugin) RuleIds() *[]*string { return jsii.Strings(checks.IDs()...) }

// Validate applies the rules to each template.
func (*checksPlugin) Validate(context awscdk.IPolicyValidationContext) *awscdk.PolicyValidationPluginReport {
	report := &awscdk.PolicyValidationPluginReport{Success: jsii.Bool(true), Violations: &[]*awscdk.PolicyViolation{}}
	names := stackNames{}
	for _, path := range *context.TemplatePaths() {
		findings, err := checkFile(*path, names.of(*path))
		if err != nil {
			// A template that CDK could write and the reader cannot read.
			panic(fmt.Errorf("ecsgpu checks: %w", err))
		}
		for _, finding := range findings {
			if finding.Severity == checks.Info {
				continue
			}
			if finding.Severity == checks.Error {
				report.Success = jsii.Bool(false)
			}
			*report.Violations = append(*report.Violations, violation(*path, finding))
		}
	}
	return report
}

func checkFile(path, stackName string) ([]checks.Finding, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return checks.Document(path, text, cloudformation.Environment{StackName: stackName})
}

// stackNames holds the names of stacks by their templates, and these by the
// directory of their cloud assembly.
type stackNames map[string]map[string]string

// of returns the name of the stack with this template: what the assembly's
// manifest, which CDK writes before it validates, says beside it. A nested
// stack has none there; its name is known at deployment.
func (s stackNames) of(path string) string {
	dir, file := filepath.Split(path)
	if _, read := s[dir]; !read {
		s[dir] = readStackNames(filepath.Join(dir, "manifest.json"))
	}
	return s[dir][file]
}

func readStackNames(manifest string) map[string]string {
	names := map[string]string{}
	var assembly struct {
		Artifacts map[string]struct {
			Properties struct{ TemplateFile, StackName string }
		}
	}
	text, err := os.ReadFile(manifest)
	if err != nil || json.Unmarshal(text, &assembly) != nil {
		return names
	}
	for id, artifact := range assembly.Artifacts {
		names[artifact.Properties.TemplateFile] = cmp.Or(artifact.Properties.StackName, id)
	}
	return names
}

// violation is a finding in CDK's words.
func violation(path string, finding checks.Finding) *awscdk.PolicyViolation {
	return &awscdk.PolicyViolation{
		RuleName:    &finding.ID,
		Description: jsii.String(finding.Text() + ": " + finding.Reason),
		Severity:    jsii.String(string(finding.Severity)),
		Fix:         optionalString(finding.Fix),
		ViolatingResources: &[]*awscdk.PolicyViolatingResource{{
			ResourceLogicalId: jsii.String(finding.Place.LogicalID),
			TemplatePath:      &path,
			Locations:         jsii.Strings(finding.Place.Path),
		}},
	}
}

// Reasons say why findings of security scanners are left as they are, by the ids
// of the rules: "AwsSolutions-S1" of cdk-nag, "CKV_AWS_18" of checkov.
type Reasons map[string]string

// Acknowledge records why findings at a construct, or at one inside it, are left
// as they are. CDK keeps the reasons in the cloud assembly, outside the
// template. cdk-nag reads them from version 3 on.
func Acknowledge(scope constructs.IConstruct, reasons Reasons) {
	var all []*awscdk.Acknowledgment
	for _, id := range slices.Sorted(maps.Keys(reasons)) {
		all = append(all, &awscdk.Acknowledgment{Id: jsii.String(id), Reason: jsii.String(reasons[id])})
	}
	awscdk.Validations_Of(scope).Acknowledge(all...)
}
