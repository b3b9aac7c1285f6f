package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestSearchTermFoundIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		term, text string
		want       bool
	}{
		{"", "anything", true},
		{"   ", "anything", true},
		{"zoe", "Zoë", true},
		{"ZOË", "zoe", true},
		{"Zoe\u0308", "ZOË", true},
		{"strasse", "Hauptstraße", true},
		{"ang", "Ångström", true},
		{"%", "100", false},
		{".", "dot", false},
		{"zoes", "Zoë", false},
		{"日本", "東京日本橋", true},
		{"\u0301", "plain", true}, // nothing but an accent looks for nothing
	} {
		var term domain.SearchTerm
		if code := term.ParseText(c.term); code != "" {
			t.Errorf("%q is refused: %s", c.term, code)
		}
		if got := term.FoundIn(c.text); got != c.want {
			t.Errorf("%q in %q: %t, want %t", c.term, c.text, got, c.want)
		}
	}
}

func TestSearchTermIndexIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		term, text string
		want       int
	}{
		{"", "", 0}, {"", "any", 0}, {"zo", "Zoë", 0}, {"oe", "ZOË", 1}, {"OE", "zoe", 1}, {"x", "Zoë", -1}, {"x", "", -1},
	} {
		var term domain.SearchTerm
		term.ParseText(c.term)
		if got := term.IndexIn(c.text); got != c.want {
			t.Errorf("%q in %q: %d, want %d", c.term, c.text, got, c.want)
		}
	}
}
