//go:build boot

package boot

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

const region = "us-east-1"

// pool is a launch template and what its group waits for.
type pool struct {
	name     string
	userData string
	kind     hardware.InstanceType
	// signals reports whether CloudFormation waits for the group's instances.
	signals bool
	// counts reports whether an instance counts its GPUs before it joins.
	counts bool
	// installs reports whether the boot needs packages.
	installs bool
	// fails reports whether a command of the user fails.
	fails bool
	// disks is where the instance's own disks are mounted.
	disks string
}

// pools synthesizes every stack, every example and the variants, and reads the
// pools that boot a script. Bottlerocket runs none.
func pools(t *testing.T) []pool {
	directory := t.TempDir()
	for _, app := range [][]string{{"./cmd/ecsgpu", "app"}, {"./examples"}, {"./test/boot/variants"}} {
		command := exec.Command("go", append([]string{"run"}, app...)...)
		command.Dir = "../.."
		command.Env = append(os.Environ(), "CDK_OUTDIR="+directory, "CDK_VALIDATION=false")
		output, err := command.CombinedOutput()
		require.NoError(t, err, "%s", output)
	}
	files, err := filepath.Glob(directory + "/*.template.json")
	require.NoError(t, err)
	require.Greater(t, len(files), 15, "stacks and examples")
	var all []pool
	for _, file := range files {
		all = append(all, poolsOf(t, file)...)
	}
	return all
}

func poolsOf(t *testing.T, file string) []pool {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	parsed, err := cloudformation.Parse(file, text)
	require.NoError(t, err)
	name := strings.TrimSuffix(filepath.Base(file), ".template.json")
	values, err := parsed.Evaluate(cloudformation.Environment{Region: region, AccountID: "123456789012", StackName: name})
	require.NoError(t, err)
	groups := map[string]*cloudformation.ResourceValue{}
	for _, r := range values.Resources() {
		if r.Type == "AWS::AutoScaling::AutoScalingGroup" {
			groups[launchTemplateOf(r)] = r
		}
	}
	var all []pool
	for _, r := range values.Resources() {
		if r.Type != "AWS::EC2::LaunchTemplate" {
			continue
		}
		require.Contains(t, groups, r.LogicalID, "no group launches from it")
		data := r.Properties.Get("LaunchTemplateData")
		script := text64(data.Get("UserData"))
		if !strings.HasPrefix(script, "#!") {
			require.Contains(t, script, "[settings.ecs]", "%s %s: neither a script nor Bottlerocket's settings", file, r.LogicalID)
			continue
		}
		all = append(all, newPool(t, name+"/"+r.LogicalID, script, data, groups[r.LogicalID]))
	}
	return all
}

func newPool(t *testing.T, name, script string, data cloudformation.Value, group *cloudformation.ResourceValue) pool {
	typeName, _ := data.Get("InstanceType").Text()
	kind, found := hardware.Lookup(typeName)
	require.True(t, found, "%s: %q", name, typeName)
	p := pool{
		name: name, userData: script, kind: kind,
		signals:  strings.Contains(script, "ecsgpu-registered.service"),
		counts:   strings.Contains(script, "ecsgpu-gpus.service"),
		installs: strings.Contains(script, "\n/opt/ecsgpu/install ") || strings.Contains(script, "\ndnf install"),
		fails:    strings.Contains(script, "\nexit 7\n"),
	}
	require.Equal(t, !group.CreationPolicy.IsAbsent(), p.signals, "%s: the group waits for a signal exactly if the instances send one", name)
	if behavior, _ := data.Get("InstanceInitiatedShutdownBehavior").Text(); p.counts {
		require.Equal(t, "terminate", behavior, "%s: an instance that shuts down is replaced", name)
	}
	if _, rest, mounts := strings.Cut(script, "ExecStart=/opt/ecsgpu/local-disks "); mounts {
		p.disks, _, _ = strings.Cut(rest, "\n")
		p.installs = p.installs || p.diskCount() > 1
	}
	return p
}

// diskCount returns a number of disks that is large enough for an array on the
// types that have several.
func (p pool) diskCount() int {
	if p.disks == "" {
		return 0
	}
	if p.kind.LocalStorageGB > 2000 {
		return 2
	}
	return 1
}

// gpus returns the number of GPUs of the pool's first type.
func (p pool) gpus() int {
	count := 0
	for _, each := range p.kind.Accelerators {
		if p.kind.IsNVIDIA() {
			count += each.LogicalCount
		}
	}
	return count
}

func launchTemplateOf(group *cloudformation.ResourceValue) string {
	for _, v := range []cloudformation.Value{
		group.Properties.Get("LaunchTemplate", "LaunchTemplateId"),
		group.Properties.Get("MixedInstancesPolicy", "LaunchTemplate", "LaunchTemplateSpecification", "LaunchTemplateId"),
	} {
		for _, reference := range v.References() {
			return reference.LogicalID
		}
	}
	return ""
}

// text64 is the text of user data, with names in place of references.
func text64(v cloudformation.Value) string {
	var text strings.Builder
	for _, part := range v.Decoded().Parts() {
		text.WriteString(part.Text + strings.TrimSuffix(part.Hole, ".Ref"))
	}
	return text.String()
}
