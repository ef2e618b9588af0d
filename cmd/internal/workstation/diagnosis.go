// Package workstation finds what the command and a deployment need on this
// machine: Node.js, CDK, caches, an account. It starts programs to ask for their versions and reads files; it
// makes no request to the network.
package workstation

import (
	"context"
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/process"
)

// Finding is the state of one prerequisite.
type Finding struct {
	Subject string
	Found   bool
	Needed  bool   // false: only some uses need it
	Detail  string // what was found, or what to do
}

// Diagnose looks at everything, in the order in which a newcomer meets it.
func Diagnose(ctx context.Context) []Finding {
	return []Finding{goToolchain(ctx), node(ctx), cdkCLI(ctx), awsCLI(ctx), credentials(), region(), cache()}
}

func goToolchain(ctx context.Context) Finding {
	const remedy = "install Go 1.25 or newer (https://go.dev/dl); only building from source needs it"
	version, err := output(ctx, "go", "version")
	if err != nil {
		return Finding{Subject: "Go", Detail: remedy}
	}
	return Finding{Subject: "Go", Found: true, Detail: strings.TrimPrefix(version, "go version ")}
}

func node(ctx context.Context) Finding {
	found, err := FindNode(ctx)
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
	if found.Refused != nil {
		finding.Detail += fmt.Sprintf("; %v", found.Refused)
	}
	return finding
}

// cdkCLI prefers the one that package.json pins: a CDK CLI that is older than
// the library refuses its cloud assemblies.
func cdkCLI(ctx context.Context) Finding {
	finding := Finding{Subject: "CDK CLI", Needed: true}
	pinned, refused := pinnedCLIs()
	for _, candidate := range append(pinned, "cdk") {
		if version, err := output(ctx, candidate, "--version"); err == nil {
			finding.Found = true
			finding.Detail = fmt.Sprintf("%s (%s)", version, candidate)
			return finding
		}
	}
	finding.Detail = "run `npm ci` in the project's directory, then use `npx cdk`; `aws cloudformation deploy` does without"
	if refused != nil {
		finding.Detail = refused.Error()
	}
	return finding
}

// pinnedCLIs returns those of the projects, and why the first one that must not
// be run is not among them.
func pinnedCLIs() (found []string, refused error) {
	for _, project := range Projects() {
		path, err := project.Program(".bin", "cdk")
		if err != nil && refused == nil {
			refused = err
		}
		if path != "" {
			found = append(found, path)
		}
	}
	return found, refused
}

func awsCLI(ctx context.Context) Finding {
	version, err := output(ctx, "aws", "--version")
	if err != nil {
		return Finding{Subject: "AWS CLI", Detail: "install it (https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html) to run tasks and to deploy without the CDK CLI"}
	}
	return Finding{Subject: "AWS CLI", Found: true, Detail: version}
}

// cache returns where the validator's passes and the kernel's files are kept.
func cache() Finding {
	finding := Finding{Subject: "Cache"}
	caches := FindCaches()
	switch {
	case caches.Refused != nil:
		finding.Detail = fmt.Sprintf("a cache is not used, so synthesis takes longer: %v", caches.Refused)
	case caches.Absent != nil:
		finding.Detail = fmt.Sprintf("set HOME or XDG_CACHE_HOME: without a cache directory every synthesis validates anew (%v)", caches.Absent)
	default:
		finding.Found, finding.Detail = true, caches.Dir
	}
	return finding
}

// output returns the first line that a program prints, to whichever stream.
func output(ctx context.Context, name string, args ...string) (string, error) {
	stdout, stderr, err := process.Output(ctx, name, args...)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stdout+stderr), "\n")
	return line, nil
}
