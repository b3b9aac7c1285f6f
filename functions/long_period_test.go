package functions_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/moneydb"
	"stint/shared/totals"
)

// yearOfTeam is a summary of the year 2025 in a workspace with running totals of 20 people.
// Each has 19 entries a working day, on 12 tasks of 4 projects: about 100,000 in the year.
func (w *world) yearOfTeam(query string) apitest.Request {
	owner := w.Register(w.newName())
	id, s := domain.ID(owner.WorkspaceID), w.Deps.Store
	summaries := totals.Reports{Store: s, Changes: changes.Times{Feed: changes.New(s, w.Clock.Now)}, Clock: w.Clock.Now}
	must(summaries.Build(context.Background(), totals.Workspace{ID: id, Zone: "UTC", Rounding: unrounded}))
	state, err := s.TotalsState(context.Background(), id, moneydb.TotalsOfReports)
	must(err)
	for ofUser := range slices.Chunk(monthsOfTeam(), 12) {
		state, err = s.WriteReportMonths(context.Background(), id, state, state, ofUser...)
		must(err)
	}
	return apitest.Request{Path: "/api/reports/summary?from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&" + query,
		Bearer: owner.Token}
}

var unrounded = domain.Rounding{Mode: domain.RoundNone}

// monthsOfTeam are the totals of the year, 12 of each user. They are summed up once for all tests.
var monthsOfTeam = sync.OnceValue(func() (year []reports.ReportMonth) {
	rnd := rand.New(rand.NewPCG(1, 2))
	projects, tasks, tags := someIDs(10), someIDs(60), someIDs(3)
	for range 20 {
		user, first := domain.NewID(), rnd.IntN(len(tasks)-12)
		for m := domain.Month("2025-01"); m <= "2025-12"; m = m.Next() {
			sums := reports.NewReportLines(time.UTC, unrounded)
			for day := m.First(); day <= m.Last(); day = day.AddDays(1) {
				at := day.StartOfDay(time.UTC).Plus(8 * time.Hour)
				for range entriesOf(at) {
					stop, rate, task := at.Plus(time.Duration(600+rnd.IntN(1800))*time.Second), int64(8_500), first+rnd.IntN(12)
					e := timelog.Entry{UserID: user, StartedAt: at, StoppedAt: &stop, TaskID: tasks[task],
						ProjectID: projects[task%4+first%6], HourlyRate: &rate, Currency: "EUR", IsBillable: task%4 > 0}
					if rnd.IntN(4) == 0 {
						e.TagIDs = tags[:1+rnd.IntN(2)]
					}
					sums.Add(e)
					at = stop
				}
			}
			year = append(year, reports.ReportMonth{UserID: user, Month: m, Packed: reports.PackLines(sums.Lines())})
		}
	}
	return year
})

// entriesOf is how many entries begin on the day of a moment: none at weekends.
func entriesOf(at domain.Instant) int {
	if day := at.Weekday(); day == time.Saturday || day == time.Sunday {
		return 0
	}
	return 19
}

func someIDs(n int) (all []domain.ID) {
	for range n {
		all = append(all, domain.NewID())
	}
	return all
}

// A summary over a year of 20 people with 100,000 entries reads less than 200 units.
func TestSummaryOfAYearReadsFewUnits(t *testing.T) {
	w := newWorld(t)
	request := w.yearOfTeam("group_by=user")
	request.Method = "GET"
	w.Probe.Reset()
	start := time.Now()
	w.Send(request).OK()
	counts := w.Probe.Snapshot()
	t.Logf("%s, %.1f units read, %s", formatCalls(counts), counts.Read, time.Since(start))
	if counts.Read >= 200 || counts.Write > 0 {
		t.Errorf("it reads %.1f units and writes %.1f", counts.Read, counts.Write)
	}
}

// The sizes of the workspace that is measured, and of the large one of docs/scaling.md: one hundredth of it.
const (
	peopleMeasured, peopleAtMost     = 50, 5_000
	projectsMeasured, projectsAtMost = 20, 2_000
)

// A summary of twelve months of two years, of 5,000 people on 2,000 projects with five rates, by person or by project
// reads less than 2,000 units. A hundredth of it is measured.
func TestSummaryOfAYearOf5000PeopleReadsLessThan2000Units(t *testing.T) {
	w := newWorld(t)
	owner := w.Register(w.newName())
	id, s := domain.ID(owner.WorkspaceID), w.Deps.Store
	summaries := totals.Reports{Store: s, Changes: changes.Times{Feed: changes.New(s, w.Clock.Now)}, Clock: w.Clock.Now}
	must(summaries.Build(t.Context(), totals.Workspace{ID: id, Zone: "UTC", Rounding: unrounded}))
	state, err := s.TotalsState(t.Context(), id, moneydb.TotalsOfReports)
	must(err)
	projects, rnd := someIDs(projectsMeasured), rand.New(rand.NewPCG(1, 2))
	for range peopleMeasured {
		user, rate := domain.NewID(), int64(6_000+1_000*rnd.IntN(5))
		var months []reports.ReportMonth
		for m := domain.Month("2024-01"); m <= "2025-12"; m = m.Next() {
			var lines []reports.ReportLine
			for range 10 {
				seconds := int64(10_000 + rnd.IntN(50_000))
				lines = append(lines, reports.ReportLine{Day: m.First(), ProjectID: projects[rnd.IntN(len(projects))],
					Currency: "EUR", Seconds: seconds, IsBillable: rnd.IntN(4) > 0, HourlyRate: &rate, Amount: seconds * rate / 3600})
			}
			months = append(months, reports.ReportMonth{UserID: user, Month: m, Packed: reports.PackLines(lines)})
		}
		state, err = s.WriteReportMonths(t.Context(), id, state, state, months...)
		must(err)
	}
	for group, times := range map[string]float64{
		"user": peopleAtMost / peopleMeasured, "project": projectsAtMost / projectsMeasured,
	} {
		w.Probe.Reset()
		owner.Get("/api/reports/summary?" +
			"from=2024-07-01T00:00:00Z&to=2025-07-01T00:00:00Z&group_by=" + group).OK()
		var units float64
		for _, c := range w.Probe.Log() {
			if c.Op == "Query" && c.Index == "" {
				units += c.Read
			}
		}
		t.Logf("%s: %s, %.1f units of the totals, %.0f for all", group, formatCalls(w.Probe.Snapshot()), units, units*times)
		if units == 0 || units*times > 2_000 {
			t.Errorf("%s: %.0f units", group, units*times)
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
