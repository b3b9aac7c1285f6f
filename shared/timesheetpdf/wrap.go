package timesheetpdf

import "strings"

// wrap divides a text into lines of at most that width, in the current font. Line breaks
// of the text stay, and one of several blank lines; a word that is too long is broken. Empty
// text is one empty line.
func (p *printer) wrap(text string, width float64) []string {
	var lines []string
	for _, paragraph := range paragraphs(text) {
		lines = append(lines, p.wrapParagraph(p.clean(paragraph), width)...)
	}
	return lines
}

// paragraphs divides a text at its line breaks, with one of several blank lines.
func paragraphs(text string) (all []string) {
	blank := false
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		was := blank
		if blank = strings.TrimSpace(line) == ""; !blank || !was {
			all = append(all, line)
		}
	}
	return all
}

// maxParagraphs is the most paragraphs of a text of which a document can have many.
const maxParagraphs = 100

// shorten is the text with at most maxParagraphs paragraphs. In place of the others it has "…".
func shorten(text string) string {
	all := paragraphs(text)
	if len(all) > maxParagraphs {
		all = append(all[:maxParagraphs], "…")
	}
	return strings.Join(all, "\n")
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
		for line = word; ; {
			fits := p.fittingPrefix(line, width)
			if fits == len(line) {
				break
			}
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
