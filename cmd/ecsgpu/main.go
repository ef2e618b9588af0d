// Command ecsgpu synthesizes, checks and sizes GPU clusters on Amazon ECS, and
// is the CDK app that cdk.json names.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
