package xlsx

import (
	"bufio"
	"strconv"
	"strings"
	"time"

	"stint/shared/pattern"
)

// Cell is a cell of a row. The zero value is an empty one.
type Cell struct {
	start, value, end string // XML after the reference and the style, the value, and XML after it
	style             style
}

// escapeLike matches a text that begins as an escaped character does.
var escapeLike = pattern.New(`^_x[0-9A-Fa-f]{4}_`)

// escapeUnderscores escapes each underscore with which a reader would take the text after
// it for an escaped character.
func escapeUnderscores(text string) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(text, '_')
		if i < 0 {
			return out.String() + text
		}
		out.WriteString(text[:i])
		text = text[i:]
		if escapeLike.MatchString(text) {
			out.WriteString("_x005F")
		}
		out.WriteByte('_')
		text = text[1:]
	}
}

// Text is a cell that shows a text as it is. The empty text is an empty cell.
func Text(text string) Cell {
	if text == "" {
		return Cell{}
	}
	return Cell{start: ` t="inlineStr"><is><t xml:space="preserve">`, value: escape(escapeUnderscores(text)),
		end: `</t></is></c>`}
}

// Number is a cell with a number.
func Number(n float64) Cell { return styled("", strconv.FormatFloat(n, 'f', -1, 64)) }

// Bool is a cell with TRUE or FALSE.
func Bool(b bool) Cell {
	value := "0"
	if b {
		value = "1"
	}
	return Cell{start: ` t="b"><v>`, value: value, end: `</v></c>`}
}

// Days of the spreadsheet's calendar count from dayZero. Programs do not agree about those
// before firstDay, because some take 1900 for a leap year.
var (
	dayZero  = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	firstDay = time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)
)

// Date is a cell with the day of a time in its zone, as yyyy-mm-dd. A day before March 1900
// is a text.
func Date(t time.Time) Cell {
	year, month, day := t.Date()
	at := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if at.Before(firstDay) {
		return Text(at.Format(time.DateOnly))
	}
	return styled(formatDate, strconv.FormatInt((at.Unix()-dayZero.Unix())/86_400, 10))
}

// Clock is a cell with the time of day of a time in its zone, as hh:mm:ss.
func Clock(t time.Time) Cell {
	hour, minute, second := t.Clock()
	return styled(formatClock, strconv.FormatFloat(float64(hour*3600+minute*60+second)/86_400, 'f', -1, 64))
}

// Duration is a cell with so many seconds, as h:mm:ss. Hours may be more than 24.
func Duration(seconds int64) Cell {
	return styled(formatDuration, strconv.FormatFloat(float64(seconds)/86_400, 'f', -1, 64))
}

// WithDecimals is the cell of a number that is shown with so many decimals, and with separators of thousands.
func (c Cell) WithDecimals(digits int) Cell {
	c.style.format = "#,##0"
	if digits > 0 {
		c.style.format += "." + strings.Repeat("0", digits)
	}
	return c
}

// WithCurrency is the cell of a number that is shown as an amount of money, with the code of its currency.
func (c Cell) WithCurrency(code string, digits int) Cell {
	c = c.WithDecimals(digits)
	c.style.format += ` "` + code + `"`
	return c
}

// bold is the cell in bold. An empty cell stays empty.
func (c Cell) bold() Cell {
	if c != (Cell{}) {
		c.style.isBold = true
	}
	return c
}

func styled(format, value string) Cell {
	return Cell{start: `><v>`, value: value, end: `</v></c>`, style: style{format: format}}
}

// write writes the cell at a reference such as B2, with the number of its style.
func (c Cell) write(out *bufio.Writer, reference string, style int) {
	if c == (Cell{}) {
		return
	}
	attribute := `"`
	if style > 0 {
		attribute = `" s="` + strconv.Itoa(style) + `"`
	}
	for _, s := range []string{`<c r="`, reference, attribute, c.start, c.value, c.end} {
		_, _ = out.WriteString(s) // bufio keeps its first error
	}
}
