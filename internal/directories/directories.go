// Package directories makes the kinds of directories that a user may name as the
// output of a synthesis, for tests.
package directories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Kind is a kind of directory.
type Kind struct {
	Name        string
	Replaceable bool // it holds nothing but a cloud assembly, or nothing
	Make        func(dir string) error
}

// hash is what CDK names a staged asset by.
var hash = strings.Repeat("0123456789abcdef", 4)

// Assembly writes a cloud assembly with one stack, as ecsgpu does.
func Assembly(dir, stack string) error { return assembly(stack, "")(dir) }

// assembly also adds artifacts.
func assembly(stack, more string) func(dir string) error {
	return all(
		write("cdk.out", `{"version": "54.0.0"}`),
		write(stack+".template.json", `{"Resources": {}}`),
		write(stack+".metadata.json", `{}`),
		write("manifest.json", fmt.Sprintf(`{"version": "54.0.0", "artifacts": {%[2]s%[1]q: {"type": "aws:cloudformation:stack",
			"properties": {"templateFile": "%[1]s.template.json"}, "additionalMetadataFile": "%[1]s.metadata.json"}}}`, stack, more)),
	)
}

func all(steps ...func(dir string) error) func(dir string) error {
	return func(dir string) error {
		for _, step := range steps {
			if err := step(dir); err != nil {
				return err
			}
		}
		return nil
	}
}

func write(name, text string) func(dir string) error {
	return func(dir string) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o644)
	}
}

func mkdir(name string) func(dir string) error {
	return func(dir string) error { return os.MkdirAll(filepath.Join(dir, name), 0o755) }
}

func link(to, name string) func(dir string) error {
	return func(dir string) error { return os.Symlink(to, filepath.Join(dir, name)) }
}

func remove(name string) func(dir string) error {
	return func(dir string) error { return os.Remove(filepath.Join(dir, name)) }
}

// earlier makes the entries older than the manifest, as CDK writes them.
func earlier(names ...string) func(dir string) error {
	return func(dir string) error {
		for _, name := range names {
			then := time.Now().Add(-time.Hour)
			if err := os.Chtimes(filepath.Join(dir, name), then, then); err != nil {
				return err
			}
		}
		return nil
	}
}

// assets returns an artifact, and the manifest of assets that it names.
func assets(files, images string) func(dir string) error {
	return all(assembly("old", `"old.assets": {"type": "cdk:asset-manifest", "properties": {"file": "old.assets.json"}}, `),
		write("old.assets.json", fmt.Sprintf(`{"version": "54.0.0", "files": {%s}, "dockerImages": {%s}}`, files, images)))
}

func file(path string) string { return fmt.Sprintf(`%q: {"source": {"path": %q}}`, hash, path) }

// asset is a directory that CDK staged.
var asset = "asset." + hash

// staged has a directory among its assets.
var staged = all(assets(file(asset), ""), write(asset+"/sub/b", "b"), write(asset+"/a", "a"), link("a", asset+"/link"),
	func(dir string) error { // a link keeps its time, which must not be later than the manifest's
		later := time.Now().Add(time.Second)
		return os.Chtimes(filepath.Join(dir, "manifest.json"), later, later)
	},
	earlier(asset+"/sub/b", asset+"/sub", asset+"/a", asset))

var plain = assembly("old", "")

// nested has an assembly of a stage in it.
var nested = all(assembly("old", `"assembly-Prod": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "assembly-Prod"}}, `),
	func(dir string) error { return plain(filepath.Join(dir, "assembly-Prod")) })

// Kinds returns all kinds of directories.
func Kinds() []Kind { return append(replaceable(), others()...) }

func replaceable() []Kind {
	var kinds []Kind
	for name, steps := range map[string]func(dir string) error{
		"empty":                                 mkdir(""),
		"an assembly":                           plain,
		"an assembly that nobody else may read": all(plain, func(dir string) error { return os.Chmod(dir, 0o700) }),
		"a tree of constructs":                  all(assembly("old", `"Tree": {"type": "cdk:tree", "properties": {"file": "tree.json"}}, `), write("tree.json", "{}")),
		"reports of validators":                 all(plain, write("validation-report.json", "{}"), write("policy-validation-report.json", "{}"), write("iam-policy-report.txt", ""), write("iam-policy-report.json", "{}")),
		"locks of the CDK CLI":                  all(plain, write("synth.lock", "1"), write("read.17.1.lock", "17"), write("read.17.2.lock.17_3", "17")),
		"what the CDK CLI hotswapped":           all(plain, write(".hotswap-cache/old.aws___1_us-east-1.json", "{}")),
		"a file among its assets":               all(assets(file(asset+".txt"), ""), write(asset+".txt", "x")),
		"an archive of an asset":                all(assets(file(asset+".txt"), ""), write(".cache/"+hash+".zip", "PK")),
		"the template of a nested stack":        all(assets(file("oldN.nested.template.json"), ""), write("oldN.nested.template.json", "{}")),
		"a directory among its assets":          staged,
		"an image among its assets":             all(assets("", fmt.Sprintf(`"%s": {"source": {"directory": %q}}`, hash, asset)), write(asset+"/Dockerfile", "FROM scratch"), earlier(asset+"/Dockerfile", asset)),
		"an asset of a legacy stack":            all(plain, write("old.metadata.json", `{"/old": [{"type": "aws:cdk:asset", "data": {"path": "`+asset+`.txt"}}]}`), write(asset+".txt", "x")),
		"a stage":                               nested,
		"a template that is gone":               all(plain, remove("old.template.json")),
		"a template that was edited":            all(plain, write("old.template.json", `{"edited": true}`)),
		"an assembly of another release":        all(plain, write("cdk.out", `{"version": "20.0.0"}`), write("manifest.json", `{"version": "20.0.0", "artifacts": {}}`), remove("old.template.json"), remove("old.metadata.json")),
	} {
		kinds = append(kinds, Kind{Name: name, Replaceable: true, Make: steps})
	}
	return kinds
}

func others() []Kind {
	var kinds []Kind
	for name, steps := range map[string]func(dir string) error{
		"notes":                                      write("notes.txt", "work"),
		"a repository":                               write(".git/HEAD", "work"),
		"an empty directory in it":                   mkdir("sub"),
		"a browser extension":                        all(write("manifest.json", `{"manifest_version": 3, "version": "1.0.0"}`), write(".git/HEAD", "work")),
		"a web application":                          write("manifest.json", `{"name": "work", "icons": []}`),
		"a manifest alone":                           write("manifest.json", `{"version": "54.0.0", "artifacts": {}}`),
		"a manifest of nothing":                      all(plain, write("manifest.json", "")),
		"a manifest cut short":                       all(plain, write("manifest.json", `{"version": "54.0.0", "artifacts": {`)),
		"a manifest that is a list":                  all(plain, write("manifest.json", `[]`)),
		"a manifest nested deep":                     all(plain, write("manifest.json", strings.Repeat("[", 100000))),
		"a manifest without artifacts":               all(plain, write("manifest.json", `{"version": "54.0.0"}`)),
		"a manifest without a version":               all(plain, write("manifest.json", `{"artifacts": {}}`)),
		"another version in cdk.out":                 all(plain, write("cdk.out", `{"version": "53.0.0"}`)),
		"no cdk.out":                                 all(plain, remove("cdk.out")),
		"artifacts of another tool":                  all(plain, write("manifest.json", `{"version": "54.0.0", "artifacts": {"x": {"type": "tar"}}}`)),
		"a huge manifest":                            all(plain, func(dir string) error { return os.Truncate(filepath.Join(dir, "manifest.json"), 1<<29) }),
		"a directory for a manifest":                 mkdir("manifest.json"),
		"a link for a manifest":                      all(plain, func(dir string) error { return os.Rename(filepath.Join(dir, "manifest.json"), dir+"-manifest") }, func(dir string) error { return link(dir+"-manifest", "manifest.json")(dir) }),
		"an assembly and notes":                      all(plain, write("notes.txt", "work")),
		"an assembly and a repository":               all(plain, write(".git/HEAD", "work")),
		"an assembly and a hidden file":              all(plain, write(".env", "work")),
		"an assembly and a directory":                all(plain, mkdir("sub")),
		"an assembly and a link":                     all(plain, link("/etc", "etc")),
		"an assembly and a name with a newline":      all(plain, write("a\nb", "work")),
		"an assembly and a name that is not UTF-8":   all(plain, write("\xff\xfe", "work")),
		"an assembly and a name with a star":         all(plain, write("*", "work")),
		"a template of a stack that is gone":         all(plain, write("gone.template.json", "{}")),
		"an asset that nothing names":                all(plain, write(asset+".txt", "x")),
		"a link for a template":                      all(plain, remove("old.template.json"), link("/etc/passwd", "old.template.json")),
		"a directory for a template":                 all(plain, remove("old.template.json"), write("old.template.json/notes.txt", "work")),
		"a template outside":                         all(plain, write("manifest.json", `{"version": "54.0.0", "artifacts": {"old": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "../canary"}}}}`)),
		"an asset that is the directory itself":      all(assets(file("."), ""), write("notes.txt", "work")),
		"an asset that is the directory above":       all(assets(file(".."), ""), write("notes.txt", "work")),
		"an asset at an absolute path":               all(assets(file("/etc/passwd"), ""), write("notes.txt", "work")),
		"an asset that is a directory of the user's": all(assets(file("src"), ""), write("src/main.go", "work"), earlier("src/main.go", "src")),
		"an asset to which a file was added":         all(staged, write(asset+"/notes.txt", "work"), func(dir string) error { return earlier("manifest.json", asset+"/a")(dir) }),
		"an asset in which a file was changed":       all(staged, earlier("manifest.json"), write(asset+"/a", "work")),
		"a link for an asset":                        all(assets(file(asset), ""), link("/etc", asset)),
		"notes in a stage":                           all(nested, write("assembly-Prod/notes.txt", "work")),
		"a link for a stage":                         all(nested, func(dir string) error { return os.Rename(filepath.Join(dir, "assembly-Prod"), dir+"-stage") }, func(dir string) error { return link(dir+"-stage", "assembly-Prod")(dir) }),
		"a stage that is not an assembly":            all(nested, remove("assembly-Prod/manifest.json")),
		"notes among archives":                       all(plain, write(".cache/notes.zip", "work")),
		"notes among what was hotswapped":            all(plain, write(".hotswap-cache/notes.txt", "work")),
		"a directory for a lock":                     all(plain, write("synth.lock/notes.txt", "work")),
		"manifests that include themselves":          all(plain, write("manifest.json", `{"version": "54.0.0", "artifacts": {"x": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "."}}, "y": {"type": "cdk:asset-manifest", "properties": {"file": "manifest.json"}}}}`), write("notes.txt", "work")),
		"a file":                                     func(dir string) error { return os.WriteFile(dir, []byte("work"), 0o644) },
		"a link to nothing":                          func(dir string) error { return os.Symlink("nowhere", dir) },
		"a link to work": func(dir string) error {
			return all(write("notes.txt", "work"), func(string) error { return os.Symlink(dir+"-work", dir) })(dir + "-work")
		},
	} {
		kinds = append(kinds, Kind{Name: name, Make: steps})
	}
	return kinds
}

// Everything maps the path of each entry below a directory to what it is and
// what it holds.
func Everything(root string) (map[string]string, error) {
	found := map[string]string{}
	return found, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		text := entry.Type().String()
		switch info, err := entry.Info(); {
		case err != nil:
			return err
		case entry.Type()&os.ModeSymlink != 0:
			if text, err = os.Readlink(path); err != nil {
				return err
			}
		case info.Mode().IsRegular() && info.Size() < 1<<20:
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += string(data)
		}
		relative, err := filepath.Rel(root, path)
		found[relative] = text
		return err
	})
}
