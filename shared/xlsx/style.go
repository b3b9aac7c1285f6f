package xlsx

import (
	"fmt"
	"slices"
	"strings"
)

// style is how a cell looks. The zero value is the standard.
type style struct {
	format string // of numbers; "" is general
	isBold bool
}

// The formats of numbers.
const (
	formatDate     = "yyyy-mm-dd"
	formatClock    = "hh:mm:ss"
	formatDuration = "[h]:mm:ss"
)

// styles are the styles that a workbook uses, besides the standard.
type styles struct {
	all     []style
	formats []string
}

// firstFormat is the first number of a format that is not built in.
const firstFormat = 164

// number is the number under which cells name the style; 0 is the standard.
func (s *styles) number(of style) int {
	if of == (style{}) {
		return 0
	}
	n := slices.Index(s.all, of)
	if n < 0 {
		n = len(s.all)
		s.all = append(s.all, of)
		if of.format != "" && !slices.Contains(s.formats, of.format) {
			s.formats = append(s.formats, of.format)
		}
	}
	return n + 1
}

// xml is the part of the workbook with the styles. All that is not about them is what a program needs to open the file.
func (s *styles) xml() string {
	var formats, cells strings.Builder
	for i, format := range s.formats {
		fmt.Fprintf(&formats, `<numFmt numFmtId="%d" formatCode="%s"/>`, firstFormat+i, escape(format))
	}
	for _, one := range s.all {
		format := 0
		if i := slices.Index(s.formats, one.format); i >= 0 {
			format = firstFormat + i
		}
		fmt.Fprintf(&cells, `<xf numFmtId="%d" fontId="%d" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" `+
			`applyFont="1"/>`, format, map[bool]int{true: 1}[one.isBold])
	}
	out := stylesStart
	if len(s.formats) > 0 {
		out += fmt.Sprintf(`<numFmts count="%d">%s</numFmts>`, len(s.formats), formats.String())
	}
	return out + stylesFonts + fmt.Sprintf(`<cellXfs count="%d">`, len(s.all)+1) +
		`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` + cells.String() + `</cellXfs>` + stylesEnd
}
