//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Where the pinned tools are, from the repository's root.
const (
	venvBin = ".venv/bin"
	npmBin  = "node_modules/.bin"
)

// workstation is where the user of the walk-through sits: the repository, the
// tools on PATH, and an environment that leads to the local AWS and nowhere else.
type workstation struct {
	env []string
	log *os.File // what was run and what it printed

	endpoint string // of the local AWS

	images map[string]string // parameters of Systems Manager that were asked for
}

// newWorkstation starts a local AWS of its own for the test. Logs are in
// build/e2e afterwards; a failure names them.
func newWorkstation(t *testing.T) *workstation {
	t.Helper()
	cdk, aws := tool(t, npmBin, "cdk"), tool(t, venvBin, "aws")
	w := &workstation{log: logFile(t, "commands.log"), images: map[string]string{}}
	w.endpoint = startLocalAWS(t, logFile(t, "moto.log"))

	scratch := t.TempDir()
	path := strings.Join([]string{scratch, filepath.Dir(cdk), filepath.Dir(aws), os.Getenv("PATH")}, string(os.PathListSeparator))
	w.env = append(inherited(),
		"PATH="+path,
		"AWS_ENDPOINT_URL="+w.endpoint,
		"AWS_REGION="+region,
		"AWS_DEFAULT_REGION="+region,
		"AWS_ACCESS_KEY_ID=testing",
		"AWS_SECRET_ACCESS_KEY=testing",
		"AWS_CONFIG_FILE="+filepath.Join(scratch, "no-config"),
		"AWS_SHARED_CREDENTIALS_FILE="+filepath.Join(scratch, "no-credentials"),
		"AWS_EC2_METADATA_DISABLED=true",
		"AWS_MAX_ATTEMPTS=1", // a fault of the emulator stays one
		"AWS_PAGER=",
		"NO_PROXY=localhost,127.0.0.1",
		"no_proxy=localhost,127.0.0.1",
		"CDK_OUTPUT="+filepath.Join(scratch, "cdk.out"),
		"CDK_DISABLE_CLI_TELEMETRY=true",
		"CDK_NOTICES=false",
	)
	w.run(t, "go", "build", "-o", filepath.Join(scratch, "ecsgpu"), "./cmd/ecsgpu")
	w.mustBeLocal(t)
	return w
}

// inherited is the environment without what could lead to a real account, and
// without CI, which has the command validate the same template at every step.
func inherited() []string {
	var kept []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "AWS_") || strings.HasPrefix(name, "CDK_") || strings.EqualFold(name, "NO_PROXY") || name == "PATH" || name == "CI" {
			continue
		}
		kept = append(kept, variable)
	}
	return kept
}

func (w *workstation) mustBeLocal(t *testing.T) {
	t.Helper()
	var identity struct{ Account string }
	w.aws(t, &identity, "sts", "get-caller-identity")
	if identity.Account != account {
		t.Fatalf("the AWS CLI reached account %s, not the local AWS (%s): nothing was deployed", identity.Account, account)
	}
}

// run runs a command line in the repository and returns its standard output.
func (w *workstation) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	stdout, stderr, err := w.try(name, args...)
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(append([]string{name}, args...), " "), err, stdout, stderr)
	}
	return stdout
}

// aws runs the AWS CLI and reads its answer.
func (w *workstation) aws(t *testing.T, answer any, args ...string) {
	t.Helper()
	text := w.run(t, "aws", args...)
	if answer == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), answer); err != nil {
		t.Fatalf("aws %s: the answer is no JSON: %v\n%s", strings.Join(args, " "), err, text)
	}
}

func (w *workstation) try(name string, args ...string) (stdout, stderr string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	// The workstation's PATH decides, not that of the test.
	command := exec.CommandContext(ctx, "/usr/bin/env", append([]string{name}, args...)...)
	command.Dir, command.Env = repository(), w.env
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	start := time.Now()
	err = command.Run()
	fmt.Fprintf(w.log, "$ %s %s   # %.1f s\n%s%s", name, strings.Join(args, " "), time.Since(start).Seconds(), &out, &errs)
	return out.String(), errs.String(), err
}

// tool is the path of a pinned tool.
func tool(t *testing.T, directory, name string) string {
	t.Helper()
	path := filepath.Join(repository(), directory, name)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s is not in %s: install the pinned tools with `make tools`", name, directory)
	}
	return path
}

func repository() string {
	directory, err := os.Getwd() // that of the package, in a test
	if err != nil {
		panic(err)
	}
	return filepath.Dir(filepath.Dir(directory))
}

// logFile creates a log of this test, which a failure names.
func logFile(t *testing.T, name string) *os.File {
	t.Helper()
	directory := filepath.Join(repository(), "build", "e2e", filepath.FromSlash(t.Name()))
	if err := os.MkdirAll(directory, 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(directory, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		file.Close()
		if t.Failed() {
			t.Logf("see %s", file.Name())
		}
	})
	return file
}

// step is one step of a walk-through: without it the next ones make no sense.
func step(t *testing.T, name string, do func(t *testing.T)) {
	t.Helper()
	if !t.Run(name, do) {
		t.FailNow()
	}
}
