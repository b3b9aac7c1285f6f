package when_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"stint/scripts/stint/internal/when"
)

// reader is one in Berlin, at 10:00 on the given day.
func reader(t *testing.T, day string) when.Reader {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation(time.DateTime, day+" 10:00:00", zone)
	if err != nil {
		t.Fatal(err)
	}
	return when.Reader{Now: now, Zone: zone, WeekStart: time.Monday}
}

func TestMoment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ day, text, want string }{
		{"2026-06-17", "now", "2026-06-17T10:00:00+02:00"},
		{"2026-06-17", "9:15", "2026-06-17T09:15:00+02:00"},
		{"2026-06-17", " 09:15 ", "2026-06-17T09:15:00+02:00"},
		{"2026-06-17", "9:15:30", "2026-06-17T09:15:30+02:00"},
		{"2026-06-17", "9am", "2026-06-17T09:00:00+02:00"},
		{"2026-06-17", "12:30AM", "2026-06-17T00:30:00+02:00"},
		{"2026-06-17", "9.15", "2026-06-17T09:15:00+02:00"},
		{"2026-06-17", "9:15 PM", "2026-06-17T21:15:00+02:00"},
		{"2026-06-17", "yesterday 9 pm", "2026-06-16T21:00:00+02:00"},
		{"2026-06-17", "noon", "2026-06-17T12:00:00+02:00"},
		{"2026-06-17", "mon Noon", "2026-06-15T12:00:00+02:00"},
		{"2026-06-17", "midnight", "2026-06-17T00:00:00+02:00"},
		{"2026-06-17", "yesterday 24:00", "2026-06-17T00:00:00+02:00"},
		{"2026-06-17", "-1h 30 min", "2026-06-17T08:30:00+02:00"},
		{"2026-10-24", "24:00", "2026-10-25T00:00:00+02:00"},
		{"2026-06-17", "12pm", "2026-06-17T12:00:00+02:00"},
		{"2026-06-17", "Yesterday 14:00", "2026-06-16T14:00:00+02:00"},
		{"2026-06-17", "today 0:00", "2026-06-17T00:00:00+02:00"},
		{"2026-06-17", "wed 8:00", "2026-06-17T08:00:00+02:00"}, // it is a Wednesday
		{"2026-06-17", "Thursday 8:00", "2026-06-11T08:00:00+02:00"},
		{"2026-06-17", "2026-11-02 9:00", "2026-11-02T09:00:00+01:00"},
		{"2026-06-17", "-20m", "2026-06-17T09:40:00+02:00"},
		{"2026-06-17", "-1:30", "2026-06-17T08:30:00+02:00"},
		{"2026-06-17", "-1,5h", "2026-06-17T08:30:00+02:00"},
		{"2026-06-17", "+2m", "2026-06-17T10:02:00+02:00"},
		{"2026-06-17", "2026-06-17T09:00:00Z", "2026-06-17T09:00:00Z"},
		// The clock is put forward on 2026-03-29, from 2:00 to 3:00, and back on 2026-10-25.
		{"2026-03-29", "1:59", "2026-03-29T01:59:00+01:00"},
		{"2026-03-29", "3:00", "2026-03-29T03:00:00+02:00"},
		{"2026-03-29", "-9h", "2026-03-29T00:00:00+01:00"},
		{"2026-03-30", "yesterday 0:00", "2026-03-29T00:00:00+01:00"},
		{"2026-10-25", "1:59", "2026-10-25T01:59:00+02:00"},
		{"2026-10-25", "2:30", "2026-10-25T02:30:00+02:00"}, // shown twice: the first
		{"2026-10-25", "2026-10-25T02:30:00+01:00", "2026-10-25T02:30:00+01:00"},
		{"2026-10-25", "3:00", "2026-10-25T03:00:00+01:00"},
		{"2026-10-26", "yesterday 23:30", "2026-10-25T23:30:00+01:00"},
	} {
		got, err := reader(t, c.day).Moment(c.text)
		if err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%s on %s is %v, %v, want %s", c.text, c.day, got, err, c.want)
		}
	}
}

func TestNoMoment(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "9", "24:01", "25:00", "24:00 pm", "9:60", "9:5", "9.5", "13pm", "0am", "noonish", "-", "9 15", "-1 h 30 x",
		"-9", "--5m", "-0m", "tomorrow 9:00", "2026-02-30 9:00", "9:00 yesterday", "yesterday", "2026-11-02",
		"yesterday 9:00 or so",
	} {
		var wrong *when.Error
		if got, err := reader(t, "2026-06-17").Moment(text); !errors.As(err, &wrong) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	var wrong *when.Error
	if got, err := reader(t, "2026-03-29").Moment("2:30"); !errors.As(err, &wrong) {
		t.Errorf("an hour that the clock leaves out is %v, %v", got, err)
	}
}

// At midnight in Berlin it is still yesterday in UTC.
func TestTodayIsThatOfTheZone(t *testing.T) {
	t.Parallel()
	r := reader(t, "2026-06-17")
	r.Now = time.Date(2026, 6, 17, 22, 30, 0, 0, time.UTC)
	if got, err := r.Moment("0:10"); err != nil || got.Format(time.RFC3339) != "2026-06-18T00:10:00+02:00" {
		t.Error(got, err)
	}
}

// An end alone is on the day of the start, or on the next day, unless that is still to come.
func TestAfter(t *testing.T) {
	t.Parallel()
	r := reader(t, "2026-06-17")
	for _, c := range []struct{ began, text, want string }{
		{"9:00", "9:30", "2026-06-17T09:30:00+02:00"},
		{"yesterday 22:00", "1:30", "2026-06-17T01:30:00+02:00"},
		{"yesterday 22:00", "midnight", "2026-06-17T00:00:00+02:00"},
		{"yesterday 22:00", "24:00", "2026-06-17T00:00:00+02:00"},
		{"yesterday 9:00", "2 pm", "2026-06-16T14:00:00+02:00"},
		{"9:30", "9:00", "2026-06-18"},
		{"9:30", "midnight", "2026-06-18"},
	} {
		began, err := r.Moment(c.began)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.After(began, c.text)
		if err != nil && strings.Contains(err.Error(), "on the next day, "+c.want) {
			continue
		}
		if err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("from %s to %s is %v, %v", c.began, c.text, got, err)
		}
	}
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"1h30m": 90 * time.Minute, "90m": 90 * time.Minute, "1.5h": 90 * time.Minute, "1,5H": 90 * time.Minute,
		"1:30": 90 * time.Minute, "1h30": 90 * time.Minute, "1h 30m": 90 * time.Minute, "90min": 90 * time.Minute,
		"90 minutes": 90 * time.Minute, "1 hour 30 mins": 90 * time.Minute, "1 hr": time.Hour, "2 Hours": 2 * time.Hour,
		"1.5 h": 90 * time.Minute, "1h5": 65 * time.Minute, "30 sec": 30 * time.Second, "0:00:05": 5 * time.Second,
		"2d": 48 * time.Hour, "45s": 45 * time.Second,
	} {
		if got, err := when.Duration(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "90", "20", "1h60", "1 30m", "1h 30m 5", "90mi", "5months", "-5m", "+5m", "0m",
		"0:00", "1:60", "10ms", "h", "-1d", "1.5"} {
		if got, err := when.Duration(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestPeriod(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"today":                  "2026-06-17T00:00:00+02:00 2026-06-18T00:00:00+02:00",
		"yesterday":              "2026-06-16T00:00:00+02:00 2026-06-17T00:00:00+02:00",
		"week":                   "2026-06-15T00:00:00+02:00 2026-06-22T00:00:00+02:00",
		"last-week":              "2026-06-08T00:00:00+02:00 2026-06-15T00:00:00+02:00",
		"Month":                  "2026-06-01T00:00:00+02:00 2026-07-01T00:00:00+02:00",
		"last-month":             "2026-05-01T00:00:00+02:00 2026-06-01T00:00:00+02:00",
		"year":                   "2026-01-01T00:00:00+01:00 2027-01-01T00:00:00+01:00",
		"2026-10":                "2026-10-01T00:00:00+02:00 2026-11-01T00:00:00+01:00",
		"2025":                   "2025-01-01T00:00:00+01:00 2026-01-01T00:00:00+01:00",
		"2026-10-25":             "2026-10-25T00:00:00+02:00 2026-10-26T00:00:00+01:00", // 25 hours
		"mon..yesterday":         "2026-06-15T00:00:00+02:00 2026-06-17T00:00:00+02:00",
		"2026-06-01..2026-06-02": "2026-06-01T00:00:00+02:00 2026-06-03T00:00:00+02:00",
	} {
		r := reader(t, "2026-06-17")
		period, err := r.Period(text)
		from, to := period.Range(r.Zone)
		if got := from.Format(time.RFC3339) + " " + to.Format(time.RFC3339); err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "weeks", "2026-13", "2026-06-02..2026-06-01", "2026-06-02..", "9:00"} {
		if got, err := reader(t, "2026-06-17").Period(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// A week may begin on Sunday. It is the week that has today in it.
func TestWeekStart(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{"2026-06-14": "2026-06-14", "2026-06-13": "2026-06-07",
		"2026-06-17": "2026-06-14"} {
		r := reader(t, day)
		r.WeekStart = time.Sunday
		if got, err := r.Period("week"); err != nil || got.First.Format(time.DateOnly) != want {
			t.Errorf("the week of %s begins on %v, %v", day, got.First, err)
		}
	}
}

// In Cairo the clock was put forward from midnight to 1:00 on 2026-04-24.
func TestDayWithoutMidnight(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Africa/Cairo")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 4, 24, 0, 0, 0, 0, time.UTC)
	from, to := when.Period{First: day, Last: day}.Range(zone)
	if from.Format(time.RFC3339) != "2026-04-24T01:00:00+03:00" || to.Sub(from) != 23*time.Hour {
		t.Error(from, to)
	}
}
