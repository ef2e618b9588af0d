// Package properties_test makes props by the thousand and holds what the
// constructs do with them against CDK's validator and our own rules. go test
// draws 20 stacks twice, each with up to two pools, tasks and services; make
// properties draws 500 twice.
package properties_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestMain(m *testing.M) {
	// A stack takes the validator a tenth of a second. The command line may say
	// otherwise, because it is read later.
	if err := flag.Set("rapid.checks", "20"); err != nil {
		log.Fatal(err)
	}
	snapshot.Main(m)
}

func TestProps_thatAreValidMakeValidTemplates(t *testing.T) {
	b := newBatch(t)
	rapid.Check(t, func(rt *rapid.T) {
		if refused := b.build(draw{T: rt}); refused != nil {
			rt.Fatalf("refused: %v", refused)
		}
	})
	b.requireValid(t)
}

// Whatever the props: either a *RefusedError with a problem in it, or a template
// that passes. No other panic gets out, which rapid would report.
func TestProps_withMistakesAreRefusedOrMakeValidTemplates(t *testing.T) {
	b := newBatch(t)
	refusals := 0
	rapid.Check(t, func(rt *rapid.T) {
		if err := b.build(draw{T: rt, mistakes: true}); err != nil {
			refusals++
			var refused *ecsgpu.RefusedError
			if !errors.As(err, &refused) || len(refused.Problems) == 0 || refused.Construct == "" {
				rt.Fatalf("a refusal must say what and where: %#v", err)
			}
		}
	})
	require.Positive(t, refusals, "the mistakes are none")
	b.requireValid(t)
}

// batch collects stacks in one app: the validator's price is by the process.
type batch struct {
	app   awscdk.App
	built int
	props map[string]string // by stack that stays, for the message of a failure
	last  awscdk.Stack
}

func newBatch(t *testing.T) *batch {
	return &batch{app: snapshot.NewApp(t, nil), props: map[string]string{}}
}

// build makes one stack of drawn props, or none if something in it is refused.
func (b *batch) build(d draw) error {
	name := fmt.Sprintf("stack-%d", b.built)
	b.built++
	stack := awscdk.NewStack(b.app, &name, &awscdk.StackProps{
		Synthesizer: awscdk.NewBootstraplessSynthesizer(&awscdk.BootstraplessSynthesizerProps{}),
	})
	var notes strings.Builder
	if refused := ecsgpu.Recover(func() { buildStack(d, stack, &notes) }); refused != nil {
		b.app.Node().TryRemoveChild(&name)
		return refused
	}
	b.last, b.props[name] = stack, notes.String()
	return nil
}

func buildStack(d draw, stack awscdk.Stack, notes io.Writer) {
	network, props := d.network(), d.cluster()
	fmt.Fprintf(notes, "\n%+v\n%+v", network, props)
	props.Network = ecsgpu.NewNetwork(stack, "Network", &network)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &props)
	for i := range rapid.IntRange(1, 2).Draw(d.T, "pools") {
		buildPool(d, cluster, network, i, notes)
	}
}

// buildPool adds a pool with a task, and perhaps a service, to the cluster.
func buildPool(d draw, cluster *ecsgpu.Cluster, network ecsgpu.NetworkProps, i int, notes io.Writer) {
	stack := awscdk.Stack_Of(cluster)
	pool, types := d.pool(network)
	fmt.Fprintf(notes, "\n%+v", pool)
	task := d.task(types, pool.EFA)
	task.Pool = cluster.AddPool(fmt.Sprintf("pool%d", i), &pool)
	fmt.Fprintf(notes, "\n%+v", task.Containers)
	definition := ecsgpu.NewTaskDefinition(stack, fmt.Sprintf("Task%d", i), &task)
	if !d.flag("service") {
		return
	}
	service := d.service(task, pool, network)
	fmt.Fprintf(notes, "\n%+v", service)
	service.Task = definition
	ecsgpu.NewService(stack, fmt.Sprintf("Service%d", i), &service)
}

// requireValid runs CDK's validator over all stacks at once, then our rules.
func (b *batch) requireValid(t *testing.T) {
	t.Helper()
	snapshot.Validate(&explained{TB: t, props: b.props}, b.last)
	for name := range b.props {
		path := filepath.Join(*b.app.Outdir(), name+".template.json")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		findings, err := checks.Document(path, text, cloudformation.Environment{})
		require.NoError(t, err)
		for _, finding := range findings {
			// The agent's settings are ours to get right, also where a fault is harmless.
			if finding.Severity == checks.Error || strings.HasPrefix(finding.ID, "ecsgpu-image-agent-") {
				t.Errorf("%s: %s\nprops: %s", name, finding.Text(), b.props[name])
			}
		}
	}
}

// explained adds to a failure the props of the stack that it names.
type explained struct {
	testing.TB
	props map[string]string
}

var stackName = regexp.MustCompile(`stack-\d+`)

// Error is called for each finding.
func (e *explained) Error(args ...any) {
	e.Helper()
	message := fmt.Sprint(args...)
	e.TB.Errorf("%s\nprops of the first: %s", message, e.props[stackName.FindString(message)])
}
