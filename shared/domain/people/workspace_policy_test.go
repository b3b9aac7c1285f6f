package people_test

import (
	"net/netip"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

func TestMissingProof(t *testing.T) {
	t.Parallel()
	at := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	plain := people.User{}
	pending := people.User{SecondFactor: people.NewSecondFactor(nil)}
	factor := people.User{SecondFactor: &people.SecondFactor{EnabledAt: &at}}
	linked := people.User{Logins: []people.ExternalLogin{{Provider: people.ProviderExternal, Subject: "s"}}}
	by := func(m people.SignInMethod) *people.Session { return &people.Session{Method: m} }
	const needsFactor, needsSSO = problem.SecondFactorRequired, problem.SSORequired
	for _, c := range []struct {
		name            string
		user            people.User
		session         *people.Session
		ofFactor, ofSSO problem.Detail
	}{
		{"a password", plain, by(people.ByPassword), needsFactor, needsSSO},
		{"an earlier session", plain, by(""), needsFactor, needsSSO},
		{"a factor that is not confirmed", pending, by(people.BySecondFactor), needsFactor, needsSSO},
		{"a factor, signed in without it", factor, by(people.ByPassword), needsFactor, needsSSO},
		{"a factor", factor, by(people.BySecondFactor), "", needsSSO},
		{"a factor that was switched off", plain, by(people.BySecondFactor), needsFactor, needsSSO},
		{"single sign-on", linked, by(people.BySSO), "", ""},
		{"a login, signed in with a password", linked, by(people.ByPassword), needsFactor, needsSSO},
		{"a login that was unlinked", plain, by(people.BySSO), needsFactor, needsSSO},
		{"a key of a user with nothing", plain, nil, needsFactor, needsSSO},
		{"a key of a user with a factor", factor, nil, "", needsSSO},
		{"a key of a user with a login", linked, nil, "", ""},
	} {
		if got := (people.Workspace{}).MissingProof(c.user, c.session, netip.Addr{}); got != "" {
			t.Errorf("%s, no policy: %q", c.name, got)
		}
		if got := (people.Workspace{RequireSecondFactor: true}).MissingProof(c.user, c.session,
			netip.Addr{}); got != c.ofFactor {
			t.Errorf("%s, of the policy for a second factor: %q, want %q", c.name, got, c.ofFactor)
		}
		if got := (people.Workspace{RequireSSO: true}).MissingProof(c.user, c.session, netip.Addr{}); got != c.ofSSO {
			t.Errorf("%s, of the policy for single sign-on: %q, want %q", c.name, got, c.ofSSO)
		}
	}
}
