package screen

import "strings"

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
