package diagram

import (
	"fmt"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fontFamily is what texts are set in: Liberation Sans is as wide as Arial, and
// Helvetica nearly so. No font is inside the picture, because most programs that
// make slides ignore those.
const fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

// letters is the size of a text in pixels, and its weight.
type letters struct {
	size int
	bold bool
}

var (
	frameLetters = letters{size: 16}
	titleLetters = letters{size: 15, bold: true}
	rowLetters   = letters{size: 14}
	labelLetters = letters{size: 13}
)

// ruler measures the texts of one picture. Most arrows have one of few labels,
// and each text is measured once.
type ruler struct {
	fonts
	buffer sfnt.Buffer
	widths map[measured]int
}

type fonts struct{ regular, bold *sfnt.Font }

// measured is a text as it is set.
type measured struct {
	letters
	text string
}

func newRuler() (*ruler, error) {
	f, err := readFonts()
	if err != nil {
		return nil, err
	}
	return &ruler{fonts: f, widths: map[measured]int{}}, nil
}

// readFonts reads the fonts when the first picture is drawn.
var readFonts = sync.OnceValues(func() (fonts, error) {
	regular, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		return fonts{}, fmt.Errorf("cannot read the font: %w", err)
	}
	bold, err := sfnt.Parse(liberationsansbold.TTF)
	if err != nil {
		return fonts{}, fmt.Errorf("cannot read the bold font: %w", err)
	}
	return fonts{regular, bold}, nil
})

// width returns the width of a text in whole pixels. Kerning is left out, which
// makes it at most a little too wide.
func (r *ruler) width(l letters, text string) int {
	width, known := r.widths[measured{l, text}]
	if !known {
		width = r.measure(l, text)
		r.widths[measured{l, text}] = width
	}
	return width
}

func (r *ruler) measure(l letters, text string) int {
	face := r.regular
	if l.bold {
		face = r.bold
	}
	var sum fixed.Int26_6
	for _, each := range text {
		sum += advance(face, &r.buffer, each, fixed.I(l.size))
	}
	return sum.Ceil()
}

// advance returns the width of one character. One that the font lacks comes
// from another: ideographs are as wide as high, and pictographs up to a third
// more.
func advance(face *sfnt.Font, buffer *sfnt.Buffer, r rune, size fixed.Int26_6) fixed.Int26_6 {
	glyph, err := face.GlyphIndex(buffer, r)
	if err == nil && glyph != 0 {
		if width, err := face.GlyphAdvance(buffer, glyph, size, font.HintingNone); err == nil {
			return width
		}
	}
	return size + size/3
}
