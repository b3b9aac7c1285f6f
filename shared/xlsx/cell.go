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
	start, value, end string // XML after the reference, the value, and XML after it
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
	return Cell{` t="inlineStr"><is><t xml:space="preserve">`, escape(escapeUnderscores(text)), `</t></is></c>`}
}

// Number is a cell with a number.
func Number(n float64) Cell { return styled("", strconv.FormatFloat(n, 'f', -1, 64)) }

// Bool is a cell with TRUE or FALSE.
func Bool(b bool) Cell {
	value := "0"
	if b {
		value = "1"
	}
	return Cell{` t="b"><v>`, value, `</v></c>`}
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
	return styled(styleDate, strconv.FormatInt((at.Unix()-dayZero.Unix())/86_400, 10))
}

// Clock is a cell with the time of day of a time in its zone, as hh:mm:ss.
func Clock(t time.Time) Cell {
	hour, minute, second := t.Clock()
	return styled(styleClock, strconv.FormatFloat(float64(hour*3600+minute*60+second)/86_400, 'f', -1, 64))
}

func styled(style, value string) Cell { return Cell{style + `><v>`, value, `</v></c>`} }

// write writes the cell at a reference such as B2.
func (c Cell) write(out *bufio.Writer, reference string) {
	if c == (Cell{}) {
		return
	}
	for _, s := range []string{`<c r="`, reference, `"`, c.start, c.value, c.end} {
		_, _ = out.WriteString(s) // bufio keeps its first error
	}
}
