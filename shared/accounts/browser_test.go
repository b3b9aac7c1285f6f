package accounts_test

import (
	"testing"

	"stint/shared/accounts"
	"stint/shared/config"
)

// Only the exact paths of the pages, below the path of the service, lead to them.
func TestLeadsToPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		publicURL, address string
		want               bool
	}{
		{"https://stint.example", "/oauth/authorize?client_id=x", true},
		{"https://stint.example", "/oauth/device", true},
		{"https://stint.example", "/oauth/authorize#x", false},
		{"https://stint.example", "/oauth/authorize/", false},
		{"https://stint.example", "//oauth/authorize", false},
		{"https://stint.example", "/prod/oauth/authorize", false},
		{"https://stint.example", "https://stint.example/oauth/authorize", false},
		{"https://stint.example", "", false},
		{"https://api.example/prod", "/prod/oauth/authorize?client_id=x", true},
		{"https://api.example/prod", "/oauth/authorize", false},
	} {
		s := accounts.New(config.Config{PublicURL: c.publicURL}, nil, nil, nil)
		if got := s.LeadsToPages(c.address); got != c.want {
			t.Errorf("%q at %s: %v", c.address, c.publicURL, got)
		}
	}
}
