package mail

import (
	"strings"
	"unicode/utf8"
)

// Bar is a figure of a mail, shown as a bar among the others.
type Bar struct {
	Label string // plain text, a single line
	Value int64  // not negative
	Shown string // the value as the mail writes it
}

// bar is a bar as the templates draw it.
type bar struct {
	Label, Shown string
	Percent      int64  // of the width
	Blocks       string // the bar in text
	Padding      string // between label and bar in text
}

// barBlocks is the width of the longest bar in text.
const barBlocks = 20

// drawBars scales bars to a value, or to the longest of them if that is longer.
func drawBars(all []Bar, full int64) []bar {
	widest := 0
	for _, b := range all {
		full, widest = max(full, b.Value), max(widest, utf8.RuneCountInString(b.Label))
	}
	drawn := make([]bar, len(all))
	for i, b := range all {
		drawn[i] = bar{Label: b.Label, Shown: b.Shown,
			Padding: strings.Repeat(" ", widest-utf8.RuneCountInString(b.Label))}
		if full > 0 {
			drawn[i].Percent = (b.Value*100 + full - 1) / full
			drawn[i].Blocks = strings.Repeat("█", int((b.Value*barBlocks+full-1)/full))
		}
	}
	return drawn
}
