package timesheets_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestPeriodInUnusualZones(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone        string
		first, last domain.Date
		from, to    string
	}{
		{"UTC", "2026-06-08", "2026-06-14", "2026-06-08T00:00:00Z", "2026-06-15T00:00:00Z"},
		{"Asia/Kathmandu", "2026-06-08", "2026-06-08", "2026-06-07T18:15:00Z", "2026-06-08T18:15:00Z"},
		{"Pacific/Kiritimati", "2026-01-01", "2026-01-01", "2025-12-31T10:00:00Z", "2026-01-01T10:00:00Z"},
		{"Europe/Berlin", "2026-03-29", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"}, // 23 hours
		{"Europe/Berlin", "2026-10-25", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"}, // 25 hours
		// half an hour more
		{"Australia/Lord_Howe", "2026-04-05", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z"},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"}, // skips midnight
		{"America/Sao_Paulo", "2018-11-03", "2018-11-03", "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z"},
		// skips midnight, east
		{"Africa/Cairo", "2026-04-24", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"},
		// an hour before midnight twice
		{"America/Sao_Paulo", "2018-02-17", "2018-02-17", "2018-02-17T02:00:00Z", "2018-02-18T03:00:00Z"},
		// midnight twice, east
		{"Asia/Amman", "2021-10-29", "2021-10-29", "2021-10-28T21:00:00Z", "2021-10-29T22:00:00Z"},
		// midnight twice, west
		{"America/Havana", "2026-11-01", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"},
		// before a day that never was
		{"Pacific/Apia", "2011-12-29", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"Pacific/Apia", "2011-12-30", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"}, // that day
		{"Pacific/Apia", "2011-12-31", "2011-12-31", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"}, // and after it
	} {
		from, to, code := timesheets.PeriodBounds(c.first, c.last, zone(t, c.zone))
		if from.String() != c.from || to.String() != c.to || code != "" {
			t.Errorf("%s, %s to %s: [%s, %s) %s, want [%s, %s)", c.zone, c.first, c.last, from, to, code, c.from, c.to)
		}
	}
}

// The periods of consecutive days leave out no moment and contain none twice.
// Every moment is in the period of the date that the zone's clocks show.
func TestPeriodsAreContiguous(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"UTC", "America/Sao_Paulo", "Africa/Cairo", "Asia/Amman", "Asia/Beirut", "Asia/Tehran", "Asia/Gaza", "Pacific/Apia",
		"America/Havana", "America/Asuncion", "America/Nuuk", "Atlantic/Azores", "Pacific/Chatham", "Antarctica/Troll",
	} {
		loc := zone(t, name)
		_, before, _ := timesheets.PeriodBounds("1999-12-31", "1999-12-31", loc)
		for day := domain.Date("2000-01-01"); day < "2031-01-01"; day = day.AddDays(1) {
			from, to, code := timesheets.PeriodBounds(day, day, loc)
			if code != "" || from != before || to.Before(from.Time) {
				t.Fatalf("%s, %s: [%s, %s) %s, but the day before ended at %s", name, day, from, to, code, before)
			}
			before = to
			if from == to {
				continue // a day that never was
			}
			for _, at := range []time.Time{from.Time, to.Add(-time.Second)} {
				if got := domain.Date(at.In(loc).Format(time.DateOnly)); got != day {
					t.Errorf("%s: %s is in the period of %s, but its date is %s", name, at, day, got)
				}
			}
		}
	}
}

func TestPeriodBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, last domain.Date
		want        problem.FieldCode
	}{
		{"2026-06-08", "2026-06-08", ""}, {"2026-06-08", "2026-06-07", problem.RangeInvalid},
		{"2026-05-01", "2026-05-31", ""}, {"2026-05-01", "2026-06-01", problem.RangeTooLong},
		{"2024-02-01", "2024-03-02", ""}, {"2024-02-01", "2024-03-03", problem.RangeTooLong},
		{"2025-12-15", "2026-01-14", ""}, {"2025-12-15", "2026-01-15", problem.RangeTooLong},
	} {
		if _, _, code := timesheets.PeriodBounds(c.first, c.last, time.UTC); code != c.want {
			t.Errorf("%s to %s: %q, want %q", c.first, c.last, code, c.want)
		}
	}
}

func TestDate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026-06-08", "2024-02-29", "0001-01-01", "9999-12-31"} {
		var d domain.Date
		if code := d.ParseText(text); code != "" || string(d) != text {
			t.Errorf("%s: %q %s", text, d, code)
		}
	}
	for _, text := range []string{"", "2026-6-8", "2026-02-29", "2026-13-01", "2026-00-01", "2026-06-31", "20260608",
		"2026-06-08T00:00:00Z", " 2026-06-08", "2026-06-08\n", "٢٠٢٦-٠٦-٠٨"} {
		d := domain.Date("kept")
		if code := d.ParseText(text); code != problem.DateInvalid || d != "kept" {
			t.Errorf("%q: %q %s, want date_invalid", text, d, code)
		}
	}
	for _, c := range []struct {
		from, want domain.Date
		days       int
	}{{"2026-02-28", "2026-03-01", 1}, {"2024-02-28", "2024-02-29", 1}, {"2026-01-01", "2025-12-31", -1},
		{"2026-06-08", "2026-06-08", 0}} {
		if got := c.from.AddDays(c.days); got != c.want {
			t.Errorf("%s %+d: %s, want %s", c.from, c.days, got, c.want)
		}
	}
}
