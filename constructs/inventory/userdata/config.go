package userdata

import (
	"maps"
	"path"
	"regexp"
	"strings"

	"github.com/ecsgpu/cdk/constructs/agent"
)

const configPath = "/etc/ecs/ecs.config" // which ecs-init reads

const (
	conditional = "the script sets it only under a condition"
	changed     = "the script may change it"
)

// config is what is known of the content of ecs.config.
type config struct {
	entries map[string]entry
	open    bool   // there may be lines that are not in entries
	tail    string // of the last line, which does not end yet
}

// entry is the last assignment of a name.
type entry struct {
	text   string // with marks
	reason string // why the value is unknown, beside its marks
	source int    // index of the text it comes from
}

func (c config) clone() config {
	c.entries = maps.Clone(c.entries)
	return c
}

// same reports whether two states of the file are the same.
func (c *config) same(d *config) bool {
	return maps.Equal(c.entries, d.entries) && c.open == d.open && c.tail == d.tail
}

func (c *config) set(name string, e entry) {
	if c.entries == nil {
		c.entries = map[string]entry{}
	}
	c.entries[name] = e
}

// write appends text to the file.
func (c *config) write(text string, source int) {
	if rest, ok := strings.CutPrefix(text, unknownMark+"\n"); ok && c.tail != "" {
		text = unknownMark + rest // it may be nothing, and the line goes on
	}
	text = c.tail + text
	end := strings.LastIndexByte(text, '\n') + 1
	c.tail = text[end:]
	for line := range strings.Lines(text[:end]) {
		c.line(line, source)
	}
}

func (c *config) line(line string, source int) {
	name, value, ok := agent.Assignment(line)
	switch {
	case ok && !hasMark(name):
		c.set(name, entry{text: value, source: source})
	case hasMark(line):
		c.blur() // what stands in for the line may be any setting
	}
}

// end ends the last line.
func (c *config) end(source int) {
	c.write("\n", source)
	c.tail = ""
}

// blur records that anything may have happened to the file.
func (c *config) blur() {
	if c.tail != "" {
		if name, value, ok := agent.Assignment(c.tail); ok && !hasMark(name) {
			c.set(name, entry{text: value})
		}
		c.tail = unknownMark
	}
	for name, e := range c.entries {
		e.reason = changed
		c.entries[name] = e
	}
	c.open = true
}

// joinConfig returns what holds of the file whichever of two things happened.
func joinConfig(a, b config) config {
	a, b = a.clone(), b.clone()
	if a.tail != b.tail {
		a.end(0)
		b.end(0)
		a.tail = unknownMark
	}
	for name, e := range b.entries {
		if old, ok := a.entries[name]; ok && old == e {
			continue
		}
		e.reason = conditional
		a.set(name, e)
	}
	for name, e := range a.entries {
		if _, ok := b.entries[name]; !ok {
			e.reason = conditional
			a.entries[name] = e
		}
	}
	a.open = a.open || b.open
	return a
}

// reach says whether a path is that of ecs.config.
type reach int

const (
	never reach = iota
	perhaps
	surely
)

// reaches compares a path, of which parts may be unknown, with that of ecs.config.
func reaches(target, directory string) reach {
	if !path.IsAbs(target) && strings.IndexFunc(target, isMark) != 0 {
		target = directory + "/" + target
	}
	switch parts := anyMark.Split(target, -1); {
	case len(parts) > 1:
		for i, part := range parts {
			parts[i] = regexp.QuoteMeta(part)
		}
		if regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(configPath) {
			return perhaps
		}
	case path.Clean(target) == configPath:
		return surely
	}
	return never
}
