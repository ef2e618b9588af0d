package diagram

import (
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// draw reads a template and draws it.
func draw(t *testing.T, file string, parameters map[string]string) Diagram {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	parsed, err := cloudformation.Parse(file, data)
	require.NoError(t, err)
	inv, err := fromtemplate.Read(parsed, cloudformation.Environment{Parameters: parameters})
	require.NoError(t, err)
	return Of(inv)
}

const walkThrough = "../../../constructs/inventory/fromtemplate/testdata/original-tensorflow-test.yaml"

func matchGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run the test with -update to write it")
	assert.Equal(t, string(want), got)
}

func TestOf(t *testing.T) {
	d := draw(t, walkThrough, map[string]string{"GPUInstanceType": "p3.8xlarge"})
	assert.Equal(t, "Network: 2 subnets, 2 zones", d.Network)
	require.Len(t, d.Clusters, 1)
	assert.Equal(t, Box{ID: "p1", Title: "ECSGPUAutoScalingGroup", Look: GPULook, Rows: []Row{
		{"instances", "2 (1 to 2)"}, {"type", "p3.8xlarge"}, {"GPUs", "4 × V100 each"}, {"each", "12.24 USD/h"},
	}}, d.Clusters[0].Pools[1])
	var looks []Look
	for _, task := range d.Tasks {
		looks = append(looks, task.Look)
	}
	assert.Equal(t, []Look{TaskLook, TaskLook, StuckLook}, looks, "the 8-GPU task runs nowhere")
	assert.Equal(t, []Edge{{Task: "t0", Pool: "p1", AtOnce: "8"}, {Task: "t1", Pool: "p1", AtOnce: "2"}}, d.Edges)
}

func TestMermaid(t *testing.T) {
	matchGolden(t, "walkthrough.mermaid", draw(t, walkThrough, map[string]string{"GPUInstanceType": "p3.8xlarge"}).Mermaid())
}

func TestSVG(t *testing.T) {
	picture, err := draw(t, walkThrough, map[string]string{"GPUInstanceType": "p3.8xlarge"}).SVG()
	require.NoError(t, err)
	matchGolden(t, "walkthrough.svg", string(picture))
}

func TestSVG_same_bytes(t *testing.T) {
	d := draw(t, walkThrough, nil)
	first, err := d.SVG()
	require.NoError(t, err)
	again, err := d.SVG()
	require.NoError(t, err)
	assert.Equal(t, string(first), string(again))
	assert.Contains(t, string(first), `Liberation Sans, Arial`, "programs that do not read fonts in an SVG need to know another")
	for _, text := range []string{"tensorflow-8-gpu", "no pool here", "2 at once", "Network: 2 subnets, 2 zones"} {
		assert.Contains(t, string(first), text)
	}
}

// Every template can be drawn, also one without pools or without tasks.
func TestSVG_foreign_templates(t *testing.T) {
	files, err := filepath.Glob("../../../constructs/inventory/fromtemplate/testdata/*.[jy][sa][om][nl]")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		assert.Contains(t, draw(t, file, nil).Mermaid(), "flowchart LR", file)
	}
	for _, name := range []string{"cdk.json", "managed-instances.yaml", "macro.yaml", "web-fleet.yaml"} {
		picture, err := draw(t, "../../../constructs/inventory/fromtemplate/testdata/"+name, nil).SVG()
		require.NoError(t, err, name)
		assert.Contains(t, string(picture), "</svg>")
	}
}

// Names in a template are anybody's: none may break the drawing or end in it as
// markup.
func TestSVG_hostile_names(t *testing.T) {
	names := []string{
		`a"b`, `a\b`, "a\nb", `${x}`, `...@import`, `|md # x |`, "<script>alert(1)</script>", "{}[]();:->", "*", "&", "", " ", "\x00\xff",
		"日本語", strings.Repeat("long ", 100), "%s", "'", "`", "#", "null", "style", "shape",
	}
	d := Diagram{Network: strings.Join(names, "")}
	for i, name := range names {
		id := strconv.Itoa(i)
		d.Tasks = append(d.Tasks, Box{ID: "t" + id, Title: name, Look: TaskLook, Rows: []Row{{"memory", name}}})
		d.Clusters = append(d.Clusters, Cluster{ID: "c" + id, Title: name, Pools: []Box{{ID: "p" + id, Title: name, Look: GPULook, Rows: []Row{{"type", name}}}}})
		d.Edges = append(d.Edges, Edge{Task: "t" + id, Pool: "p" + id, AtOnce: "1"})
	}
	picture, err := d.SVG()
	require.NoError(t, err)
	assert.NotContains(t, string(picture), "<script>")
	texts := textsOf(t, picture)
	for _, name := range []string{`a"b`, `a\b`, "a b", "<script>alert(1)</script>", "&", "日本語", "%s", "style"} {
		assert.Contains(t, texts, name, "a name is shown as it is")
	}
	mermaid := d.Mermaid()
	assert.NotContains(t, mermaid, "<script>")
	assert.Equal(t, 1+len(names)*(1+4+1)+2+4, strings.Count(mermaid, "\n"), "no name adds a line")
}

// textsOf reads the texts of a picture, which is an error unless it is XML.
func textsOf(t *testing.T, picture []byte) []string {
	t.Helper()
	var root struct {
		Texts []string `xml:"text"`
	}
	require.NoError(t, xml.Unmarshal(picture, &root))
	return root.Texts
}
