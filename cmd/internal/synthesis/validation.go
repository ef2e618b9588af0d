package synthesis

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

// Validation says when CDK's built-in validator runs. It takes two thirds of a
// synthesis, and finds the same in the same template.
type Validation string

// When CDK's validator runs.
const (
	ValidateAuto   Validation = "auto"   // once for each template, and always where CI is set
	ValidateAlways Validation = "always" // at every synthesis
	ValidateNever  Validation = "never"  // not at all
)

// Validations returns every choice, the default first.
func Validations() []Validation { return []Validation{ValidateAuto, ValidateAlways, ValidateNever} }

// ParseValidation reads the value of --validate.
func ParseValidation(text string) (Validation, error) {
	return cli.Word("--validate", text, Validations())
}

// effective returns what auto means here: where CI is set, as it is by the
// common services, nothing is taken from a cache.
func (v Validation) effective() Validation {
	if v == ValidateAuto && os.Getenv("CI") != "" {
		return ValidateAlways
	}
	return v
}

// cdkModule is the module whose version decides what the validator finds.
const cdkModule = "github.com/aws/aws-cdk-go/awscdk/v2"

// validatorName is CloudFormationValidatePlugin's (aws-cdk-lib 2.270.0). With
// another one, its findings would not be acknowledged as its own.
const validatorName = "CloudFormation Validate"

// cachingValidator is CDK's validator for templates that it has not passed yet.
// CDK calls it once for an app, with the files of all templates.
type cachingValidator struct {
	cacheDir string // empty: nothing is remembered
}

var _ awscdk.IPolicyValidationPlugin = (*cachingValidator)(nil)

// Name returns the validator's own, by which its findings are acknowledged.
func (c *cachingValidator) Name() *string {
	return jsii.String(validatorName)
}

// Version returns nil: asking the validator would load it.
func (c *cachingValidator) Version() *string { return nil }

// RuleIds returns nil: asking the validator would load it.
func (c *cachingValidator) RuleIds() *[]*string { return nil }

// Validate runs the validator unless it has passed these very templates before.
// The validator is created here and not earlier because creating it is what
// takes the time.
func (c *cachingValidator) Validate(context awscdk.IPolicyValidationContext) *awscdk.PolicyValidationPluginReport {
	key, err := templatesKey(*context.TemplatePaths(), cdkVersion())
	if err == nil && hasPassed(c.cacheDir, key) {
		return &awscdk.PolicyValidationPluginReport{Success: jsii.Bool(true), Violations: &[]*awscdk.PolicyViolation{}}
	}
	validator := awscdk.NewCloudFormationValidatePlugin(&awscdk.CloudFormationValidatePluginProps{})
	report := validator.Validate(context)
	// A report with warnings is not remembered: they would be shown only once.
	if err == nil && *report.Success && len(*report.Violations) == 0 {
		rememberPassed(c.cacheDir, key)
	}
	return report
}

// templatesKey identifies templates and the version of CDK that judges them.
func templatesKey(paths []*string, version string) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n", version)
	for _, path := range paths {
		data, err := os.ReadFile(*path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%d\n", len(data))
		sum.Write(data)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func hasPassed(dir, key string) bool {
	if dir == "" {
		return false
	}
	info, err := os.Stat(filepath.Join(dir, key))
	return err == nil && info.Mode().IsRegular()
}

// rememberPassed makes an empty file for templates that passed. It is a matter of speed only, so its failures do not matter.
func rememberPassed(dir, key string) {
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return
	}
	if file, err := os.Create(filepath.Join(dir, key)); err == nil {
		file.Close()
	}
}

// cdkVersion returns the version of CDK that this program was built with.
func cdkVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, dependency := range info.Deps {
		if dependency.Path == cdkModule {
			if dependency.Replace != nil {
				return dependency.Replace.Version
			}
			return strings.TrimPrefix(dependency.Version, "v")
		}
	}
	return "unknown"
}
