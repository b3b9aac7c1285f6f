package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

var noon = domain.At(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))

func TestSessionEndsWhenIdleOrOld(t *testing.T) {
	day := 24 * time.Hour
	cases := []struct {
		name    string
		rotated time.Duration // after the beginning
		want    time.Duration // end, after the beginning
	}{
		{"never used again", 0, 30 * day},
		{"used after ten days", 10 * day, 40 * day},
		{"used late", 80 * day, 90 * day},
	}
	for _, c := range cases {
		s := domain.Session{CreatedAt: noon, RotatedAt: noon.Plus(c.rotated)}
		if got := s.EndsAt(); got != noon.Plus(c.want) {
			t.Errorf("%s: ends %v, want %v", c.name, got, noon.Plus(c.want))
		}
	}
}

func TestSessionLivesForItsUserAndEpoch(t *testing.T) {
	u := domain.User{ID: domain.NewID(), Epoch: 2}
	s := domain.Session{UserID: u.ID, Epoch: 2, CreatedAt: noon, RotatedAt: noon}
	last := noon.Plus(domain.SessionIdle - time.Second)
	if !s.Alive(u, last) || s.Alive(u, last.Plus(time.Second)) {
		t.Error("it must live until its end and no longer")
	}
	if s.Alive(domain.User{ID: u.ID, Epoch: 3}, noon) {
		t.Error("it outlives a new password")
	}
	if s.Alive(domain.User{ID: domain.NewID(), Epoch: 2}, noon) {
		t.Error("it lives for another user")
	}
}

func TestJudgeOfRefreshTokens(t *testing.T) {
	s := domain.Session{Counter: 5, RotatedAt: noon}
	grace := noon.Plus(domain.RefreshGrace)
	cases := []struct {
		counter uint32
		at      domain.Instant
		want    domain.Presented
	}{
		{5, noon, domain.Current},
		{5, noon.Plus(time.Hour), domain.Current},
		{4, noon, domain.Repeated},
		{4, grace, domain.Repeated},
		{4, grace.Plus(time.Second), domain.Stolen},
		{3, noon, domain.Stolen},
		{6, noon, domain.Stolen},
	}
	for _, c := range cases {
		if got := s.Judge(c.counter, c.at); got != c.want {
			t.Errorf("counter %d at %v: %v, want %v", c.counter, c.at, got, c.want)
		}
	}
}
