package snapshot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/require"
)

// Validate runs CDK's validator over the templates of the whole app that the
// stack is in: against the schemas of CloudFormation's resources and CDK's own
// rules. Plugins that the app has added run too, such as the checks of
// ecsgpu.AddChecks. Each finding is a failure, also a warning, unless the app
// acknowledges it (Acknowledge of awscdk.Validations_Of). The first call in a test binary takes a second or
// two, others a tenth; for many stacks, put them into one app.
//
// The validator stays in the app: later syntheses of it run it as well.
func Validate(t testing.TB, stack awscdk.Stack) {
	t.Helper()
	turns.take(t)
	findings, err := validate(stack.Node().Root().(awscdk.App))
	require.NoError(t, err)
	for _, finding := range findings {
		t.Error(finding.String())
	}
}

// validator is shared by all apps, because it takes a second to load.
var validator = sync.OnceValue(func() awscdk.CloudFormationValidatePlugin {
	return awscdk.NewCloudFormationValidatePlugin(&awscdk.CloudFormationValidatePluginProps{})
})

// reportFile is where CDK writes what validators found, in the assembly's
// directory (cx-api/lib/cxapi.js, VALIDATION_REPORT_FILE).
const reportFile = "validation-report.json"

// validate synthesizes with the validator and reads its report. Depending on
// the app's context CDK raises an exception because of a finding, or does not;
// the report is the same.
func validate(app awscdk.App) ([]finding, error) {
	awscdk.Validations_Of(app).AddPlugins(validator())
	report := filepath.Join(*app.Outdir(), reportFile)
	// One of an earlier synthesis is not to be taken for that of this one.
	_ = os.Remove(report)
	exception := recovered(func() { app.Synth(&awscdk.StageSynthesisOptions{Force: jsii.Bool(true)}) })
	findings, err := readReport(report)
	if exception != nil && len(findings) == 0 {
		return nil, exception
	}
	return findings, err
}

// finding is what a validator has to say about a template.
type finding struct {
	Plugin      string `json:"-"`
	Rule        string `json:"ruleName"`
	Description string `json:"description"`
	Fix         string `json:"fix"`
	Constructs  []struct {
		Path     string `json:"constructPath"`
		Resource struct {
			LogicalID string `json:"logicalId"`
		} `json:"cloudFormationResource"`
	} `json:"violatingConstructs"`
}

func readReport(path string) ([]finding, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("CDK wrote no report of its validation: %w", err)
	}
	var report struct {
		Plugins []struct {
			Name     string    `json:"pluginName"`
			Findings []finding `json:"violations"`
		} `json:"pluginReports"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, fmt.Errorf("the report of CDK's validation does not read: %w", err)
	}
	var all []finding
	for _, plugin := range report.Plugins {
		for _, each := range plugin.Findings {
			each.Plugin = plugin.Name
			all = append(all, each)
		}
	}
	return all, nil
}

// String returns the finding with its rule and everything that it is about.
func (f finding) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s (%s)", f.Plugin, f.Description, f.Rule)
	for _, construct := range f.Constructs {
		fmt.Fprintf(&out, "\n  %s", construct.Path)
		if construct.Resource.LogicalID != "" {
			fmt.Fprintf(&out, " (%s)", construct.Resource.LogicalID)
		}
	}
	if f.Fix != "" {
		fmt.Fprintf(&out, "\n  %s", f.Fix)
	}
	return out.String()
}
