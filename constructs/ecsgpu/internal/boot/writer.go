package boot

import (
	"fmt"
	"regexp"
	"strings"
)

// writer collects the lines of a script.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// file writes or appends a text, a template of Fn::Sub, to a file.
func (w *writer) file(path, redirection, text string) {
	w.line("cat %s %s <<'END'\n%sEND", redirection, path, text)
}

// tool installs one of the embedded scripts.
func (w *writer) tool(name string) {
	w.line("install -m 755 /dev/stdin %s%s <<'END'\n%sEND", directory, name, Escape(embedded(name)))
}

// unit installs one of the embedded units of systemd.
func (w *writer) unit(name, arguments string) {
	w.file("/etc/systemd/system/"+name, ">", strings.ReplaceAll(embedded(name), "@ARGUMENTS@", arguments))
}

// embedded returns a file of this package, whose names are constants here,
// without its comments: CloudFormation takes 51,200 bytes of a template inline.
func embedded(name string) string {
	text, err := files.ReadFile("files/" + name)
	if err != nil {
		panic(err)
	}
	return comment.ReplaceAllString(string(text), "")
}

// comment is a line that is a comment, or empty.
var comment = regexp.MustCompile(`(?m)^ *(# .*)?\n`)
