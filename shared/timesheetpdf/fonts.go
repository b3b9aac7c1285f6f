package timesheetpdf

import (
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"stint/shared/domain"
)

// The styles of the font.
const (
	regular = ""
	bold    = "B"
)

// fonts are the files of the styles: DejaVu Sans Condensed.
var fonts = map[string]struct {
	ttf   *[]byte
	glyph func() *sfnt.Font // to look up characters
}{
	regular: {&dejavusanscondensed.TTF, sync.OnceValue(func() *sfnt.Font { return parse(dejavusanscondensed.TTF) })},
	bold: {&dejavusanscondensedbold.TTF,
		sync.OnceValue(func() *sfnt.Font { return parse(dejavusanscondensedbold.TTF) })},
}

func parse(ttf []byte) *sfnt.Font {
	font, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return font
}

// maxRune is the last character that the library can print.
const maxRune = 0xFFFF

// hasGlyph reports whether the current style of the font has a character.
func (p *printer) hasGlyph(r rune) bool {
	if r > maxRune {
		return false
	}
	glyph, err := fonts[p.style].glyph().GlyphIndex(&p.buffer, r)
	return err == nil && glyph != 0
}

// missing replaces a character that the font lacks, so that the reader sees that there is
// one.
const missing = '\uFFFD'

// clean is the text with every character that can be printed: composed, on one line, with
// missing for what the font lacks.
func (p *printer) clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) && r != '\u00A0' && r != '\u202F':
			return ' '
		case isInvisible(r):
			return -1
		case !p.hasGlyph(r):
			return missing
		}
		return r
	}, norm.NFC.String(domain.VisibleText(text)))
}

// isInvisible reports whether a character has no picture of its own: controls, marks of
// direction and selectors of variants.
func isInvisible(r rune) bool {
	return unicode.Is(unicode.C, r) && !unicode.Is(unicode.Co, r) || unicode.Is(unicode.Variation_Selector, r)
}
