//go:build boot

package boot

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program is command instance, built for this run.
var program string

func TestMain(m *testing.M) {
	directory, err := os.MkdirTemp("", "boot")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(directory, "instance")
	build := exec.Command("go", "build", "-o", program, "./instance")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s", output)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(directory)
	os.Exit(code)
}

// situation is what an instance finds at its first boot, and what must come of
// it.
type situation struct {
	name string
	// applies reports whether the situation is one for the pool. Default: always.
	applies func(pool) bool
	// facts describe the situation.
	facts map[string]string
	// joins reports whether the instance is registered at the end.
	joins bool
	// signal is what CloudFormation gets, if it waits: a call of cfn-signal or,
	// where that cannot be installed, of the API.
	signal string
	// shutdown reports whether the instance ends itself, to be replaced.
	shutdown bool
}

const (
	success   = "cfn-signal --exit-code 0"
	failure   = "cfn-signal --exit-code"
	failedAPI = "SignalResource"
)

var situations = []situation{
	{name: "nothing is wrong", joins: true, signal: success},
	{name: "building the driver takes three minutes", applies: hasGPUs,
		facts: map[string]string{"DRIVER_SECONDS": "180"}, joins: true, signal: success},
	{name: "Docker starts after cloud-init", applies: func(p pool) bool { return p.disks == dockerData },
		facts: map[string]string{"DOCKER_WAITS": "1"}, joins: true, signal: success},
	{name: "the package repositories do not answer", applies: pool.needsPackages,
		facts: map[string]string{"YUM_FAILS": "1"}, signal: failedAPI},
	{name: "no GPU", applies: pool.countsGPUs,
		facts: map[string]string{"GPUS": "0"}, signal: failure, shutdown: true},
	{name: "half of the GPUs", applies: func(p pool) bool { return p.counts && p.gpus() > 1 },
		facts: map[string]string{"GPUS": "half"}, signal: failure, shutdown: true},
	{name: "the driver cannot be loaded", applies: pool.countsGPUs,
		facts: map[string]string{"DRIVER_FAILS": "1"}, signal: failure, shutdown: true},
	{name: "no GPU, and the group has replaced two instances in six hours", applies: pool.countsGPUs,
		facts: map[string]string{"GPUS": "0", "REPLACED": "2"}, signal: failure, shutdown: true},
	{name: "no GPU, and the group has replaced three instances in six hours", applies: pool.countsGPUs,
		facts: map[string]string{"GPUS": "0", "REPLACED": "3"}, signal: failure},
	{name: "no GPU, and nobody says how many were replaced", applies: pool.countsGPUs,
		facts: map[string]string{"GPUS": "0", "API_FAILS": "1"}, signal: failure},
	{name: "no GPU, where fewer are allowed", applies: func(p pool) bool { return hasGPUs(p) && !p.counts },
		facts: map[string]string{"GPUS": "0"}, joins: true, signal: success},
	{name: "a disk cannot be formatted", applies: func(p pool) bool { return p.disks != "" },
		facts: map[string]string{"DISK_FAILS": "1"}, signal: failure},
	{name: "the agent never registers",
		facts: map[string]string{"AGENT_FAILS": "1"}, signal: failure},
	{name: "an instance for a warm pool, whose agent waits", applies: func(p pool) bool { return strings.Contains(p.name, "warm") },
		facts: map[string]string{"AGENT_FAILS": "1", "LIFECYCLE": "Warmed:Running"}},
}

func hasGPUs(p pool) bool          { return p.gpus() > 0 }
func (p pool) countsGPUs() bool    { return p.counts }
func (p pool) needsPackages() bool { return p.installs && !p.fails }

func TestBoot(t *testing.T) {
	all := pools(t)
	require.Greater(t, len(all), 20)
	var seen outcomes
	t.Run("pools", func(t *testing.T) {
		for _, p := range all {
			for _, s := range situations {
				if s.applies != nil && !s.applies(p) {
					continue
				}
				t.Run(p.name+"/"+s.name, func(t *testing.T) {
					t.Parallel()
					i := newInstance(t, p)
					for name, value := range s.facts {
						if value == "half" {
							value = fmt.Sprint(p.gpus() / 2)
						}
						i.facts[name] = value
					}
					first := i.boot(t)
					report(t, p, s.name, first)
					s.expect(t, p, first)
					if !p.fails {
						seen.add(s, p, first)
					}
					if s.joins && !p.fails {
						expectOrder(t, p, first)
						expectAgain(t, p, i)
					}
				})
			}
		}
	})
	if flag.Lookup("test.run").Value.String() == "" {
		seen.compare(t)
	}
}

// expect holds a first boot against the situation.
func (s situation) expect(t *testing.T, p pool, b boot) {
	joins, signal := s.joins && !p.fails, s.signal
	if p.fails {
		signal = "cfn-signal --exit-code 7"
	}
	registered := b.called("registered ")
	if joins {
		require.Len(t, registered, 1, "%s", b)
		assert.Contains(t, registered[0], fmt.Sprintf(" gpus=%s", s.registeredGPUs(p)))
		assert.NotContains(t, registered[0], "cluster=default", "the agent knows its cluster")
		expectDisks(t, p, b)
	} else {
		assert.Empty(t, registered, "%s", b)
	}
	assert.Equal(t, joins || s.facts["AGENT_FAILS"] != "" && !p.fails, b.units["ecs.service"].state == "active", "the agent runs: %s", b)
	if s.shutdown && !p.fails {
		assert.Equal(t, []string{"shutdown -h +1"}, b.called("shutdown"))
	} else {
		assert.Empty(t, b.called("shutdown"), "%s", b)
	}
	signals := append(b.called("cfn-signal"), b.called("SignalResource")...)
	if !p.signals || signal == "" {
		assert.Empty(t, signals, "%s", b)
		return
	}
	require.Len(t, signals, 1, "%s", b)
	assert.Contains(t, signals[0], signal)
	switch signal {
	case success:
		assert.Greater(t, slices.Index(b.calls, signals[0]), slices.Index(b.calls, registered[0]), "success means registered")
	case failure:
		assert.NotContains(t, signals[0], success)
	case failedAPI:
		assert.Contains(t, signals[0], "status=FAILURE id=i-0123456789abcdef0")
	}
}

// registeredGPUs is how many GPUs the agent must know.
func (s situation) registeredGPUs(p pool) string {
	if count := s.facts["GPUS"]; count != "" {
		return count
	}
	if !strings.Contains(p.userData, "ECS_ENABLE_GPU_SUPPORT=true") {
		return "0"
	}
	return fmt.Sprint(p.gpus())
}

// dockerData is where Docker keeps images and containers.
const dockerData = "/var/lib/docker"

// expectDisks looks where Docker and tasks find the instance's disks.
func expectDisks(t *testing.T, p pool, b boot) {
	if p.disks == "" {
		return
	}
	assert.Contains(t, b.mounts, p.disks+" ", "%s", b)
	last := b.called("dockerd data=")
	if p.disks == dockerData {
		assert.Equal(t, "dockerd data=disks", last[len(last)-1], "%s", b)
	}
}

// expectOrder looks at the order in which the units became active. At its first
// boot Docker may start before the disks are there, and again after.
func expectOrder(t *testing.T, p pool, b boot) {
	order := b.order()
	before := func(first, second string) {
		assert.Less(t, slices.Index(order, first), slices.Index(order, second), "%s before %s: %s", first, second, b)
		assert.Contains(t, order, first)
	}
	before("cloud-final.service", "ecs.service")
	before("docker.service", "ecs.service")
	if p.counts {
		before("nvidia-kmod-load.service", "ecsgpu-gpus.service")
		before("ecsgpu-gpus.service", "ecs.service")
	}
	if p.disks != "" {
		before("ecsgpu-disks.service", "ecs.service")
	}
	if p.disks == dockerData {
		before("ecsgpu-disks.service", "docker.service")
	}
}

// report writes down what a boot did, for a reader: build/boot has a file for
// each pool and situation.
func report(t *testing.T, p pool, name string, b boot) {
	directory := filepath.Join("../../build/boot", p.name)
	require.NoError(t, os.MkdirAll(directory, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(directory, name+".txt"), []byte(b.String()), 0o644))
}

// expectAgain boots an instance that joined a second time, and a third time
// after it was stopped. The user data does not run again.
func expectAgain(t *testing.T, p pool, i *instance) {
	second := i.boot(t)
	report(t, p, "a second boot", second)
	expectOrder(t, p, second)
	assert.Len(t, second.called("registered "), 1, "after a reboot: %s", second)
	assert.Empty(t, second.called("cfn-signal"), "after a reboot")
	assert.Empty(t, second.called("mkfs"), "a reboot keeps what is on the disks")
	expectDisks(t, p, second)
	if p.disks == "" {
		return
	}
	if p.disks == dockerData {
		assert.NotContains(t, second.calls, "dockerd data=root", "from now on Docker starts on the disks: %s", second)
	}
	i.stop(t)
	third := i.boot(t)
	assert.Len(t, third.called("registered "), 1, "after a stop: %s", third)
	assert.Len(t, third.called("mkfs"), 1, "a stop empties the disks: %s", third)
	expectDisks(t, p, third)
}

// outcomes are what came of each situation, over all pools.
type outcomes struct {
	sync.Mutex
	rows map[string]map[bool][]string // by situation and whether CloudFormation waits
}

func (o *outcomes) add(s situation, p pool, b boot) {
	what := "stays out of the cluster"
	if len(b.called("registered ")) > 0 {
		what = "registers"
	}
	switch {
	case len(b.called(failedAPI)) > 0:
		what += ", signals failure by the API"
	case len(b.called(success)) > 0:
		what += ", then signals success"
	case len(b.called(failure)) > 0:
		what += ", signals failure"
	}
	if len(b.called("shutdown")) > 0 {
		what += ", shuts down"
	}
	o.Lock()
	defer o.Unlock()
	if o.rows == nil {
		o.rows = map[string]map[bool][]string{}
	}
	if o.rows[s.name] == nil {
		o.rows[s.name] = map[bool][]string{}
	}
	if !slices.Contains(o.rows[s.name][p.signals], what) {
		o.rows[s.name][p.signals] = append(o.rows[s.name][p.signals], what)
	}
}

// compare holds the table in docs/testing.md against what was seen.
func (o *outcomes) compare(t *testing.T) {
	table := "| What an instance meets at its first boot | If CloudFormation waits | If not |\n| --- | --- | --- |\n"
	for _, s := range situations {
		cell := func(signals bool) string {
			what := o.rows[s.name][signals]
			slices.Sort(what)
			if len(what) == 0 {
				return "no such pool"
			}
			return strings.Join(what, " or ")
		}
		table += fmt.Sprintf("| %s | %s | %s |\n", s.name, cell(true), cell(false))
	}
	page, err := os.ReadFile("../../docs/testing.md")
	require.NoError(t, err)
	assert.True(t, strings.Contains(string(page), table), "docs/testing.md lacks this table:\n%s", table)
}
