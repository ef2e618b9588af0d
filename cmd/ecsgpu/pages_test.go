package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/workstation"
	"github.com/ecsgpu/cdk/stacks"
)

// docsOfStacks holds a page for each stack, and its picture. What stands on a
// page between <!-- graph --> and <!-- end --> (and so on) comes from the
// command.
var docsOfStacks = filepath.Join("..", "..", "docs", "stacks")

func TestPages_ofStacksAreCurrent(t *testing.T) {
	assembly := t.TempDir()
	t.Setenv("CDK_OUTDIR", assembly)
	t.Setenv("CDK_VALIDATION", "false")
	ecsgpu(t, "app")
	for _, name := range stacks.Names() {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(docsOfStacks, name+".md")
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			page := string(text)
			template := filepath.Join(assembly, name+".template.json")
			page = replaceBlock(t, page, "graph", "```mermaid\n"+ecsgpu(t, "graph", template)+"```")
			page = replaceBlock(t, page, "figures", figuresOf(t, template))
			if parameters := parametersOf(t, template); parameters != "" {
				page = replaceBlock(t, page, "parameters", parameters)
			}
			compare(t, file, page)
			compare(t, filepath.Join(docsOfStacks, name+".svg"), ecsgpu(t, "graph", template, "--format", "svg"))
			assert.Contains(t, page, "("+name+".svg)", "the page links to its picture")
		})
	}
}

// compare holds a file against what it should be, or rewrites it.
func compare(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err, "make golden writes it")
	assert.True(t, string(got) == want, "%s is not current; make golden rewrites it", file)
}

// replaceBlock puts text between <!-- name --> and the next <!-- end -->.
func replaceBlock(t *testing.T, page, name, text string) string {
	t.Helper()
	before, rest, ok := strings.Cut(page, "<!-- "+name+" -->\n")
	require.True(t, ok, "the page has no <!-- %s -->", name)
	_, after, ok := strings.Cut(rest, "<!-- end -->")
	require.True(t, ok, "<!-- %s --> has no <!-- end -->", name)
	return before + "<!-- " + name + " -->\n" + text + "\n<!-- end -->" + after
}

// ecsgpu returns what the command prints.
func ecsgpu(t *testing.T, args ...string) string {
	t.Helper()
	node, err := workstation.FindNode(context.Background())
	require.NoError(t, err)
	cmd := exec.Command("ecsgpu", args...)
	cmd.Env = append(os.Environ(), "JSII_NODE="+node.Path)
	output, err := cmd.Output()
	require.NoError(t, err, "ecsgpu %s", strings.Join(args, " "))
	return string(output)
}

// planned is what a page says of a plan.
type planned struct {
	Pools []struct {
		Name                                                  string
		InstanceTypes                                         []string
		Min, Desired, Max, GPUsPerInstance                    int
		USDPerHourAtMin, USDPerHourAtDesired, USDPerHourAtMax float64
		FromZero                                              *struct {
			Instances  int
			USDPerHour float64
		}
	}
	Totals struct{ USDPerHourAtMin, USDPerHourAtDesired, USDPerHourAtMax float64 }
	Quotas []struct {
		Code, Name        string
		VCPUsAtMax        int
		NewAccountDefault *int
	}
	Prices struct{ Region, Date string }
	Notes  []string
}

// figuresOf returns the sizes, the cost and the quotas of a stack with its
// defaults.
func figuresOf(t *testing.T, template string) string {
	var plan planned
	require.NoError(t, json.Unmarshal([]byte(ecsgpu(t, "plan", template, "--format", "json")), &plan))
	require.NotEmpty(t, plan.Pools)
	text := "Prices are estimates, on demand for Linux in " + plan.Prices.Region + " on " + plan.Prices.Date + ".\n"
	for _, note := range plan.Notes {
		text += "Note: " + note + ".\n"
	}
	return plan.cost() + "\n" + plan.fromZero() + text + "\n" + plan.quotas()
}

func (p planned) cost() string {
	var text strings.Builder
	text.WriteString("| Pool | Instances | At rest | Once deployed | At its maximum |\n| --- | --- | --- | --- | --- |\n")
	cell := func(instances int, usd float64) string { return fmt.Sprintf("%d: %.2f USD/h", instances, usd) }
	for _, pool := range p.Pools {
		types := strings.Join(pool.InstanceTypes, " or ")
		if pool.GPUsPerInstance > 0 {
			types += fmt.Sprintf(", GPUs on each: %d", pool.GPUsPerInstance)
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s |\n", pool.Name, types,
			cell(pool.Min, pool.USDPerHourAtMin), cell(pool.Desired, pool.USDPerHourAtDesired), cell(pool.Max, pool.USDPerHourAtMax))
	}
	fmt.Fprintf(&text, "| all | | **%.2f USD/h** | **%.2f USD/h** | **%.2f USD/h** |\n",
		p.Totals.USDPerHourAtMin, p.Totals.USDPerHourAtDesired, p.Totals.USDPerHourAtMax)
	return text.String()
}

func (p planned) fromZero() string {
	var text strings.Builder
	for _, pool := range p.Pools {
		if pool.FromZero != nil {
			fmt.Fprintf(&text, "From zero, the first task on `%s` starts %d instances: %.2f USD/h.\n", pool.Name, pool.FromZero.Instances, pool.FromZero.USDPerHour)
		}
	}
	return text.String()
}

func (p planned) quotas() string {
	text := "| vCPU quota | Code | At its maximum it needs | A new account has |\n| --- | --- | --- | --- |"
	for _, quota := range p.Quotas {
		had := "?"
		if quota.NewAccountDefault != nil {
			had = fmt.Sprint(*quota.NewAccountDefault)
		}
		text += fmt.Sprintf("\n| %s | %s | %d | %s |", quota.Name, quota.Code, quota.VCPUsAtMax, had)
	}
	return text
}

// parametersOf returns the table of a template's parameters.
func parametersOf(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var template struct {
		Parameters map[string]struct {
			Type, Description string
			Default           any
			AllowedValues     []any
		}
	}
	require.NoError(t, json.Unmarshal(text, &template))
	if len(template.Parameters) == 0 {
		return ""
	}
	var names []string
	for parameter := range template.Parameters {
		names = append(names, parameter)
	}
	slices.Sort(names)
	var table strings.Builder
	table.WriteString("| Parameter | Default | |\n| --- | --- | --- |\n")
	for _, each := range names {
		parameter := template.Parameters[each]
		value := "required"
		switch parameter.Default {
		case nil:
		case "":
			value = "empty"
		default:
			value = fmt.Sprintf("`%v`", parameter.Default)
		}
		description := parameter.Description
		if len(parameter.AllowedValues) > 0 {
			description += fmt.Sprintf("; one of %d", len(parameter.AllowedValues))
		}
		fmt.Fprintf(&table, "| %s | %s | %s |\n", each, value, description)
	}
	return strings.TrimSuffix(table.String(), "\n")
}

// setting is where gpu-cluster reads a setting and its default.
var setting = regexp.MustCompile(`s\.(?:one|count|list|text)\("(\w+)", "?([^",)]*)"?`)

func TestPages_nameEverySettingOfGPUCluster(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "stacks", "gpu_cluster_stack.go"))
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(docsOfStacks, "gpu-cluster.md"))
	require.NoError(t, err)
	settings := setting.FindAllStringSubmatch(string(source), -1)
	require.Len(t, settings, 8, "the settings are read in another way")
	for _, each := range settings {
		value := "`" + each[2] + "`"
		if each[2] == "" {
			value = "empty"
		}
		assert.Contains(t, string(page), fmt.Sprintf("| `%s` | %s |", each[1], value))
	}
}
