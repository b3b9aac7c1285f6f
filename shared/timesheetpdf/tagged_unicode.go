package timesheetpdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// oneRange is how the library says that each code is its own character. A range may not go beyond codes with the same
// first byte (ISO 32000-1, 9.10.3), so careful readers take the first 256 characters only.
var oneRange = []byte("1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange\n")

// withUnicode says the same with a range for each first byte. Other objects stay as they are.
func withUnicode(content []byte) []byte {
	before, after, found := bytes.Cut(content, oneRange)
	if !found {
		return content
	}
	_, before, _ = bytes.Cut(before, []byte("stream\n"))
	after, _, _ = bytes.Cut(after, []byte("\nendstream"))
	return stream("", slices.Concat(before, []byte(rangesByFirstByte()), after))
}

// mostRanges is how many ranges one list may have.
const mostRanges = 100

func rangesByFirstByte() string {
	var lists strings.Builder
	for first := 0; first < 0x100; first += mostRanges {
		end := min(first+mostRanges, 0x100)
		fmt.Fprintf(&lists, "%d beginbfrange\n", end-first)
		for b := first; b < end; b++ {
			fmt.Fprintf(&lists, "<%02X00> <%02XFF> <%02X00>\n", b, b, b)
		}
		lists.WriteString("endbfrange\n")
	}
	return lists.String()
}
