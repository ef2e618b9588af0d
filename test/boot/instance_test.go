//go:build boot

package boot

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// instance is a machine that has not booted yet. Its root is its disk.
type instance struct {
	root  string
	facts map[string]string
}

// newInstance makes an instance with what the ECS-optimized image has, the
// pool's user data and its hardware.
func newInstance(t *testing.T, p pool) *instance {
	root := t.TempDir()
	i := &instance{root: root, facts: map[string]string{
		"TYPE": p.kind.Name, "GPUS": fmt.Sprint(p.gpus()), "DISKS": fmt.Sprint(p.diskCount()),
		"DRIVER_SECONDS": "20", "REPLACED": "0", "LIFECYCLE": "InService",
	}}
	for _, directory := range []string{
		"etc/systemd/system/multi-user.target.wants", "etc/systemd/system/cloud-init.target.wants", "etc/manager/systemd", "etc/sysctl.d",
		"opt", "root", "var/lib", "var/log", "local-programs/sbin", "local-programs/libexec", "local-programs/lib/systemd", "local-programs/share",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, directory), 0o755))
	}
	const local = "local-programs/"
	i.copy(t, "testdata/commands", local+"bin")
	i.copy(t, "testdata/units", local+"lib/systemd/system")
	i.copy(t, "testdata/packages", local+"share/packages")
	i.copy(t, "testdata/boot.sh", local+"libexec/boot")
	require.NoError(t, os.Link(program, filepath.Join(root, local+"bin/instance")))
	for _, file := range []string{"passwd", "group", "nsswitch.conf", "alternatives", "ld.so.cache"} {
		i.copy(t, "/etc/"+file, "etc/"+file)
	}
	i.write(t, "etc/hosts", "127.0.0.1 localhost autoscaling."+region+".amazonaws.com cloudformation."+region+".amazonaws.com\n")
	i.write(t, "var/lib/user-data", p.userData)
	i.link(t, "/etc/systemd/system", "etc/manager/systemd/user")

	enabled := []string{"nvidia-kmod-load.service", "nvidia-mps.service", "amazon-ssm-agent.service", "cloud-init.target"}
	if strings.Contains(p.userData, "install -y ecs-init") {
		// A Deep Learning AMI, which is no container instance yet.
		i.move(t, local+"lib/systemd/system/ecs.service", local+"share/packages/ecs-init/usr/local/lib/systemd/system/ecs.service")
	} else {
		enabled = append(enabled, "ecs.service")
	}
	for _, unit := range enabled {
		i.link(t, "/usr/local/lib/systemd/system/"+unit, "etc/systemd/system/multi-user.target.wants/"+unit)
	}
	i.link(t, "/usr/local/lib/systemd/system/cloud-final.service", "etc/systemd/system/cloud-init.target.wants/cloud-final.service")
	return i
}

// stop empties the disks of the instance, as EC2 does.
func (i *instance) stop(t *testing.T) {
	require.NoError(t, os.RemoveAll(i.root+"/var/disks"))
}

// boot powers the instance on and returns what this boot did.
func (i *instance) boot(t *testing.T) boot {
	for _, log := range []string{"calls", "units", "mounts", "jobs", "outcome"} {
		i.write(t, "var/log/"+log, "")
	}
	var lines string
	for _, name := range slices.Sorted(maps.Keys(i.facts)) {
		lines += name + "=" + i.facts[name] + "\n"
	}
	i.write(t, "etc/instance", lines)
	if i.facts["DOCKER_WAITS"] != "" {
		i.write(t, "local-programs/lib/systemd/system/docker.service.d/order.conf", "[Unit]\nAfter=cloud-final.service\n")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "testdata/power-on.sh", i.root)
	output, err := command.CombinedOutput()
	b := boot{
		calls: strings.Split(strings.TrimSpace(i.read(t, "calls")), "\n"), mounts: i.read(t, "mounts"), files: i.files(t),
		userData: i.read(t, "user-data"), systemd: i.read(t, "systemd"), units: map[string]unit{}, output: string(output),
	}
	for _, block := range strings.Split(i.read(t, "units"), "\n\n") {
		if u := readUnit(block); u.id != "" {
			b.units[u.id] = u
		}
	}
	require.NoError(t, err, "%s", b)
	require.Equal(t, "settled\n", i.read(t, "outcome"), "systemd still has jobs: %s\n%s", i.read(t, "jobs"), b)
	return b
}

// boot is what one boot did.
type boot struct {
	calls, files                      []string
	mounts, userData, systemd, output string
	units                             map[string]unit
}

// unit is a unit of systemd after the boot.
type unit struct{ id, state, since string }

var property = regexp.MustCompile(`(?m)^(\w+)=(.*)$`)

func readUnit(block string) unit {
	var u unit
	for _, match := range property.FindAllStringSubmatch(block, -1) {
		switch match[1] {
		case "Id":
			u.id = match[2]
		case "ActiveState":
			u.state = match[2]
		case "ActiveEnterTimestampMonotonic":
			u.since = fmt.Sprintf("%20s", match[2])
		}
	}
	return u
}

// order returns the units that became active, in the order in which they did.
func (b boot) order() []string {
	var all []unit
	for _, u := range b.units {
		if strings.TrimSpace(u.since) != "0" {
			all = append(all, u)
		}
	}
	slices.SortFunc(all, func(x, y unit) int { return strings.Compare(x.since, y.since) })
	var names []string
	for _, u := range all {
		names = append(names, u.id)
	}
	return names
}

// called returns the calls that begin with a prefix.
func (b boot) called(prefix string) []string {
	var found []string
	for _, call := range b.calls {
		if strings.HasPrefix(call, prefix) {
			found = append(found, call)
		}
	}
	return found
}

func (b boot) String() string {
	return fmt.Sprintf("units, in the order in which they became active:\n  %s\ncalls:\n  %s\nfiles:\n  %s\nuser data printed:\n%s\nsystemd printed:\n%s%s",
		strings.Join(b.order(), "\n  "), strings.Join(b.calls, "\n  "), strings.Join(b.files, "\n  "), b.userData, b.systemd, b.output)
}

// files returns what the instance has beside its image.
func (i *instance) files(t *testing.T) []string {
	var found []string
	for _, directory := range []string{"etc/ecs", "etc/systemd/system", "etc/sysctl.d", "opt"} {
		err := filepath.WalkDir(filepath.Join(i.root, directory), func(path string, entry os.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				found = append(found, strings.TrimPrefix(path, i.root))
			}
			return nil
		})
		require.NoError(t, err)
	}
	return found
}

func (i *instance) write(t *testing.T, path, text string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(i.root, path)), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(i.root, path), []byte(text), 0o755))
}

// read returns a log of the instance, which may not have come so far.
func (i *instance) read(t *testing.T, log string) string {
	text, err := os.ReadFile(filepath.Join(i.root, "var/log", log))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return string(text)
}

func (i *instance) copy(t *testing.T, from, to string) {
	output, err := exec.Command("cp", "-a", from, filepath.Join(i.root, to)).CombinedOutput()
	if err != nil && filepath.Dir(from) == "/etc" {
		return // not every distribution has it
	}
	require.NoError(t, err, "%s", output)
}

func (i *instance) move(t *testing.T, from, to string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(i.root, to)), 0o755))
	require.NoError(t, os.Rename(filepath.Join(i.root, from), filepath.Join(i.root, to)))
}

func (i *instance) link(t *testing.T, target, path string) {
	require.NoError(t, os.Symlink(target, filepath.Join(i.root, path)))
}
