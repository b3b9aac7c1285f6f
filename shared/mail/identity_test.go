package mail

import (
	"slices"
	"testing"
)

func TestIdentitiesOfASender(t *testing.T) {
	t.Parallel()
	for sender, want := range map[string][]string{
		"Stint <stint@example.com>": {"stint@example.com", "example.com"},
		"stint@mail.app.example.com": {"stint@mail.app.example.com", "mail.app.example.com", "app.example.com",
			"example.com"},
		"stint@localhost":                  {"stint@localhost"},
		"nobody":                           nil,
		"\"Stint, mail\" <a@b.example.nz>": {"a@b.example.nz", "b.example.nz", "example.nz"},
	} {
		if got := Identities(sender); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", sender, got, want)
		}
	}
}
