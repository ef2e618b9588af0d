//go:build checkov

package security

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/require"
)

// programs are the CDK apps under examples, each by the directory of its main
// package.
var programs = []string{"examples", "examples/quickstart", "examples/platform-team"}

// The templates of every stack and of every example.
func TestTemplates_answerCheckov(t *testing.T) {
	scanned := templates{}
	for _, entry := range stacks.All() {
		for name, context := range forms[entry.Name] {
			app := snapshot.NewApp(t, context)
			entry.New(app)
			app.Synth(nil)
			scanned.add(t, name, *app.Outdir())
		}
	}
	for _, program := range programs {
		outdir := t.TempDir()
		command := exec.Command("go", "run", ".")
		command.Dir = filepath.Join("../..", program)
		command.Env = append(os.Environ(), "CDK_OUTDIR="+outdir, "CDK_CONTEXT_JSON={}")
		output, err := command.CombinedOutput()
		require.NoError(t, err, "%s in %s\n%s", command, program, output)
		scanned.add(t, program, outdir)
	}

	report := scanned.scan(t)
	require.Equal(t, scanned.resources(), report.Summary.Resources, "resources that checkov read")
	require.Zero(t, report.Summary.ParsingErrors, "templates that checkov could not read")
	for _, each := range report.Results.FailedChecks {
		require.Contains(t, scanned, each.File)
		scanned[each.File].record(t, each)
	}
	for _, file := range slices.Sorted(maps.Keys(scanned)) {
		each := scanned[file]
		t.Run(each.name, func(t *testing.T) { hold(t, each.findings, each.metadata.reasons(t, "CKV")) })
	}
	t.Logf("%d templates, %d resources: %d checks passed, %d did not",
		len(scanned), scanned.resources(), report.Summary.Passed, report.Summary.Failed)
}

// template is one template to be scanned.
type template struct {
	name     string
	paths    map[string]string // of the constructs of its resources, by logical id
	metadata metadata
	findings map[place]string
}

// templates are what one run of checkov reads, by their files.
type templates map[string]template

// add adds the templates of a cloud assembly.
func (all templates) add(t *testing.T, form, outdir string) {
	for name, stack := range readStacks(t, outdir) {
		file := filepath.Join(outdir, stack.Properties.TemplateFile)
		var body struct{ Resources map[string]any }
		readJSON(t, file, &body)
		constructs := stack.Metadata.logicalIDs(t)
		paths := map[string]string{}
		for id := range body.Resources {
			require.Contains(t, constructs, id, "the construct of a resource of %s", name)
			paths[id] = constructs[id]
		}
		all[file] = template{name + ", " + form, paths, stack.Metadata, map[place]string{}}
	}
}

// resources is their number in all templates.
func (all templates) resources() int {
	sum := 0
	for _, each := range all {
		sum += len(each.paths)
	}
	return sum
}

// logicalIDs are the paths of constructs by their logical ids.
func (m metadata) logicalIDs(t *testing.T) map[string]string {
	all := map[string]string{}
	for path, entries := range m {
		for _, entry := range entries {
			if entry.Type == "aws:cdk:logicalId" {
				var id string
				require.NoError(t, json.Unmarshal(entry.Data, &id))
				all[id] = path
			}
		}
	}
	return all
}

// record keeps a finding at the construct that it is about.
func (each template) record(t *testing.T, finding finding) {
	_, id, _ := strings.Cut(finding.Resource, ".")
	require.Contains(t, each.paths, id, "the resource of %s in %s", finding.ID, finding.File)
	each.findings[place{each.paths[id], finding.ID}] = finding.Name
}

// finding is a check that failed.
type finding struct {
	ID       string `json:"check_id"`
	Name     string `json:"check_name"`
	File     string `json:"file_abs_path"`
	Resource string // type and logical id
}

// report is what checkov prints.
type report struct {
	Results struct {
		FailedChecks []finding `json:"failed_checks"`
	}
	Summary struct {
		Passed, Failed int
		ParsingErrors  int `json:"parsing_errors"`
		Resources      int `json:"resource_count"`
	}
}

// scan runs checkov. With these options it makes no network call.
func (all templates) scan(t *testing.T) report {
	checkov, err := filepath.Abs("../../.venv-checkov/bin/checkov")
	require.NoError(t, err)
	require.FileExists(t, checkov, "run make checkov")
	command := exec.Command(checkov, "--framework", "cloudformation", "--skip-download", "--soft-fail", "--output", "json")
	for file := range all {
		command.Args = append(command.Args, "--file", file)
	}
	var stderr strings.Builder
	command.Stderr = &stderr
	// checkov reads its configuration in these two directories, and in variables.
	command.Dir = t.TempDir()
	command.Env = []string{"HOME=" + command.Dir, "PATH=" + os.Getenv("PATH")}
	output, err := command.Output()
	require.NoError(t, err, "%s\n%s", command, &stderr)
	var answer report
	require.NoError(t, json.Unmarshal(output, &answer), "%s\n%s", output, &stderr)
	return answer
}
