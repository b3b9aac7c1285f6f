package timesheetpdf

import "strings"

// wrap divides a text into lines of at most that width, in the current font. Line breaks
// of the text stay; a word that is too long is broken. Empty text is one empty line.
func (p *printer) wrap(text string, width float64) []string {
	var lines []string
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n") {
		lines = append(lines, p.wrapParagraph(p.clean(paragraph), width)...)
	}
	return lines
}

func (p *printer) wrapParagraph(text string, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if word == "" {
			continue
		}
		if together := line + " " + word; line != "" && p.pdf.GetStringWidth(together) <= width {
			line = together
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; p.pdf.GetStringWidth(line) > width; {
			fits := p.fittingPrefix(line, width)
			lines, line = append(lines, line[:fits]), line[fits:]
		}
	}
	return append(lines, line)
}

// fittingPrefix is the length in bytes of the longest prefix that fits, of at least one
// character.
func (p *printer) fittingPrefix(word string, width float64) (bytes int) {
	used := 0.0
	for i, r := range word {
		used += p.pdf.GetStringWidth(string(r))
		if i > 0 && used > width {
			return i
		}
	}
	return len(word)
}
