// Package cloudassembly reads the cloud assembly that CDK writes, tells one from
// other directories, and writes the directory of one whole or not at all: it
// replaces nothing but a cloud assembly. How, and why so, is in
// docs/design/071-replacing-a-directory.md.
package cloudassembly

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

// Assembly is a cloud assembly on disk: what app.Synth writes and the CDK CLI
// deploys.
type Assembly struct {
	Dir       string
	artifacts map[string]artifact
}

type artifact struct {
	Type       string `json:"type"`
	Properties struct {
		TemplateFile  string `json:"templateFile"`  // of a stack
		File          string `json:"file"`          // of a tree or a manifest of assets
		DirectoryName string `json:"directoryName"` // of an assembly in this one
	} `json:"properties"`
	Metadata     map[string][]metadata `json:"metadata"`
	MetadataFile string                `json:"additionalMetadataFile"`
}

type metadata struct {
	Type string `json:"type"`
	Data any    `json:"data"`
}

// Annotation is a message that a construct attached to itself.
type Annotation struct {
	Level   string // "error", "warning" or "info"
	Path    string // the construct's
	Message string
}

// Read reads the manifest of a cloud assembly.
func Read(dir string) (Assembly, error) {
	data, err := os.ReadFile(filepath.Join(dir, Manifest))
	if err != nil {
		return Assembly{}, fmt.Errorf("CDK wrote no cloud assembly: %w", err)
	}
	var read manifest
	if err := json.Unmarshal(data, &read); err != nil {
		return Assembly{}, fmt.Errorf("CDK wrote a manifest that does not read as JSON: %w", err)
	}
	return Assembly{Dir: dir, artifacts: read.Artifacts}, nil
}

// Template returns a stack's template as CDK wrote it.
func (a Assembly) Template(stack string) ([]byte, error) {
	found, ok := a.artifacts[stack]
	if !ok || found.Properties.TemplateFile == "" {
		return nil, fmt.Errorf("CDK wrote no template for the stack %s", stack)
	}
	data, err := os.ReadFile(filepath.Join(a.Dir, found.Properties.TemplateFile))
	if err != nil {
		return nil, fmt.Errorf("cannot read the template of the stack %s: %w", stack, err)
	}
	if !json.Valid(data) {
		return nil, fmt.Errorf("CDK wrote a template for the stack %s that does not read as JSON", stack)
	}
	return data, nil
}

// Annotations returns what the constructs of all stacks have to say, errors
// first, in a fixed order. CDK only records these; refusing to go on because of
// one is left to whoever reads them.
func (a Assembly) Annotations() ([]Annotation, error) {
	var all []Annotation
	for _, found := range a.artifacts {
		entries, err := a.metadata(found)
		if err != nil {
			return nil, err
		}
		for path, messages := range entries {
			for _, message := range messages {
				if level, ok := levels[message.Type]; ok {
					all = append(all, Annotation{Level: level, Path: path, Message: fmt.Sprint(message.Data)})
				}
			}
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.Level != b.Level {
			return rank[a.Level] < rank[b.Level]
		}
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.Message < b.Message
	})
	return all, nil
}

var (
	levels = map[string]string{"aws:cdk:error": "error", "aws:cdk:warning": "warning", "aws:cdk:info": "info"}
	rank   = map[string]int{"error": 0, "warning": 1, "info": 2}
)

func (a Assembly) metadata(found artifact) (map[string][]metadata, error) {
	if found.MetadataFile == "" {
		return found.Metadata, nil
	}
	data, err := os.ReadFile(filepath.Join(a.Dir, found.MetadataFile))
	if err != nil {
		return nil, fmt.Errorf("cannot read the metadata of the cloud assembly: %w", err)
	}
	var entries map[string][]metadata
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("CDK wrote metadata that does not read as JSON: %w", err)
	}
	return entries, nil
}
