package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

// The hour that comes twice has two moments, in every zone the earlier one first. The hour that is left out has none.
func TestLocalMoments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, shown string
		want        []string
	}{
		{"Europe/Berlin", "2026-06-17T09:00:00", []string{"07:00:00"}},
		{"Europe/Berlin", "2026-10-25T02:15:00", []string{"00:15:00", "01:15:00"}},
		{"Europe/Berlin", "2026-03-29T02:30:00", nil},
		{"America/New_York", "2026-11-01T01:30:00", []string{"05:30:00", "06:30:00"}},
		{"America/New_York", "2026-03-08T02:30:00", nil},
		{"Pacific/Auckland", "2026-04-05T02:30:00", []string{"13:30:00", "14:30:00"}},
		{"Australia/Lord_Howe", "2026-04-05T01:45:00", []string{"14:45:00", "15:15:00"}},
		{"UTC", "2026-10-25T02:15:00", []string{"02:15:00"}},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := time.Parse("2006-01-02T15:04:05", c.shown)
		if err != nil {
			t.Fatal(err)
		}
		got := domain.LocalMoments(shown, zone)
		if len(got) != len(c.want) {
			t.Fatalf("%s %s: %v, want %v", c.zone, c.shown, got, c.want)
		}
		for i, at := range got {
			if utc := at.UTC().Format(time.TimeOnly); utc != c.want[i] {
				t.Errorf("%s %s: moment %d is %s, want %s", c.zone, c.shown, i, utc, c.want[i])
			}
		}
	}
}
