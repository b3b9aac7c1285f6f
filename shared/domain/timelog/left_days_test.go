package timelog_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

func startOn(e timelog.Entry, day domain.Date) timelog.Entry {
	next := e
	next.StartedAt = day.StartOfDay(time.UTC)
	return next.LeavingDay(e)
}

func has(spans []domain.DaySpan, day domain.Date) bool {
	return slices.ContainsFunc(spans, func(s domain.DaySpan) bool { return s.First <= day && day <= s.Last })
}

// TestChangedDaysAreThoseOfTheEntry checks that an entry that moves by years changes the days of its starts only.
func TestChangedDaysAreThoseOfTheEntry(t *testing.T) {
	t.Parallel()
	e := startOn(startOn(timelog.Entry{StartedAt: bulkDay}, "2000-01-02"), "2026-06-03")
	want := []domain.DaySpan{{First: "2000-01-01", Last: "2000-01-03"}, {First: "2026-05-31", Last: "2026-06-04"}}
	if got := e.ChangedDays(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	mark := timelog.MarkOfEntry(e)
	again := startOn(timelog.Entry{StartedAt: e.StartedAt}.Recreate(mark), "2012-01-02")
	want = slices.Insert(want, 1, domain.DaySpan{First: "2012-01-01", Last: "2012-01-03"})
	for name, got := range map[string][]domain.DaySpan{
		"deleted": timelog.DeletedDays(timelog.MarkOfEntry(again)), "made again": again.ChangedDays()} {
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestNoDayThatAnEntryLeftIsForgotten moves an entry to random days, and changes it on them. Its changed days have
// all of them, in a bounded number of spans, and so has its mark.
func TestNoDayThatAnEntryLeftIsForgotten(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		e := timelog.Entry{StartedAt: bulkDay}
		days := []domain.Date{domain.DateOf(bulkDay.UTC())}
		for range 30 {
			days = append(days, domain.Date("2000-01-01").AddDays(rnd.IntN(9_000)))
			e = startOn(e, days[len(days)-1])
			if e = e.LeavingDay(e); rnd.IntN(10) == 0 {
				e = timelog.Entry{StartedAt: e.StartedAt}.Recreate(timelog.MarkOfEntry(e))
			}
			for name, got := range map[string][]domain.DaySpan{
				"entry": e.ChangedDays(), "mark": timelog.DeletedDays(timelog.MarkOfEntry(e))} {
				for _, day := range days {
					if !has(got, day) {
						t.Fatalf("%s: %s is not in %v", name, day, got)
					}
				}
				if len(got) > 9 {
					t.Fatalf("%s: %d spans", name, len(got))
				}
			}
		}
	}
}

// TestTheNearestDaysAreJoined checks which days are joined when an entry has left many: those with the fewest between.
func TestTheNearestDaysAreJoined(t *testing.T) {
	t.Parallel()
	e := timelog.Entry{StartedAt: domain.Date("2000-01-01").StartOfDay(time.UTC)}
	for _, day := range []domain.Date{"2003-01-01", "2006-01-01", "2006-03-01", "2009-01-01", "2012-01-01", "2015-01-01",
		"2018-01-01", "2021-01-01", "2024-01-01"} {
		e = startOn(e, day)
	}
	if got := e.ChangedDays(); !slices.Contains(got, domain.DaySpan{First: "2005-12-31", Last: "2006-03-02"}) {
		t.Errorf("%v", got)
	}
	if got := e.ChangedDays(); has(got, "2004-01-01") || has(got, "2022-01-01") {
		t.Errorf("%v has days between", got)
	}
}

// TestDaysOfEarlierVersionsAreRead checks records that remember one span of days only.
func TestDaysOfEarlierVersionsAreRead(t *testing.T) {
	t.Parallel()
	left := domain.DaySpan{First: "2020-01-02", Last: "2021-01-02"}
	e := startOn(timelog.Entry{StartedAt: bulkDay, LeftDays: &left}, "2022-01-02")
	for _, day := range []domain.Date{"2020-01-01", "2020-07-01", "2021-01-03", "2026-06-01", "2022-01-02"} {
		if !has(e.ChangedDays(), day) || !has(timelog.DeletedDays(timelog.MarkOfEntry(e)), day) {
			t.Errorf("%s is not in %v", day, e.ChangedDays())
		}
	}
	if got := timelog.DeletedDays(domain.DeletionMark{Days: &left}); len(got) != 1 || got[0] != left {
		t.Errorf("%v", got)
	}
	if e.LeftDays.First != left.First || e.LeftDays.Last != "2026-06-01" {
		t.Errorf("earlier versions read %v", e.LeftDays)
	}
}
