package diagram

import (
	"fmt"
	"strings"
)

// Mermaid returns the diagram as a Mermaid flowchart, which GitHub and many
// tools draw from the text.
func (d Diagram) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for _, t := range d.Tasks {
		fmt.Fprintf(&b, "  %s\n", t.mermaid())
	}
	indent := "  "
	if d.Network != "" {
		fmt.Fprintf(&b, "  subgraph net[\"%s\"]\n", mermaidText(d.Network))
		indent = "    "
	}
	for _, c := range d.Clusters {
		fmt.Fprintf(&b, "%ssubgraph %s[\"%s\"]\n%s  direction TB\n", indent, c.ID, mermaidText(c.Title), indent)
		for _, p := range c.Pools {
			fmt.Fprintf(&b, "%s  %s\n", indent, p.mermaid())
		}
		fmt.Fprintf(&b, "%send\n", indent)
	}
	if d.Network != "" {
		b.WriteString("  end\n")
	}
	for _, e := range d.Edges {
		fmt.Fprintf(&b, "  %s %s|%s| %s\n", e.Task, e.arrow(), mermaidText(e.label()), e.Pool)
	}
	for _, look := range []Look{CPULook, GPULook, TaskLook, StuckLook} {
		style := styles[look]
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:#1a1a1a%s\n", look, style.light, style.dark, dashes(look))
	}
	return b.String()
}

// label returns how many of the task run at once.
func (e Edge) label() string {
	if e.AtOnce == "?" {
		return "can run"
	}
	return e.AtOnce + " at once"
}

func (e Edge) arrow() string {
	if e.Wasteful {
		return "-.->"
	}
	return "-->"
}

func dashes(l Look) string {
	if l == StuckLook {
		return ",stroke-dasharray:5 4"
	}
	return ""
}

func (b Box) mermaid() string {
	lines := []string{"<b>" + mermaidText(b.Title) + "</b>"}
	for _, r := range b.Rows {
		lines = append(lines, mermaidText(r.Name+": "+r.Value))
	}
	return fmt.Sprintf("%s[\"%s\"]:::%s", b.ID, strings.Join(lines, "<br/>"), b.Look)
}

// mermaidText escapes what Mermaid or HTML would take for markup.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range printable(s) {
		if strings.ContainsRune("\"&<>#`|[]{}()\\;", r) {
			fmt.Fprintf(&b, "#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
