package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

func TestMissingProof(t *testing.T) {
	t.Parallel()
	at := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	plain := domain.User{}
	pending := domain.User{SecondFactor: domain.NewSecondFactor(nil)}
	factor := domain.User{SecondFactor: &domain.SecondFactor{EnabledAt: &at}}
	linked := domain.User{Logins: []domain.ExternalLogin{{Provider: domain.ProviderExternal, Subject: "s"}}}
	by := func(m domain.SignInMethod) *domain.Session { return &domain.Session{Method: m} }
	const needsFactor, needsSSO = problem.SecondFactorRequired, problem.SSORequired
	for _, c := range []struct {
		name            string
		user            domain.User
		session         *domain.Session
		ofFactor, ofSSO problem.Detail
	}{
		{"a password", plain, by(domain.ByPassword), needsFactor, needsSSO},
		{"an earlier session", plain, by(""), needsFactor, needsSSO},
		{"a factor that is not confirmed", pending, by(domain.BySecondFactor), needsFactor, needsSSO},
		{"a factor, signed in without it", factor, by(domain.ByPassword), needsFactor, needsSSO},
		{"a factor", factor, by(domain.BySecondFactor), "", needsSSO},
		{"a factor that was switched off", plain, by(domain.BySecondFactor), needsFactor, needsSSO},
		{"single sign-on", linked, by(domain.BySSO), "", ""},
		{"a login, signed in with a password", linked, by(domain.ByPassword), needsFactor, needsSSO},
		{"a login that was unlinked", plain, by(domain.BySSO), needsFactor, needsSSO},
		{"a key of a user with nothing", plain, nil, needsFactor, needsSSO},
		{"a key of a user with a factor", factor, nil, "", needsSSO},
		{"a key of a user with a login", linked, nil, "", ""},
	} {
		if got := (domain.Workspace{}).MissingProof(c.user, c.session); got != "" {
			t.Errorf("%s, no policy: %q", c.name, got)
		}
		if got := (domain.Workspace{RequireSecondFactor: true}).MissingProof(c.user, c.session); got != c.ofFactor {
			t.Errorf("%s, of the policy for a second factor: %q, want %q", c.name, got, c.ofFactor)
		}
		if got := (domain.Workspace{RequireSSO: true}).MissingProof(c.user, c.session); got != c.ofSSO {
			t.Errorf("%s, of the policy for single sign-on: %q, want %q", c.name, got, c.ofSSO)
		}
	}
}
