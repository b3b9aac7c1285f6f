package timesheetpdf

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"stint/shared/domain"
)

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
