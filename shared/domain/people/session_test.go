package people_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

var noon = domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))

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
		s := people.Session{CreatedAt: noon, RotatedAt: noon.Plus(c.rotated)}
		if got := s.ExpiresAt(); got != noon.Plus(c.want) {
			t.Errorf("%s: ends %v, want %v", c.name, got, noon.Plus(c.want))
		}
	}
}

func TestSessionLivesForItsUserAndEpoch(t *testing.T) {
	u := people.User{ID: domain.NewID(), Epoch: 2}
	s := people.Session{UserID: u.ID, Epoch: 2, CreatedAt: noon, RotatedAt: noon}
	last := noon.Plus(people.SessionIdleTimeout - time.Second)
	if !s.Valid(u, last) || s.Valid(u, last.Plus(time.Second)) {
		t.Error("it must live until its end and no longer")
	}
	if s.Valid(people.User{ID: u.ID, Epoch: 3}, noon) {
		t.Error("it outlives a new password")
	}
	if s.Valid(people.User{ID: domain.NewID(), Epoch: 2}, noon) {
		t.Error("it lives for another user")
	}
}

func TestCheckRefresh(t *testing.T) {
	s := people.Session{Generation: 5, RotatedAt: noon}
	grace := noon.Plus(people.RefreshGrace)
	cases := []struct {
		counter uint32
		at      domain.Instant
		want    people.RefreshVerdict
	}{
		{5, noon, people.RefreshCurrent},
		{5, noon.Plus(time.Hour), people.RefreshCurrent},
		{4, noon, people.RefreshRepeated},
		{4, grace, people.RefreshRepeated},
		{4, grace.Plus(time.Second), people.RefreshStolen},
		{3, noon, people.RefreshStolen},
		{6, noon, people.RefreshStolen},
	}
	for _, c := range cases {
		if got := s.CheckRefresh(c.counter, c.at); got != c.want {
			t.Errorf("counter %d at %v: %v, want %v", c.counter, c.at, got, c.want)
		}
	}
}
