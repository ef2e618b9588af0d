//go:build attack && linux

package attack

import "strings"

// injected begins every line that a hostile text wants to begin.
const injected = "INJECTED"

// hostileTexts are names that nobody gives by chance.
var hostileTexts = []struct{ name, text string }{
	{"lines of its own", "x\n::error::" + injected + "\n##[error]" + injected + "\n" + injected + "\n"},
	{"a command at its beginning", "::add-mask::" + injected},
	{"a command behind spaces", "\u3000 \t::stop-commands::" + injected},
	{"commands anywhere", "x ##vso[task.setvariable variable=a]b ##teamcity[buildStop] ###[group]c"},
	{"carriage returns and other ends of lines", "x\r::error::" + injected + "\r" + injected + "\u0085" + injected + "\v" + injected + "\f" + injected},
	{"escape sequences", "x\x1b[2J\x1b]0;title\a\x1b]8;;http://example.com\x1b\\link\b\b"},
	{"C1", "x\u009b2J\u0090q\u009c\u0080"},
	{"turned text", "x\u202egpj\u2066a\u2069\u200f\u061c"},
	{"separators", "x\u2028::error::" + injected + "\u2029" + injected},
	{"what has no width", "x\u200b\ufeff\u00ad\ufe0f\u3164\u2060\U000e0041\U000e0100"},
	{"NUL and DEL", "x\x00y\x7f"},
	{"a section of GitLab", "section_start:1:x\r\x1b[0K" + injected},
	{"markup", `"><script>a</script>]]>&#27;|%0A::error::` + injected + "%0D${X}{{y}}'`--\\"},
	{"a long text", strings.Repeat("A\n", 5000)},
}
