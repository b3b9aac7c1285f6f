package timesheetpdf

import (
	"sync"

	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font/sfnt"
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
	bold:    {&dejavusanscondensedbold.TTF, sync.OnceValue(func() *sfnt.Font { return parse(dejavusanscondensedbold.TTF) })},
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
