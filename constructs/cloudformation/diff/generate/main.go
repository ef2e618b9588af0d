// Command generate writes createonly.txt, the properties that CloudFormation
// sets only when it creates a resource, from the resource specification in the
// package of the CDK CLI. Run it by go generate, after npm ci.
package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// database is the specification, relative to the module's root.
const database = "node_modules/aws-cdk/db.json.gz"

func main() {
	if err := run("createonly.txt"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string) error {
	text, err := table()
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// resource is what the specification says of a resource type.
type resource struct {
	Type       string `json:"cloudFormationType"`
	Properties map[string]struct {
		CausesReplacement string `json:"causesReplacement"`
	} `json:"properties"`
}

// table has a line for each type: its name and its properties, those that
// replace the resource only sometimes with a question mark.
func table() (string, error) {
	all, err := read()
	if err != nil {
		return "", err
	}
	var lines []string
	for _, each := range all {
		var names []string
		for name, property := range each.Properties {
			switch property.CausesReplacement {
			case "yes":
				names = append(names, name)
			case "maybe":
				names = append(names, name+"?")
			}
		}
		slices.Sort(names)
		lines = append(lines, strings.Join(append([]string{each.Type}, names...), " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n", nil
}

func read() ([]resource, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(root, database))
	if err != nil {
		return nil, fmt.Errorf("%w; run npm ci", err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	var content struct {
		Schema struct {
			Resource struct {
				Entities []resource `json:"entities"`
			} `json:"resource"`
		} `json:"schema"`
	}
	if err := json.NewDecoder(unpacked).Decode(&content); err != nil {
		return nil, fmt.Errorf("%s does not read: %w", database, err)
	}
	return content.Schema.Resource.Entities, nil
}

// moduleRoot returns the nearest directory above with a go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		} else if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod above: %w", err)
		}
		dir = filepath.Dir(dir)
	}
}
