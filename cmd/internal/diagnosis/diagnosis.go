// Package diagnosis looks for what the command and a deployment need on this
// machine. It starts programs to ask for their versions and reads files; it
// makes no request to the network.
package diagnosis

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/nodejs"
)

// Finding is the state of one prerequisite.
type Finding struct {
	Subject string
	Found   bool
	Needed  bool   // false: only some uses need it
	Detail  string // what was found, or what to do
}

// Run looks at everything, in the order in which a newcomer meets it.
func Run() []Finding {
	return []Finding{goToolchain(), node(), cdkCLI(), awsCLI(), credentials(), region(), cache()}
}

func goToolchain() Finding {
	const remedy = "install Go 1.25 or newer (https://go.dev/dl); only building from source needs it"
	version, err := output("go", "version")
	if err != nil {
		return Finding{Subject: "Go", Detail: remedy}
	}
	return Finding{Subject: "Go", Found: true, Detail: strings.TrimPrefix(version, "go version ")}
}

func node() Finding {
	found, err := nodejs.Find()
	finding := Finding{Subject: "Node.js", Needed: true}
	switch {
	case err != nil:
		finding.Detail = err.Error()
	case !found.Maintained():
		finding.Found = true
		finding.Detail = fmt.Sprintf("%s %s: past its end of life; `npm ci` installs one that is not", found.Version, found.Origin)
	default:
		finding.Found = true
		finding.Detail = fmt.Sprintf("%s %s (%s)", found.Version, found.Origin, found.Path)
	}
	return finding
}

// cdkCLI prefers the one that package.json pins: a CDK CLI that is older than
// the library refuses its cloud assemblies.
func cdkCLI() Finding {
	finding := Finding{Subject: "CDK CLI", Needed: true}
	for _, candidate := range append(pinnedCLIs(), "cdk") {
		if version, err := output(candidate, "--version"); err == nil {
			finding.Found = true
			finding.Detail = fmt.Sprintf("%s (%s)", version, candidate)
			return finding
		}
	}
	finding.Detail = "run `npm ci` in the project's directory, then use `npx cdk`; `aws cloudformation deploy` does without"
	return finding
}

func pinnedCLIs() []string {
	var found []string
	for _, dir := range nodejs.ProjectDirs() {
		path := filepath.Join(dir, "node_modules", ".bin", "cdk")
		if _, err := os.Stat(path); err == nil {
			found = append(found, path)
		}
	}
	return found
}

func awsCLI() Finding {
	version, err := output("aws", "--version")
	if err != nil {
		return Finding{Subject: "AWS CLI", Detail: "install it (https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html) to run tasks and to deploy without the CDK CLI"}
	}
	return Finding{Subject: "AWS CLI", Found: true, Detail: version}
}

// cache is where the validator's passes are remembered.
func cache() Finding {
	finding := Finding{Subject: "Cache"}
	dir, err := os.UserCacheDir()
	if err != nil {
		finding.Detail = "set HOME or XDG_CACHE_HOME: without a cache directory every synthesis validates anew"
		return finding
	}
	finding.Found, finding.Detail = true, filepath.Join(dir, "ecsgpu")
	return finding
}

// output is the first line that a program prints.
func output(name string, args ...string) (string, error) {
	data, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(data)), "\n")
	return line, nil
}
