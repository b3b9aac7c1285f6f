package timesheetpdf

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// inVisualOrder is a line of text in the order in which it is printed: Hebrew and Arabic
// from right to left, and numbers in them from left to right (UAX 9). The line has no marks
// of direction.
func inVisualOrder(line string) string {
	if !strings.ContainsFunc(line, isRightToLeft) {
		return line
	}
	var paragraph bidi.Paragraph
	if _, err := paragraph.SetString(line, bidi.DefaultDirection(bidi.LeftToRight)); err != nil {
		return line
	}
	order, err := paragraph.Order()
	if err != nil {
		return line
	}
	return join(levelRuns(order, startsRightToLeft(line)))
}

// levelRun is a part of a line with its level: 0 is text from left to right, 1 is text from
// right to left, and 2 is from left to right within text from right to left.
type levelRun struct {
	text  string
	level int
}

// levelRuns are the runs with their levels, in logical order. The library gives directions
// only, so numbers after text from right to left are divided from the text that follows.
func levelRuns(order bidi.Ordering, rightToLeft bool) (runs []levelRun) {
	last := order.NumRuns() - 1
	for i := range last + 1 {
		run := order.Run(i)
		text := run.String()
		switch {
		case run.Direction() == bidi.RightToLeft:
			runs = append(runs, levelRun{text, 1})
			continue
		case rightToLeft:
			runs = append(runs, levelRun{text, 2})
			continue
		}
		before, after := 0, len(text)
		if i > 0 {
			before = leadingNumber(text)
		}
		if i < last && before < after {
			after = max(before, trailingArabicNumber(text))
		}
		runs = append(runs, levelRun{text[:before], 2}, levelRun{text[before:after], 0}, levelRun{text[after:], 2})
	}
	return slices.DeleteFunc(runs, func(r levelRun) bool { return r.text == "" })
}

// leadingNumber is the length in bytes of the number at the start of a text, with its signs.
func leadingNumber(text string) (end int) {
	for i, r := range text {
		switch class := classOf(r); class {
		case bidi.L:
			return end
		case bidi.EN, bidi.AN:
			end = i + utf8.RuneLen(r)
		case bidi.ET, bidi.NSM:
			if end == i && end > 0 {
				end = i + utf8.RuneLen(r)
			}
		}
	}
	return end
}

// trailingArabicNumber is where the number of Arabic digits at the end of a text starts. Other
// numbers belong to the text before them.
func trailingArabicNumber(text string) int {
	return len(strings.TrimRightFunc(text, func(r rune) bool { return classOf(r) == bidi.AN }))
}

// join is the runs in visual order: neighbours in text from right to left change their order.
func join(runs []levelRun) string {
	var out strings.Builder
	for i := 0; i < len(runs); {
		end := i + 1
		for runs[i].level > 0 && end < len(runs) && runs[end].level > 0 {
			end++
		}
		for _, run := range slices.Backward(runs[i:end]) {
			if run.level == 1 {
				run.text = bidi.ReverseString(run.text)
			}
			out.WriteString(run.text)
		}
		i = end
	}
	return out.String()
}

// startsRightToLeft reports whether the first letter of a text is Hebrew or Arabic, which then
// is the direction of the whole.
func startsRightToLeft(text string) bool {
	first := strings.IndexFunc(text, func(r rune) bool { return classOf(r) == bidi.L || isRightToLeft(r) })
	r, _ := utf8.DecodeRuneInString(text[max(first, 0):])
	return isRightToLeft(r)
}

func isRightToLeft(r rune) bool {
	class := bidi.L
	if r >= 0x0590 {
		class = classOf(r)
	}
	return class == bidi.R || class == bidi.AL
}

func classOf(r rune) bidi.Class {
	properties, _ := bidi.LookupRune(r)
	return properties.Class()
}
