package reports

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// randomMonth are the finished entries of a user in March 2026, some each working day.
func randomMonth(rnd *rand.Rand, perDay int, projects, tasks, tags []domain.ID) (all []timelog.Entry) {
	for day := 1; day <= 31; day++ {
		at := domain.InstantOf(time.Date(2026, 3, day, 8, 0, 0, 0, time.UTC))
		if weekday := at.Weekday(); weekday == time.Saturday || weekday == time.Sunday {
			continue
		}
		for range perDay {
			stop, rate, n := at.Plus(time.Duration(rnd.IntN(3600))*time.Second), int64(8_500), rnd.IntN(len(tasks))
			e := timelog.Entry{StartedAt: at, StoppedAt: &stop, TaskID: tasks[n], ProjectID: projects[n%len(projects)],
				Currency: "EUR", HourlyRate: &rate, IsBillable: n%4 > 0}
			if rnd.IntN(3) == 0 {
				e.TagIDs = []domain.ID{tags[rnd.IntN(len(tags))]}
			}
			all, at = append(all, e), stop
		}
	}
	return all
}

func newIDs(n int) (all []domain.ID) {
	for range n {
		all = append(all, domain.NewID())
	}
	return all
}

// A month that was packed is as before, and is small: of 19 entries a day, on 12 tasks of 4
// projects with 3 tags, it takes less than 3.3 KB.
func TestPackedMonthIsTheSameAndSmall(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	sums := NewReportLines(time.UTC, domain.Rounding{Mode: domain.RoundUp, Minutes: 6})
	for _, e := range randomMonth(rnd, 19, newIDs(4), newIDs(12), newIDs(3)) {
		sums.Add(e)
	}
	lines := sums.Lines()
	month := ReportMonth{Month: "2026-03", Packed: PackLines(lines)}
	got, err := month.Lines()
	if err != nil || !reflect.DeepEqual(got, lines) {
		t.Errorf("%d lines, want %d, error %v", len(got), len(lines), err)
	}
	if len(month.Packed) > 3_300 {
		t.Errorf("%d lines take %d bytes", len(lines), len(month.Packed))
	}
	t.Log(len(lines), "lines,", len(month.Packed), "bytes")
}

// Bytes that are no packed month are an error, and never more lines than bytes.
func FuzzUnpack(f *testing.F) {
	f.Add(PackLines([]ReportLine{{Day: "2026-03-02", ProjectID: domain.NewID(), TagIDs: newIDs(2), Currency: "EUR",
		Seconds: 3600, Amount: 8_500}}))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, packed []byte) {
		lines, err := ReportMonth{Month: "2026-03", Packed: packed}.Lines()
		if err != nil && lines != nil || len(lines) > len(packed) {
			t.Errorf("%d lines of %d bytes, error %v", len(lines), len(packed), err)
		}
	})
}

// Every prefix of a packed month that ends in the middle is an error.
func TestCutMonthIsAnError(t *testing.T) {
	packed := PackLines([]ReportLine{{Day: "2026-03-02", ProjectID: domain.NewID(), Currency: "EUR", Seconds: 3600,
		Amount: 8_500}})
	for n := 1; n < len(packed); n++ {
		lines, err := ReportMonth{Month: "2026-03", Packed: packed[:n]}.Lines()
		if err == nil && len(lines) > 0 {
			t.Errorf("the first %d bytes: %v", n, lines)
		}
	}
}

// A report of lines equals the report of their entries.
func TestReportOfLinesEqualsEntries(t *testing.T) {
	zone, rnd := time.FixedZone("", 9*3600), rand.New(rand.NewPCG(5, 6))
	for _, rounding := range []domain.Rounding{{Mode: domain.RoundNone}, {Mode: domain.RoundNearest, Minutes: 15}} {
		sums, user := NewReportLines(zone, rounding), domain.NewID()
		entries := randomMonth(rnd, 5, append(newIDs(2), ""), append(newIDs(4), ""), newIDs(2))
		by := []Grouping{ByTag, ByDay, ByTask}
		want, got := NewReport(by, zone, rounding), NewReport(by, zone, rounding)
		for _, e := range entries {
			e.UserID = user
			want.Add(e)
			sums.Add(e)
		}
		for _, l := range sums.Lines() {
			got.AddSum(l.Entry(user, l.Day.StartOfDay(zone)), l.Seconds, l.Amount)
		}
		if fmt.Sprint(got.groups) != fmt.Sprint(want.groups) || fmt.Sprint(got.total) != fmt.Sprint(want.total) {
			t.Errorf("%v, want %v", got.groups, want.groups)
		}
	}
}

// Many entries that a summary does not tell apart take the memory of one line.
func TestEqualLinesAreJoinedWhileTheyAreAdded(t *testing.T) {
	sums, start := NewReportLines(time.UTC, domain.Rounding{}),
		domain.InstantOf(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))
	stop := start.Plus(time.Minute)
	for range 10 * maxUnjoined {
		sums.Add(timelog.Entry{StartedAt: start, StoppedAt: &stop, Currency: "EUR"})
		if len(sums.lines) > maxUnjoined+2 {
			t.Fatalf("%d lines are kept", len(sums.lines))
		}
	}
	if got := sums.Lines(); len(got) != 1 || got[0].Seconds != 600*maxUnjoined {
		t.Errorf("lines %+v", got)
	}
}
