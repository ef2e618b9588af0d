package cloudassembly

import (
	"fmt"
	"path"
	"regexp"
	"slices"
)

// The types of artifacts, and the fields that name files, are those of
// cloud-assembly-schema 54.11.0 (2026-11-21).
var artifactTypes = []string{
	"none", "aws:cloudformation:stack", "cdk:tree", "cdk:asset-manifest", "cdk:cloud-assembly", "cdk:feature-flag-report",
}

var schemaVersion = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

// maxStages is more than stages are ever nested.
const maxStages = 32

type manifest struct {
	Version   string              `json:"version"`
	Artifacts map[string]artifact `json:"artifacts"`
}

// assembly names what the manifest in dir names.
func (s *survey) assembly(dir string, depth int) error {
	own := path.Join(dir, Manifest)
	var read manifest
	if err := s.read(own, &read); err != nil {
		return err
	}
	s.describe(dir, Manifest)
	if err := s.version(dir, own, read); err != nil {
		return err
	}
	for _, name := range reports {
		s.name(dir, name, file)
	}
	s.name(dir, ".cache", cache)
	s.name(dir, ".hotswap-cache", cache)
	for id, each := range read.Artifacts {
		if !slices.Contains(artifactTypes, each.Type) {
			return fmt.Errorf("%w (%q has an artifact %q of type %q, which CDK does not write)", ErrNone, own, id, each.Type)
		}
		if err := s.artifact(dir, each, depth); err != nil {
			return err
		}
	}
	return nil
}

// version tells a manifest of CDK from any other manifest.json, a browser
// extension's say: CDK repeats its version in the file cdk.out.
func (s *survey) version(dir, own string, read manifest) error {
	var marker struct {
		Version string `json:"version"`
	}
	if err := s.read(path.Join(dir, "cdk.out"), &marker); err != nil {
		return err
	}
	s.name(dir, "cdk.out", file)
	if s.rest || schemaVersion.MatchString(read.Version) && read.Artifacts != nil && marker.Version == read.Version {
		return nil
	}
	return fmt.Errorf("%w (%q is not CDK's: CDK gives artifacts and a version there, and the same version in the file cdk.out)", ErrNone, own)
}

func (s *survey) describe(dir, name string) (full string, ok bool) {
	if full, ok = s.name(dir, name, descriptor); ok {
		s.descriptors = append(s.descriptors, full)
	}
	return full, ok
}

func (s *survey) artifact(dir string, each artifact, depth int) error {
	if err := s.metadata(dir, each); err != nil {
		return err
	}
	switch each.Type {
	case "aws:cloudformation:stack":
		s.name(dir, each.Properties.TemplateFile, file)
	case "cdk:tree":
		s.name(dir, each.Properties.File, file)
	case "cdk:asset-manifest":
		return s.assets(dir, each.Properties.File)
	case "cdk:cloud-assembly":
		below, ok := s.name(dir, each.Properties.DirectoryName, nested)
		if !ok || depth == maxStages {
			return nil
		}
		s.descriptors = append(s.descriptors, below)
		return s.assembly(below, depth+1)
	}
	return nil
}

// metadata names the assets of stacks with the legacy synthesizer.
func (s *survey) metadata(dir string, each artifact) error {
	entries := each.Metadata
	if own, ok := s.describe(dir, each.MetadataFile); ok {
		if err := s.read(own, &entries); err != nil {
			return err
		}
	}
	for _, of := range entries {
		for _, entry := range of {
			data, _ := entry.Data.(map[string]any)
			if staged, ok := data["path"].(string); ok && entry.Type == "aws:cdk:asset" {
				s.name(dir, staged, asset)
			}
		}
	}
	return nil
}

// assets names what a manifest of assets names, and the archives that the CDK
// CLI made of them.
func (s *survey) assets(dir, name string) error {
	own, ok := s.describe(dir, name)
	if !ok {
		return nil
	}
	var read struct {
		Files map[string]struct {
			Source struct {
				Path string `json:"path"`
			} `json:"source"`
		} `json:"files"`
		DockerImages map[string]struct {
			Source struct {
				Directory string `json:"directory"`
			} `json:"source"`
		} `json:"dockerImages"`
	}
	if err := s.read(own, &read); err != nil {
		return err
	}
	for id, each := range read.Files {
		s.name(dir, each.Source.Path, asset)
		s.name(dir, path.Join(".cache", id+".zip"), file)
	}
	for _, each := range read.DockerImages {
		s.name(dir, each.Source.Directory, asset)
	}
	return nil
}
