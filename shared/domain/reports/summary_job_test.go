package reports

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

func instant(t *testing.T, text string) *domain.Instant {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return new(domain.InstantOf(at))
}

// The parts of a period are whole days in the zone of the job, one after the other without a gap, also where
// clocks change.
func TestPartsOfASummaryJob(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]int{1: 8, maxPartDays: 5} {
		j := NewSummaryJob(selectionOf(instant(t, "2026-01-01T12:00:00Z"), instant(t, "2026-12-31T23:00:00Z")),
			[]Grouping{ByDay}, domain.Instant{})
		j.Zone, j.Days = "Europe/Berlin", days
		at, parts := *j.Selection.From, 0
		for ; j.Status == domain.JobRunning; parts++ {
			part := j.Part()
			if !part.From.Equal(at.Time) || !part.To.After(part.From.Time) {
				t.Fatalf("part %v to %v after %v", part.From, part.To, at)
			}
			if local := part.To.In(j.Zone.Location()); local.Hour() != 0 {
				t.Errorf("a part ends at %s", local)
			}
			at, j = *part.To, j.After(part, domain.Instant{})
		}
		if !at.Equal(j.Selection.To.Time) || parts < want-2 || parts > want+4 || j.Status != domain.JobDone {
			t.Errorf("%d days: %d parts to %v, %s", days, parts, at, j.Status)
		}
	}
}

// A part that was too large becomes one day, and no smaller.
func TestSmallerParts(t *testing.T) {
	t.Parallel()
	j := NewSummaryJob(selectionOf(instant(t, "2026-01-01T00:00:00Z"), instant(t, "2026-12-31T00:00:00Z")), nil,
		domain.Instant{})
	j.Zone = "UTC"
	one, ok := j.WithSmallerPart()
	if _, more := one.WithSmallerPart(); !ok || more || one.Part().To.String() != "2026-01-02T00:00:00Z" {
		t.Errorf("%v %t %t", one.Part(), ok, more)
	}
	j.Selection.From = nil
	if _, ok := j.WithSmallerPart(); ok || j.Part().To != j.Selection.To {
		t.Error("a job without a period has one part")
	}
}

// A state gives back the sums that it was made of, and adds to others.
func TestStateOfAReport(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	newReport := func() *Report { return NewReport([]Grouping{ByUser, ByTag, ByRate}, time.UTC, domain.Rounding{}) }
	r, twice := newReport(), newReport()
	for range 500 {
		at := domain.InstantOf(time.Unix(rnd.Int64N(1e9), 0))
		e := timelog.Entry{UserID: domain.ID(fmt.Sprint(rnd.IntN(9))), ProjectID: domain.ID(fmt.Sprint(rnd.IntN(4))),
			StartedAt: at, StoppedAt: new(at.Plus(time.Duration(rnd.IntN(9999)) * time.Second)), IsBillable: rnd.IntN(2) > 0,
			Currency: "EUR"}
		for range rnd.IntN(3) {
			e.TagIDs = append(e.TagIDs, domain.ID(fmt.Sprint("t", len(e.TagIDs))))
		}
		if rnd.IntN(3) > 0 {
			e.HourlyRate = new(rnd.Int64N(3))
		}
		r.Add(e)
		twice.Add(e)
		twice.Add(e)
	}
	got := newReport()
	for range 2 {
		if err := got.AddState(r.Pack()); err != nil {
			t.Fatal(err)
		}
	}
	merged := newReport()
	merged.Merge(r)
	merged.Merge(r)
	for _, sums := range []*Report{got, merged} {
		if !maps.Equal(sums.groups, twice.groups) || !maps.Equal(sums.total, twice.total) {
			t.Error("the sums differ")
		}
	}
	for _, broken := range [][]byte{{1}, r.Pack()[:20]} {
		if newReport().AddState(broken) == nil {
			t.Errorf("%v is read", broken)
		}
	}
}

// selectionOf are the entries of a period.
func selectionOf(from, to *domain.Instant) timelog.Selection {
	return timelog.Selection{Span: timelog.Span{From: from, To: to}}
}
