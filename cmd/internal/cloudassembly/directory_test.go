package cloudassembly

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// writeAssembly writes a cloud assembly whose stack is named after its owner.
func writeAssembly(t *testing.T, dir, stack string) {
	t.Helper()
	write(t, filepath.Join(dir, "manifest.json"), fmt.Sprintf(`{"version": "54.0.0", "artifacts": {%[1]q: {
		"type": "aws:cloudformation:stack", "properties": {"templateFile": "%[1]s.template.json"}, "additionalMetadataFile": "%[1]s.metadata.json"}}}`, stack))
	write(t, filepath.Join(dir, "cdk.out"), `{"version": "54.0.0"}`)
	write(t, filepath.Join(dir, stack+".template.json"), stack)
	write(t, filepath.Join(dir, stack+".metadata.json"), "{}")
}

func filesOf(stack string) []string {
	return []string{"cdk.out", "manifest.json", stack + ".metadata.json", stack + ".template.json"}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func TestCommit(t *testing.T) {
	for name, before := range map[string]func(t *testing.T, target string){
		"a target that does not exist": func(*testing.T, string) {},
		"a target that is empty":       func(t *testing.T, target string) { require.NoError(t, os.MkdirAll(target, 0o755)) },
		"a target that is an assembly": func(t *testing.T, target string) { writeAssembly(t, target, "old") },
	} {
		for system, files := range map[string]files{"an exchange": osFiles{}, "none": withoutExchange{}} {
			t.Run(name+", with "+system, func(t *testing.T) {
				target := filepath.Join(t.TempDir(), "deep", "out")
				before(t, target)
				d, err := newDirectory(target, files)
				require.NoError(t, err)
				defer d.Discard()
				writeAssembly(t, d.Dir, "new")
				require.NoError(t, d.Commit())
				assert.Equal(t, filesOf("new"), names(t, target))
				assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
				info, err := os.Stat(target)
				require.NoError(t, err)
				assert.Equal(t, os.FileMode(0o755), info.Mode().Perm())
			})
		}
	}
}

func TestDiscard_leavesAllAsItWas(t *testing.T) {
	parent := t.TempDir()
	writeAssembly(t, filepath.Join(parent, "out"), "old")
	for _, target := range []string{filepath.Join(parent, "out"), filepath.Join(parent, "some", "where", "else")} {
		d, err := NewDirectory(target)
		require.NoError(t, err)
		write(t, filepath.Join(d.Dir, "manifest.json"), "half")
		d.Discard()
		assert.Equal(t, []string{"out"}, names(t, parent))
		assert.Equal(t, filesOf("old"), names(t, filepath.Join(parent, "out")))
	}
}

func TestNew_findsTheDirectory(t *testing.T) {
	for name, want := range map[string]string{
		"../link":                           "real/below",
		"../chain/":                         "real/below",
		"../link/../out":                    "real/out",
		"..//out//":                         "out",
		"../out":                            "out",
		".":                                 "working",
		"./a/./b/":                          "working/a/b",
		"*":                                 "working/*",
		"[a-z]":                             "working/[a-z]",
		"\xff\xfe":                          "working/\xff\xfe",
		"a\nb":                              "working/a\nb",
		"-o":                                "working/-o",
		"~":                                 "working/~",
		"CON":                               "working/CON",
		"...":                               "working/...",
		strings.Repeat("n", 240):            "working/" + strings.Repeat("n", 240),
		"a directory with spaces and \"'$`": "working/a directory with spaces and \"'$`",
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			require.NoError(t, os.MkdirAll(filepath.Join(parent, "real", "below"), 0o755))
			require.NoError(t, os.Symlink("real/below", filepath.Join(parent, "link")))
			require.NoError(t, os.Symlink("link", filepath.Join(parent, "chain")))
			require.NoError(t, os.Mkdir(filepath.Join(parent, "working"), 0o755))
			t.Chdir(filepath.Join(parent, "working"))
			d, err := NewDirectory(name)
			require.NoError(t, err)
			writeAssembly(t, d.Dir, "new")
			require.NoError(t, d.Commit())
			assert.Equal(t, filesOf("new"), names(t, filepath.Join(parent, want)))
			info, err := os.Lstat(filepath.Join(parent, "link"))
			require.NoError(t, err)
			assert.NotZero(t, info.Mode()&os.ModeSymlink, "a link stays a link")
		})
	}
}

// TestCommit_manyAtOnce has sixteen runs replace one directory: all of them
// succeed, and the result is one of theirs, whole.
func TestCommit_manyAtOnce(t *testing.T) {
	for system, files := range map[string]files{"an exchange": osFiles{}, "none": withoutExchange{}, "no locks": withoutLocks{}} {
		t.Run(system, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "deep", "out")
			var group sync.WaitGroup
			for n := range 16 {
				group.Go(func() {
					d, err := newDirectory(target, files)
					if !assert.NoError(t, err) {
						return
					}
					defer d.Discard()
					writeAssembly(t, d.Dir, fmt.Sprint("s", n))
					assert.NoError(t, d.Commit())
				})
			}
			group.Wait()
			assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
			left := names(t, target)
			require.Len(t, left, 4)
			assert.Equal(t, filesOf(strings.TrimSuffix(left[3], ".template.json")), left, "files of two runs in one directory")
		})
	}
}

func TestNew_rejects(t *testing.T) {
	parent := t.TempDir()
	write(t, filepath.Join(parent, "file"), "x")
	write(t, filepath.Join(parent, "work", "thesis.txt"), "x")
	write(t, filepath.Join(parent, "extension", "manifest.json"), `{"manifest_version": 3, "version": "1.0.0"}`)
	write(t, filepath.Join(parent, "extension", ".git", "HEAD"), "ref: main")
	writeAssembly(t, filepath.Join(parent, "assembly"), "old")
	write(t, filepath.Join(parent, "assembly", "notes.txt"), "x")
	writeAssembly(t, filepath.Join(parent, "linked"), "old")
	require.NoError(t, os.Remove(filepath.Join(parent, "linked", "old.template.json")))
	require.NoError(t, os.Symlink("../file", filepath.Join(parent, "linked", "old.template.json")))
	require.NoError(t, os.Symlink("nowhere", filepath.Join(parent, "dangling")))
	require.NoError(t, os.Symlink("loop", filepath.Join(parent, "loop")))
	write(t, filepath.Join(parent, ".taken.ecsgpu"), "x")
	before := everything(t, parent)
	for name, test := range map[string]struct{ target, want string }{
		"a file":                         {parent + "/file", "it is a file; name a directory"},
		"something below a file":         {parent + "/file/out", "not a directory"},
		"a directory with other work":    {parent + "/work", "it holds files and is not a cloud assembly (no manifest.json)"},
		"another manifest":               {parent + "/extension", `it holds files and is not a cloud assembly ("manifest.json" is not CDK's`},
		"an assembly and a file":         {parent + "/assembly", `beside a cloud assembly it holds "notes.txt"; move that away, or name a new or empty directory`},
		"an assembly with a link":        {parent + "/linked", `it holds "old.template.json" (a symbolic link)`},
		"a link to nothing":              {parent + "/dangling", "dangling is a symbolic link to something that does not exist"},
		"a link to itself":               {parent + "/loop", "cannot write to"},
		".. of a missing directory":      {parent + "/missing/../out", "missing does not exist"},
		"a workshop that is not ours":    {parent + "/taken", ".taken.ecsgpu is in the way"},
		"the root directory":             {"/", "it is the root directory"},
		"a mount point":                  {"/proc", "something is mounted there"},
		"no name":                        {"", "it is no name of a directory"},
		"a name with a zero":             {"a\x00b", "it is no name of a directory"},
		"a name that is too long":        {parent + "/" + strings.Repeat("n", 256), "file name too long"},
		"a place that takes no files":    {"/proc/out", "cannot write to /proc/out: "},
		"a directory made of two dots":   {parent + "/work/..", "no manifest.json"},
		"a directory in a missing link":  {parent + "/dangling/out", "dangling is a symbolic link to something that does not exist"},
		"an assembly through its parent": {parent + "/work/../assembly/.", `it holds "notes.txt"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewDirectory(test.target)
			require.ErrorContains(t, err, test.want)
			assert.Equal(t, cli.BadInput, cli.ExitCode(err))
			assert.Equal(t, before, everything(t, parent), "nothing is touched")
		})
	}
}

// everything maps the path of each file below a directory to its text.
func everything(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		text := entry.Type().String()
		if entry.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text = string(data)
		}
		relative, err := filepath.Rel(root, path)
		found[relative] = text
		return err
	}))
	return found
}

// What a killed run was filling is removed by the next run if its name carries
// its inode. Anything else of such a name was put there by somebody.
func TestNew_clearsTheStagedDirectoryOfThisInodeAlone(t *testing.T) {
	for name, test := range map[string]struct {
		name  func(own string) string
		stays bool
	}{
		"its own inode":     {func(own string) string { return own }, false},
		"another inode":     {func(own string) string { return own + "0" }, true},
		"no inode":          {func(string) string { return staged }, true},
		"a number for none": {func(own string) string { return staged + "0" + strings.TrimPrefix(own, staged) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "out")
			run := filepath.Join(filepath.Dir(target), ".out.ecsgpu", strings.Repeat("A", 26))
			write(t, filepath.Join(run, "made", "thesis.txt"), "work")
			require.NoError(t, os.Chmod(filepath.Dir(run), 0o700))
			info, err := os.Stat(filepath.Join(run, "made"))
			require.NoError(t, err)
			left := filepath.Join(run, test.name(stagedName(info)))
			require.NoError(t, os.Rename(filepath.Join(run, "made"), left))

			require.NoError(t, replace(t, target, osFiles{}))
			assert.Equal(t, filesOf("new"), names(t, target))
			if test.stays {
				assert.FileExists(t, filepath.Join(left, "thesis.txt"))
			} else {
				assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
			}
		})
	}
}
