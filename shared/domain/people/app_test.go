package people_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// A registered address covers itself alone, or on the own machine any port.
func TestRedirectURIsCoverTheirAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		registered people.RedirectURI
		address    string
		want       bool
	}{
		{"https://app.example/cb", "https://app.example/cb", true},
		{"https://app.example/cb", "https://app.example/cb/", false},
		{"https://app.example/cb", "https://app.example/cb?x=1", false},
		{"https://app.example/cb", "https://app.example:8443/cb", false},
		{"https://app.example/cb", "https://APP.example/cb", false},
		{"https://app.example/cb", "http://app.example/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:53121/cb", true},
		{"http://127.0.0.1:80/cb", "http://127.0.0.1:53121/cb", true},
		{"http://127.0.0.1:80/cb", "http://127.0.0.1/cb", true},
		{"http://[::1]/cb", "http://[::1]:9/cb", true},
		{"http://[::1]/cb", "http://[::1]:1/cb", true},
		{"http://[::1]:1/cb", "http://[::1]:2/cb", true},
		{"http://localhost/cb", "http://localhost:1/cb", true},
		{"http://localhost/cb", "http://127.0.0.1/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:1/other", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:1@evil.example/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:1/cb#x", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:x/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1.evil.example/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:0/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:99999/cb", false},
	} {
		if got := c.registered.Covers(c.address); got != c.want {
			t.Errorf("%s for %s: %t", c.address, c.registered, got)
		}
	}
}

// A grant expires 90 days after the latest of its consent, its use and its refresh, and never after its bound.
func TestExpiryOfAGrant(t *testing.T) {
	t.Parallel()
	at := func(day int) domain.Instant {
		return domain.InstantOf(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, day))
	}
	days := int64(100)
	for name, c := range map[string]struct {
		change func(*people.APIKey)
		bound  *int64
		want   domain.Instant
	}{
		"never used": {func(*people.APIKey) {}, nil, at(90)},
		"used":       {func(k *people.APIKey) { use := at(20); k.LastUsedAt = &use }, nil, at(110)},
		"refreshed":  {func(k *people.APIKey) { *k = k.Rotated(at(30)) }, nil, at(120)},
		"used and refreshed before": {func(k *people.APIKey) {
			*k = k.Rotated(at(30))
			use := at(40)
			k.LastUsedAt = &use
		}, nil, at(130)},
		"bounded": {func(k *people.APIKey) { *k = k.Rotated(at(30)) }, &days, at(100)},
	} {
		w := people.Workspace{MaxKeyDays: c.bound}
		k := people.NewGrant(people.User{}, people.Member{}, w, people.App{Name: "Timely"}, people.AccessRead, at(0))
		c.change(&k)
		if got := *k.Expiry(); got != c.want {
			t.Errorf("%s: it expires at %s, want %s", name, got, c.want)
		}
		if k.Valid(c.want) || !k.Valid(c.want.Plus(-time.Second)) {
			t.Errorf("%s: it is not valid until then alone", name)
		}
	}
}

// What a setting does not allow any more is void, and stays so. The others are not concerned.
func TestAllowAppsEndsWhatItDoesNotAllow(t *testing.T) {
	t.Parallel()
	var w people.Workspace
	if w.AppPolicy() != people.AnyApp {
		t.Errorf("by default it allows %s", w.AppPolicy())
	}
	for _, c := range []struct {
		to             people.AppPolicy
		open, declared int64
	}{
		{people.AnyApp, 0, 0}, {people.RegisteredApps, 1, 0}, {people.AnyApp, 1, 0}, {people.NoApp, 2, 1},
		{people.RegisteredApps, 2, 1}, {people.NoApp, 2, 2}, {people.NoApp, 2, 2}, {people.AnyApp, 2, 2},
	} {
		w = w.AllowApps(c.to)
		if w.EpochOf(people.AppDocument) != c.open || w.EpochOf(people.AppRegistered) != c.declared ||
			w.EpochOf(people.AppCommand) != c.declared {
			t.Errorf("after %s: %d and %d", c.to, w.EpochOf(people.AppDocument), w.EpochOf(people.AppRegistered))
		}
	}
}
