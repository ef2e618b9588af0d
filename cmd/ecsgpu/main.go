// Command ecsgpu synthesizes, checks and sizes GPU clusters on Amazon ECS, and
// is the CDK app that cdk.json names.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("GOGC") == "" {
		// A command ends before its garbage is worth collecting often: a tenth
		// of the time of a check, for two megabytes.
		debug.SetGCPercent(400)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
