package screen

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// Beside prints a text beside what stands before it. Where they do not fit into the columns of the terminal, the text
// comes below, indented, and breaks between words. 0 is any number of columns.
func (s *Screen) Beside(before, text string, columns int) error {
	if columns == 0 || width(before)+2+width(text) <= columns {
		return s.Line("%s  %s", before, text)
	}
	return s.Line("%s\n%s", before, Wrap(text, "    ", columns))
}

// Wrap breaks a text between words, so that each line fits after an indent. A word that is longer than a line is on a
// line of its own.
func Wrap(text, indent string, columns int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width(indent+line)+1+width(word) > columns {
			lines, line = append(lines, indent+line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, indent+line), "\n")
}

// width is how many columns a text takes. What paints it takes none.
func width(text string) int {
	plain := text
	for {
		before, after, found := strings.Cut(plain, "\x1b[")
		if !found {
			return uniseg.StringWidth(plain)
		}
		_, after, _ = strings.Cut(after, "m")
		plain = before + after
	}
}

// Counted is a number with its noun: one for 1, more for every other number.
func Counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
