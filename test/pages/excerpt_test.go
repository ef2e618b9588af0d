package pages

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPages_showCodeThatCompiles(t *testing.T) {
	root := os.DirFS("../..")
	for _, page := range markdown(t, root) {
		t.Run(page, func(t *testing.T) {
			text, err := fs.ReadFile(root, page)
			require.NoError(t, err)
			excerpts, err := Excerpts(page, string(text))
			require.NoError(t, err)
			for _, excerpt := range excerpts {
				assert.NoError(t, excerpt.Check(root))
			}
		})
	}
}

// The documentation of package ecsgpu opens with the program of the README.
func TestPages_packageShowsTheSmallestProgram(t *testing.T) {
	const page = "constructs/ecsgpu/doc.go"
	root := os.DirFS("../..")
	text, err := fs.ReadFile(root, page)
	require.NoError(t, err)
	before, _, _ := strings.Cut(string(text), "\n// More pools")
	_, code, found := strings.Cut(before, "\n//\n//\t")
	require.True(t, found, "the documentation shows no program")
	excerpt := Excerpt{Page: page, File: "examples/quickstart/main.go"}
	for line := range strings.SplitSeq("//\t"+code, "\n") {
		excerpt.Code = append(excerpt.Code, strings.TrimPrefix(strings.TrimPrefix(line, "//"), "\t"))
	}
	assert.NoError(t, excerpt.Check(root))
}

// markdown lists the Markdown files of the repository.
func markdown(t *testing.T, root fs.FS) []string {
	var all []string
	require.NoError(t, fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			all = append(all, path)
		}
		return nil
	}))
	require.Contains(t, all, "README.md")
	return all
}

const program = `package main

func main() {
	first()
	second()

	third()
}
`

func TestExcerpt(t *testing.T) {
	tests := []struct{ name, block, problem string }{
		{"a whole file", program, ""},
		{"lines from its middle", "\tfirst()\n\tsecond()\n", ""},
		{"lines that are indented less than there", "first()\nsecond()\n\nthird()\n", ""},
		{"lines with others left out", "func main() {\n\t// …\n\tthird()\n}\n", ""},
		{"a line that is not there", "fourth()\n", "page.md:4: these lines are not in main.go, in this order:\nfourth()"},
		{"lines in another order", "second()\n// …\nfirst()\n", "these lines are not in main.go, in this order:\nfirst()"},
		{"lines with one between them missing", "first()\nthird()\n", "these lines are not in main.go"},
		{"half a line", "st()\n", "these lines are not in main.go"},
	}
	root := fstest.MapFS{"main.go": {Data: []byte(program)}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			excerpts, err := Excerpts("page.md", "# Page\n\n```go\n// main.go\n"+test.block+"```\n\n```sh\nls\n```\n")
			require.NoError(t, err)
			require.Len(t, excerpts, 1)
			if err := excerpts[0].Check(root); test.problem == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, test.problem)
			}
		})
	}
}

func TestExcerpts_rejects(t *testing.T) {
	tests := map[string]struct{ text, problem string }{
		"a block that names no file":      {"```go\nfirst()\n```\n", "page.md:2: the first line of a Go code block must name the file that it is from"},
		"an empty block":                  {"```go\n```\n", "page.md:2: the first line of a Go code block"},
		"a block without an end":          {"text\n```go\n// main.go\n", "page.md:3: the code block does not end"},
		"more than one of these, at once": {"```go\nfirst()\n```\n```go\n", "page.md:5: the code block does not end"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Excerpts("page.md", test.text)
			assert.ErrorContains(t, err, test.problem)
		})
	}
	t.Run("a file that does not exist", func(t *testing.T) {
		assert.ErrorContains(t, Excerpt{Page: "page.md", Line: 2, File: "none.go"}.Check(fstest.MapFS{}), "page.md:2: open none.go")
	})
}
