package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

func TestWorkBackoffGrows(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	work := domain.Work{}
	for try, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60, 60} {
		next, due := work.StartTry(now)
		if next.Tries != try+1 || due != now.Plus(want*time.Minute) {
			t.Errorf("try %d: tries %d, due after %s, want %d min", try+1, next.Tries, due.Sub(now.Time), want)
		}
		work = next
	}
	work.Tries = 1 << 40 // no shift is too far
	if _, due := work.StartTry(now); due != now.Plus(time.Hour) {
		t.Errorf("after very many tries due %s", due)
	}
}

func TestMaskEmail(t *testing.T) {
	t.Parallel()
	for address, want := range map[domain.Email]string{
		"ada@example.com": "a***@example.com", "é@example.com": "é***@example.com", "a.very.long.name@x.org": "a***@x.org",
		`"odd@one"@example.com`: `"***@example.com`,
	} {
		if got := address.Mask(); got != want {
			t.Errorf("%s is masked as %s, want %s", address, got, want)
		}
	}
}
