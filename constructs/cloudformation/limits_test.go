package cloudformation

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostile yields texts of n bytes, each of one piece over and over, alone and in
// the place of a property.
func hostile(n int, yield func(piece string, text []byte)) {
	pieces := []string{"[", "{", "- ", "? ", "a: ", "&a ", "*a ", "!a ", "!Ref ", "#\n", "- a\n", "\n", "\"", "'", "|\n", ",", "{a: ", "[a,", "<<: ", "a\n", "{\"a\":", "---\n", "${", "\\", "\t"}
	for _, piece := range pieces {
		for _, head := range []string{"", oneResource + "    Properties:\n      X: "} {
			yield(piece, []byte(head+strings.Repeat(piece, (n-len(head))/len(piece))))
		}
	}
}

// Input must not take more than linear time, whatever it is made of: eight times
// the text takes about eight times as long, and 64 times where time is quadratic.
// The least of several counts, because the garbage of one is another's to collect.
func TestParse_isLinearInHostileInput(t *testing.T) {
	const small, factor = 2 << 10, 8
	hostile(small, func(piece string, text []byte) {
		large := append(text, bytes.Repeat([]byte(piece), (factor-1)*small/len(piece))...)
		few, many := time.Hour, time.Hour
		for range 5 {
			few, many = min(few, parseTime(text)), min(many, parseTime(large))
			if many < 3*factor*few {
				return
			}
		}
		t.Errorf("%q: %d bytes took %v, %d bytes %v", piece, len(text), few, len(large), many)
	})
}

func parseTime(text []byte) time.Duration {
	start := processorTime()
	_, _ = Parse("t", text)
	return processorTime() - start
}

// The growth from a sixteenth of the largest size to the largest should be sixteenfold.
func BenchmarkParse_hostile(b *testing.B) {
	for _, size := range []int{MaxBytes / 16, MaxBytes} {
		b.Run(fmt.Sprintf("bytes=%d", size), func(b *testing.B) {
			for b.Loop() {
				hostile(size, func(_ string, text []byte) { _, _ = Parse("t", text) })
			}
		})
	}
}

// Text that is composed of text that is composed of text must not grow without
// end: each resource asks for a sixteenth of what one evaluation may compose.
func TestEvaluate_isBounded(t *testing.T) {
	const times = 100
	piece := strings.Repeat("x", maxText/16/times)
	var b strings.Builder
	b.WriteString("Mappings: {M: {a: {b: " + piece + ", l: [" + strings.Repeat("x,", len(piece)/2) + "]}}}\nResources:\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  R%d: {Type: T, Properties: {X: !Sub ['%s', {a: !FindInMap [M, a, b]}], Y: !Join ['', !FindInMap [M, a, l]], Z: !Split [x, !FindInMap [M, a, b]], W: !ToJsonString {a: !FindInMap [M, a, l]}}}\n",
			i, strings.Repeat("${a}", times))
	}
	ev, err := parse(t, b.String()).Evaluate(ohio)
	require.NoError(t, err)
	r := ev.Resources()
	assert.True(t, r[0].Properties.Get("X").IsKnown())
	assert.Equal(t, tooLong, r[len(r)-1].Properties.Get("X").Reason())
}
