package security

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// place is a finding, or a reason to leave one, at a construct.
type place struct{ path, id string }

func (p place) compare(other place) int {
	return strings.Compare(p.path+"\n"+p.id, other.path+"\n"+other.id)
}

// hold fails for each finding that is not acknowledged at its construct or at
// one around it, and for each acknowledgement that answers no finding.
func hold(t *testing.T, findings, reasons map[place]string) {
	used := map[place]bool{}
	for _, finding := range slices.SortedFunc(maps.Keys(findings), place.compare) {
		at, ok := acknowledged(finding, reasons)
		used[at] = true
		if !ok {
			t.Errorf("%s at %s: %s: fix it, or acknowledge it there with ecsgpu.Acknowledge", finding.id, finding.path, findings[finding])
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(reasons), place.compare) {
		if !used[at] {
			t.Errorf("%s is acknowledged at %s, where it is not found: remove the acknowledgement", at.id, at.path)
		}
		assert.Greater(t, len(reasons[at]), 20, "the reason for %s at %s", at.id, at.path)
	}
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

// metadata is what CDK records of a stack's constructs beside its template, by
// their paths.
type metadata map[string][]struct {
	Type string
	Data json.RawMessage
}

// reasons are the acknowledgements of one scanner's rules, whose ids have a
// prefix of their own.
func (m metadata) reasons(t *testing.T, prefix string) map[place]string {
	all := map[place]string{}
	for path, entries := range m {
		for _, entry := range entries {
			if entry.Type != "aws:cdk:acknowledged-rules" {
				continue
			}
			given := map[string]string{}
			require.NoError(t, json.Unmarshal(entry.Data, &given))
			for id, reason := range given {
				// CDK takes an id that names no plugin for one of an annotation.
				if id = strings.TrimPrefix(id, "Annotation::"); strings.HasPrefix(id, prefix) {
					all[place{path, id}] = reason
				}
			}
		}
	}
	return all
}

// artifact is a stack in a cloud assembly.
type artifact struct {
	Type       string
	Properties struct{ TemplateFile string }
	Metadata   metadata
	// AdditionalMetadataFile holds the metadata where it is long.
	AdditionalMetadataFile string
}

// readStacks reads the stacks of a cloud assembly by their names.
func readStacks(t *testing.T, outdir string) map[string]artifact {
	var manifest struct{ Artifacts map[string]artifact }
	readJSON(t, filepath.Join(outdir, "manifest.json"), &manifest)
	all := map[string]artifact{}
	for name, each := range manifest.Artifacts {
		if each.Type != "aws:cloudformation:stack" {
			continue
		}
		if each.AdditionalMetadataFile != "" {
			readJSON(t, filepath.Join(outdir, each.AdditionalMetadataFile), &each.Metadata)
		}
		all[name] = each
	}
	require.NotEmpty(t, all, "stacks in %s", outdir)
	return all
}

func readJSON(t *testing.T, path string, value any) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, value), path)
}
