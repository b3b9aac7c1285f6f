// Package screen prints what a command has to say: for people, or as JSON for programs.
package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/fatih/color"

	"stint/shared/domain"
)

// Screen prints to one writer.
type Screen struct {
	Out    io.Writer
	JSON   bool // records as the service sent them, one in a line
	Colour bool

	// Terminal says that Out is one. What would steer it is escaped in JSON, too.
	Terminal bool
}

// Style is how a text looks.
type Style []color.Attribute

// The styles.
var (
	Bold  = Style{color.Bold}
	Faint = Style{color.Faint}
	Green = Style{color.FgGreen}
)

// Paint returns a text in a style, if the screen has colours.
func (s *Screen) Paint(style Style, text string) string {
	if !s.Colour {
		return text
	}
	c := color.New(style...)
	c.EnableColor()
	return c.Sprint(text)
}

// Line prints a line for people. With JSON it prints nothing.
func (s *Screen) Line(format string, values ...any) error {
	if s.JSON {
		return nil
	}
	_, err := fmt.Fprintf(s.Out, format+"\n", values...)
	return err
}

// Record prints a record: with JSON what the service sent, else the line.
func (s *Screen) Record(raw json.RawMessage, line string) error {
	if !s.JSON {
		return s.Line("%s", line)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.Out, escape(compact.String()))
	return err
}

// escape escapes the characters of JSON that would steer a terminal. It stays the same JSON.
func escape(text string) string {
	var out strings.Builder
	for _, r := range text {
		if !steers(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}

// steers reports whether a character may change what a terminal shows elsewhere.
func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// Clean returns a text without what would steer a terminal. Texts come from all members of a
// workspace.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if steers(r) {
			return -1
		}
		return r
	}, text)
}

// CleanLines is Clean that keeps the ends of lines.
func CleanLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Duration is hours and minutes: "1:05". Seconds are left out, as on a clock.
func Duration(d time.Duration) string {
	minutes := int64(d / time.Minute)
	return fmt.Sprintf("%d:%02d", minutes/60, minutes%60)
}

// Seconds is Duration of seconds.
func Seconds(seconds int64) string { return Duration(time.Duration(seconds) * time.Second) }

// Money is an amount in minor units with its currency: "85.00 EUR".
func Money(minor int64, currency string) string {
	digits := domain.Currency(currency).Digits()
	if digits == 0 {
		return fmt.Sprintf("%d %s", minor, currency)
	}
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	unit := int64(1)
	for range digits {
		unit *= 10
	}
	return fmt.Sprintf("%s%d.%0*d %s", sign, minor/unit, digits, minor%unit, currency)
}

// eighths are the ends of a bar, from nothing to nearly a whole character.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar draws how much a value is of the largest one, in characters at most. What is more than nothing is never empty.
func Bar(value, largest int64, characters int) string {
	if value <= 0 || largest <= 0 {
		return ""
	}
	parts := max(1, int(value*int64(characters)*int64(len(eighths))/largest))
	return strings.Repeat("█", parts/len(eighths)) + eighths[parts%len(eighths)]
}
