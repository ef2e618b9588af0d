package diagram

import (
	"regexp"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"oss.terrastruct.com/d2/d2renderers/d2fonts"
)

// font is Liberation Sans, which is as wide as Arial: programs that do not read
// the fonts inside an SVG (most that make slides) still keep text in its box.
var font = sync.OnceValues(func() (*d2fonts.FontFamily, error) {
	return d2fonts.AddFontFamily("liberation-sans",
		liberationsansregular.TTF, liberationsansitalic.TTF, liberationsansbold.TTF, liberationsansbold.TTF)
})

var fontUse = regexp.MustCompile(`(\.text[a-z-]* \{\s*font-family: "[^"]*?-font-(regular|italic|bold|semibold)")`)

// fallbacks are what such programs need to know beside the name of the font.
var fallbacks = map[string]string{
	"regular": "", "italic": "; font-style: italic", "bold": "; font-weight: bold", "semibold": "; font-weight: bold",
}

func withFallback(picture []byte) []byte {
	return fontUse.ReplaceAllFunc(picture, func(use []byte) []byte {
		match := fontUse.FindSubmatch(use)
		return append(append([]byte(nil), match[1]...), `, "Liberation Sans", Arial, Helvetica, sans-serif`+fallbacks[string(match[2])]...)
	})
}
