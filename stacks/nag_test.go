package stacks_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every finding of cdk-nag's AwsSolutions pack is acknowledged, with a reason,
// at the construct that it is about or at one around it; and nothing is
// acknowledged that the pack does not find.
func TestStacks_answerCDKNag(t *testing.T) {
	for _, entry := range stacks.All() {
		for name, context := range nagged[entry.Name] {
			t.Run(entry.Name+" "+name, func(t *testing.T) {
				findings, reasons := nag(t, entry, context)
				used := map[place]bool{}
				for _, finding := range findings {
					at, ok := acknowledged(finding, reasons)
					used[at] = true
					assert.True(t, ok, "%s at %s is neither fixed nor acknowledged", finding.id, finding.path)
				}
				for _, at := range slices.SortedFunc(maps.Keys(reasons), place.compare) {
					assert.True(t, used[at], "%s is acknowledged at %s, where cdk-nag does not find it", at.id, at.path)
					assert.Greater(t, len(reasons[at]), 20, "the reason for %s at %s", at.id, at.path)
				}
			})
		}
	}
}

func TestStacks_areAllNagged(t *testing.T) {
	assert.ElementsMatch(t, stacks.Names(), slices.Collect(maps.Keys(nagged)))
}

// nagged are the forms of each stack, by what is chosen with -c.
var nagged = map[string]map[string]map[string]any{
	"tensorflow-test": {"as it is": nil},
	"dsstne":          {"as it is": nil},
	"training-pool":   {"as it is": nil},
	"gpu-cluster": {
		"as it is": nil,
		"isolated, with several types, a budget and an address": {
			"network": "isolated", "gpuInstanceType": "g6.12xlarge,g5.12xlarge",
			"alarmEmail": "ops@example.com", "monthlyBudgetUsd": "5000",
		},
	},
}

// place is a finding of cdk-nag at a construct.
type place struct{ path, id string }

func (p place) compare(other place) int {
	return strings.Compare(p.path+"\n"+p.id, other.path+"\n"+other.id)
}

// nag returns what the pack finds in a stack, and the reasons that the stack's
// constructs give. cdk-nag 2.38.2 knows nothing of CDK's acknowledgements, so
// it tells everything.
func nag(t *testing.T, entry stacks.Entry, context map[string]any) (findings []place, reasons map[place]string) {
	app := snapshot.NewApp(t, context)
	stack := entry.New(app)
	awscdk.Aspects_Of(app).Add(cdknag.NewAwsSolutionsChecks(&cdknag.NagPackProps{Reports: jsii.Bool(false)}), nil)
	app.Synth(nil)

	reasons = map[place]string{}
	for path, entries := range metadata(t, *app.Outdir(), *stack.ArtifactId()) {
		for _, entry := range entries {
			switch entry.Type {
			case "aws:cdk:error", "aws:cdk:warning":
				if found := nagMessage.FindStringSubmatch(string(entry.Data)); found != nil {
					findings = append(findings, place{path, found[1] + found[2]})
				}
			case "aws:cdk:acknowledged-rules":
				given := map[string]string{}
				require.NoError(t, json.Unmarshal(entry.Data, &given))
				for id, reason := range given {
					// CDK takes an id that names no plugin for one of an annotation.
					if id = strings.TrimPrefix(id, "Annotation::"); strings.HasPrefix(id, "AwsSolutions-") {
						reasons[place{path, id}] = reason
					}
				}
			}
		}
	}
	require.NotEmpty(t, findings, "every stack has instances, and their role is a finding")
	slices.SortFunc(findings, place.compare)
	return findings, reasons
}

// nagMessage is a finding, or a rule that could not read what it was given:
// "AwsSolutions-S1: …" or "CdkNagValidationFailure[AwsSolutions-EC26]: …".
var nagMessage = regexp.MustCompile(`^"(?:(AwsSolutions-\w+(?:\[.*?\])?)|CdkNagValidationFailure\[(AwsSolutions-\w+)\]): `)

// metadataEntry is one thing that CDK tells of a construct beside its template.
type metadataEntry struct {
	Type string
	Data json.RawMessage
}

// metadata reads what CDK tells of a stack's constructs, by their paths.
func metadata(t *testing.T, outdir, artifact string) map[string][]metadataEntry {
	var manifest struct {
		Artifacts map[string]struct {
			Metadata map[string][]metadataEntry
			// AdditionalMetadataFile holds it where it is long.
			AdditionalMetadataFile string
		}
	}
	readJSON(t, filepath.Join(outdir, "manifest.json"), &manifest)
	stack := manifest.Artifacts[artifact]
	if stack.AdditionalMetadataFile != "" {
		readJSON(t, filepath.Join(outdir, stack.AdditionalMetadataFile), &stack.Metadata)
	}
	return stack.Metadata
}

func readJSON(t *testing.T, path string, value any) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, value))
}

// acknowledged looks for a reason from the finding's construct outwards.
func acknowledged(finding place, reasons map[place]string) (place, bool) {
	for at := finding; at.path != ""; at.path = at.path[:strings.LastIndexByte(at.path, '/')] {
		if _, ok := reasons[at]; ok {
			return at, true
		}
	}
	return place{}, false
}
