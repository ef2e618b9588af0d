package visible_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/visible"
)

func TestText(t *testing.T) {
	for _, test := range []struct{ name, given, want string }{
		{"ordinary text stays", "Größe of 訓練 (50 %) — C:\\a, arn:aws:iam::1:role/x #1 ##", "Größe of 訓練 (50 %) — C:\\a, arn:aws:iam::1:role/x #1 ##"},
		{"a new line and a tab", "a\nb\tc\r", `a\nb\tc\r`},
		{"an escape sequence", "\x1b[31mred\x07", `\x1b[31mred\a`},
		{"NUL and DEL", "\x00\x7f", `\x00\x7f`},
		{"C1", "\u0085\u009b2J", `\u0085\u009b2J`},
		{"turned text", "a\u202eb\u2066c\u200f", `a\u202eb\u2066c\u200f`},
		{"line and paragraph separators", "a\u2028b\u2029", `a\u2028b\u2029`},
		{"zero width", "a\u200b\u200d\ufeff\u2060", `a\u200b\u200d\ufeff\u2060`},
		{"tags, fillers and selectors", "\U000e0041\u3164\ufe0f", `\U000e0041\u3164\ufe0f`},
		{"what is not UTF-8", "a\xff\xc3(", `a\xff\xc3(`},
		{"GitHub's command", "::error::x", `:\x3aerror::x`},
		{"GitHub's command behind any space", " \u3000::add-mask::x", " \u3000:\\x3aadd-mask::x"},
		{"GitHub's older command", "a ##[error]x", `a #\x23[error]x`},
		{"Azure's command", "a ###vso[task.setvariable]x", `a ##\x23vso[task.setvariable]x`},
		{"TeamCity's command", "##teamcity[buildStop]", `#\x23teamcity[buildStop]`},
		{"GitLab's section", "section_start:1:x\r\x1b[0K", `section_start:1:x\r\x1b[0K`},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, visible.Text(test.given))
			assert.Equal(t, test.want, visible.Text(test.want), "once more changes nothing")
		})
	}
}

func TestLines(t *testing.T) {
	assert.Equal(t, "a\n\tb\n", visible.Lines("a\n\tb\n"))
	assert.Equal(t, "a\n  :\\x3astop-commands::t\nb\\r\n", visible.Lines("a\n  ::stop-commands::t\nb\r\n"))
	assert.True(t, visible.IsText("a\n\tb ::"))
	assert.False(t, visible.IsText("a\n::b"))
	assert.False(t, visible.IsText("a\u202e"))
}

func TestJSON_keepsItsMeaning(t *testing.T) {
	texts := []string{"\x1b\x7f\u009b\u202e\u2028\U000e0041\ufe0f", "##vso[x] ##[y]", "Größe", "a\nb\tc"}
	document, err := json.MarshalIndent(texts, "\t", "\t")
	require.NoError(t, err)
	shown := visible.JSON(document)
	var read []string
	require.NoError(t, json.Unmarshal(shown, &read))
	assert.Equal(t, texts, read)
	assert.Equal(t, string(shown), visible.Lines(string(shown)), "nothing is left to escape")
	assert.Contains(t, string(shown), "Größe", "what can be seen stays")
	assert.Equal(t, `"a\ufffd"`, string(visible.JSON([]byte("\"a\xff\""))))
}

// FuzzText draws texts; the escapes leave nothing that is not seen, and no command.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"a\n::error::x", "##[##vso[", "\xff\u202e", ":::", "#\x00#["} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line, lines := visible.Text(s), visible.Lines(s)
		for _, shown := range []string{line, lines} {
			require.True(t, utf8.ValidString(shown))
			require.NotContains(t, shown, "##[")
			require.NotContains(t, shown, "##vso[")
			require.Equal(t, shown, visible.Lines(shown))
		}
		require.NotContains(t, line, "\n")
		require.Equal(t, strings.Count(s, "\n"), strings.Count(lines, "\n"))
	})
}
