package people_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

func TestSessionIsFreshAfterAProof(t *testing.T) {
	t.Parallel()
	start := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	old := people.Session{CreatedAt: start, RotatedAt: start}
	proved := old.ProvedNow(people.ByPassword, start.Plus(3*time.Hour))
	for _, c := range []struct {
		name    string
		session people.Session
		at      time.Duration
		want    bool
	}{
		{"without a recorded proof", old, 59 * time.Minute, true},
		{"without a recorded proof, later", old, time.Hour, false},
		{"proved again", proved, 4*time.Hour - time.Second, true},
		{"proved again, later", proved, 4 * time.Hour, false},
	} {
		if got := c.session.Fresh(time.Hour, start.Plus(c.at)); got != c.want {
			t.Errorf("%s: fresh %v, want %v", c.name, got, c.want)
		}
	}
}

func TestStrongestMethodOfASessionStays(t *testing.T) {
	t.Parallel()
	const password, factor, sso = people.ByPassword, people.BySecondFactor, people.BySSO
	for _, c := range []struct{ first, then, want people.SignInMethod }{
		{"", password, password}, {password, password, password}, {password, factor, factor}, {password, sso, sso},
		{factor, password, factor}, {factor, sso, sso}, {sso, password, sso}, {sso, factor, sso},
	} {
		session := people.Session{Method: c.first}
		if got := session.ProvedNow(c.then, domain.Instant{}).Method; got != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.first, c.then, got, c.want)
		}
	}
}
