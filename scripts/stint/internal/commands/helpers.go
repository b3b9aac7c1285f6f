package commands

import (
	"fmt"
	"strings"

	"stint/scripts/stint/internal/screen"
)

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func lower(text string) string { return strings.ToLower(text) }

// optional is nil for an empty text.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// note tells a person what is no result, on standard error.
func (a *app) note(format string, values ...any) {
	_, _ = fmt.Fprintln(a.Err, screen.CleanLines(fmt.Sprintf(format, values...)))
}
