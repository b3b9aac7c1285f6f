package domain_test

import (
	"testing"

	"stint/shared/domain"
)

// Hidden characters are left out of texts that are shown. Those that scripts and emoji need stay.
func TestVisibleText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain\ntext":                        "plain\ntext",
		"paid \u202e21\u202c h\u00e9":        "paid 21 h\u00e9",
		"a\u2066b\u2069\u200fc\u200b\u2060d": "abcd",
		"e\u0301\u2028f\u3164":               "e\u0301\nf",
		"\u0645\u06cc\u200c\u062e":           "\u0645\u06cc\u200c\u062e",
		"\u2764\ufe0f":                       "\u2764\ufe0f",
	} {
		if got := domain.VisibleText(text); got != want {
			t.Errorf("%+q is shown as %+q, want %+q", text, got, want)
		}
	}
}
