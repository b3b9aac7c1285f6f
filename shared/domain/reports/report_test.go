package reports_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
)

func showAll() reports.ProjectLookup {
	return reports.ProjectLookup{
		AmountsShown: func(domain.ID) bool { return true },
		ClientOf:     func(domain.ID) domain.ID { return "" },
	}
}

func finishedEntry(start string, seconds int64) timelog.Entry {
	at, _ := domain.ParseInstant(start)
	stop := at.Plus(time.Duration(seconds) * time.Second)
	return timelog.Entry{StartedAt: at, StoppedAt: &stop, Currency: "EUR"}
}

// rowsOf is a report's rows in short: key, seconds, amount.
func rowsOf(rows []reports.ReportRow) string {
	var all []string
	for _, r := range rows {
		all = append(all, fmt.Sprintf("%s=%d", cmp.Or(r.Key[0], "-"), r.Seconds))
	}
	return strings.Join(all, " ")
}

// An entry belongs to the day on which it starts, wherever the zone's clocks
// jump. Source of the jumps: IANA time zone database.
func TestReportDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone   domain.Timezone
		starts []string
		want   string
	}{
		{"Europe/Berlin", []string{"2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z",
			"2026-03-29T22:00:00Z"},
			"2026-03-28=10 2026-03-29=20 2026-03-30=10"}, // 23 hours
		{"Europe/Berlin", []string{"2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z",
			"2026-10-25T23:00:00Z"},
			"2026-10-24=10 2026-10-25=20 2026-10-26=10"}, // 25 hours
		{"Australia/Lord_Howe", []string{"2026-04-04T12:59:59Z", "2026-04-04T13:00:00Z", "2026-04-05T13:29:59Z",
			"2026-04-05T13:30:00Z"},
			"2026-04-04=10 2026-04-05=20 2026-04-06=10"}, // half an hour more
		{"Pacific/Apia", []string{"2011-12-30T09:59:59Z", "2011-12-30T10:00:00Z"},
			"2011-12-29=10 2011-12-31=10"}, // there was no 30th
		{"UTC", []string{"2026-06-17T00:00:00Z", "2026-06-16T23:59:59Z"}, "2026-06-16=10 2026-06-17=10"},
	} {
		report := reports.NewReport([]reports.Grouping{reports.ByDay}, c.zone.Location(), domain.Rounding{})
		for _, start := range c.starts {
			report.Add(finishedEntry(start, 10))
		}
		if got := rowsOf(report.Rows(showAll())); got != c.want {
			t.Errorf("%s: %s, want %s", c.zone, got, c.want)
		}
		if got, want := report.Total("EUR", showAll()).Seconds, int64(10*len(c.starts)); got != want {
			t.Errorf("%s: %d s in all, want %d", c.zone, got, want)
		}
	}
}

func TestReportRoundsEachEntryAndItsAmount(t *testing.T) {
	t.Parallel()
	rate := int64(9000)
	report := reports.NewReport([]reports.Grouping{reports.ByProject}, time.UTC,
		domain.Rounding{Mode: domain.RoundUp, Minutes: 15})
	for range 2 {
		e := finishedEntry("2026-06-17T12:00:00Z", 1)
		e.IsBillable, e.HourlyRate = true, &rate
		report.Add(e)
	}
	report.Add(finishedEntry("2026-06-17T12:00:00Z", 0))
	got := report.Total("EUR", showAll())
	if got.Seconds != 1800 || got.BillableSeconds != 1800 || *got.Amount != 4500 {
		t.Errorf("%d s, %d billable, %d", got.Seconds, got.BillableSeconds, *got.Amount)
	}
}

func TestReportLeavesOutRunningTimers(t *testing.T) {
	t.Parallel()
	report := reports.NewReport([]reports.Grouping{reports.ByDay}, time.UTC, domain.Rounding{})
	e := finishedEntry("2026-06-17T12:00:00Z", 9)
	e.StoppedAt = nil
	report.Add(e)
	if rows, total := report.Rows(showAll()), report.Total("EUR", showAll()); len(rows) != 0 || total.Seconds != 0 ||
		*total.Amount != 0 {
		t.Errorf("%v %v", rows, total)
	}
}

// Only several groupings together can have too many groups.
func TestReportOfTooManyGroups(t *testing.T) {
	t.Parallel()
	for _, by := range [][]reports.Grouping{{reports.ByTask}, {reports.ByTask, reports.ByDay}} {
		report := reports.NewReport(by, time.UTC, domain.Rounding{})
		e := finishedEntry("2026-06-17T12:00:00Z", 1)
		for n := range 100_001 {
			if report.TooLarge() {
				t.Fatalf("by %v: too large with %d groups", by, n)
			}
			e.TaskID = domain.ID(fmt.Sprint(n))
			report.Add(e)
		}
		if report.TooLarge() != (len(by) > 1) {
			t.Errorf("by %v: too large %v", by, report.TooLarge())
		}
	}
}

// naiveSums is what a group comes to, counted entry by entry.
type naiveSums struct {
	seconds, billable, amount int64
	hidden                    bool
}

func (n *naiveSums) add(e timelog.Entry, rounding domain.Rounding, counts, shown bool) {
	seconds := rounding.Apply(e.Seconds(*e.StoppedAt))
	n.seconds += seconds
	if e.IsBillable {
		n.billable += seconds
	}
	if counts {
		n.amount += e.AmountFor(seconds)
		n.hidden = n.hidden || !shown
	}
}

func (n naiveSums) same(s reports.Sums) bool {
	return n.seconds == s.Seconds && n.billable == s.BillableSeconds && n.hidden == (s.Amount == nil) &&
		(n.hidden || n.amount == *s.Amount)
}

// Random entries summed up by every grouping come to what counting them one
// by one gives.
func TestReportMatchesNaiveModel(t *testing.T) {
	t.Parallel()
	zone := domain.Timezone("Australia/Lord_Howe").Location()
	ids := func(prefix string) *rapid.Generator[domain.ID] {
		return rapid.SampledFrom([]domain.ID{"", domain.ID(prefix + "1"), domain.ID(prefix + "2")})
	}
	clients := map[domain.ID]domain.ID{"p1": "c1", "p2": ""}
	groups := map[reports.Grouping]func(timelog.Entry) []string{
		reports.ByUser:    func(e timelog.Entry) []string { return []string{string(e.UserID)} },
		reports.ByProject: func(e timelog.Entry) []string { return []string{string(e.ProjectID)} },
		reports.ByClient:  func(e timelog.Entry) []string { return []string{string(clients[e.ProjectID])} },
		reports.ByTask:    func(e timelog.Entry) []string { return []string{string(e.TaskID)} },
		reports.ByDay:     func(e timelog.Entry) []string { return []string{e.StartedAt.In(zone).Format("2006-01-02")} },
		reports.ByTag: func(e timelog.Entry) (keys []string) {
			for _, id := range e.TagIDs {
				keys = append(keys, string(id))
			}
			if keys == nil {
				return []string{""}
			}
			return keys
		},
	}
	rapid.Check(t, func(t *rapid.T) {
		rounding := domain.Rounding{
			Mode: rapid.SampledFrom([]domain.RoundingMode{domain.RoundNone, domain.RoundUp, domain.RoundDown,
				domain.RoundNearest}).Draw(t, "mode"),
			Minutes: rapid.Int64Range(1, 60).Draw(t, "minutes"),
		}
		entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) timelog.Entry {
			e := finishedEntry("2026-04-04T00:00:00Z", 0)
			e.StartedAt = e.StartedAt.Plus(time.Duration(rapid.Int64Range(0, 3*24*3600).Draw(t, "start")) * time.Second)
			stop := e.StartedAt.Plus(time.Duration(rapid.Int64Range(0, 20_000).Draw(t, "seconds")) * time.Second)
			e.StoppedAt, e.UserID, e.ProjectID, e.TaskID = &stop, ids("u").Draw(t, "user"), ids("p").Draw(t, "project"),
				ids("t").Draw(t, "task")
			e.IsBillable = rapid.Bool().Draw(t, "billable")
			e.Currency = rapid.SampledFrom([]domain.Currency{"EUR", "USD"}).Draw(t, "currency")
			if rapid.Bool().Draw(t, "rated") {
				e.HourlyRate = new(rapid.Int64Range(0, domain.MaxHourlyRate).Draw(t, "rate"))
			}
			for _, id := range []domain.ID{"g1", "g2", "g3"} {
				if rapid.Bool().Draw(t, string(id)) {
					e.TagIDs = append(e.TagIDs, id)
				}
			}
			return e
		}), 0, 30).Draw(t, "entries")
		hidden := ids("p").Draw(t, "hidden")
		beyond := reports.ProjectLookup{
			AmountsShown: func(p domain.ID) bool { return p == "" || p != hidden },
			ClientOf:     func(p domain.ID) domain.ID { return clients[p] },
		}
		for by, keys := range groups {
			report := reports.NewReport([]reports.Grouping{by}, zone, rounding)
			want, total := map[string]*naiveSums{}, naiveSums{}
			for _, e := range entries {
				report.Add(e)
				total.add(e, rounding, e.Currency == "EUR", beyond.AmountsShown(e.ProjectID))
				for _, key := range keys(e) {
					at := key + " " + string(e.Currency)
					if want[at] == nil {
						want[at] = &naiveSums{}
					}
					want[at].add(e, rounding, true, beyond.AmountsShown(e.ProjectID))
				}
			}
			rows := report.Rows(beyond)
			if len(rows) != len(want) {
				t.Fatalf("%s: %d rows, want %d", by, len(rows), len(want))
			}
			for _, row := range rows {
				if n := want[row.Key[0]+" "+string(row.Currency)]; n == nil || !n.same(row.Sums) {
					t.Fatalf("%s, %q %s: %v, want %v", by, row.Key[0], row.Currency, row.Sums, n)
				}
			}
			if !slices.IsSortedFunc(rows, func(a, b reports.ReportRow) int { return cmp.Compare(a.Key[0], b.Key[0]) }) {
				t.Fatalf("%s: not in order: %v", by, rows)
			}
			if got := report.Total("EUR", beyond); !total.same(got) {
				t.Fatalf("%s: total %v, want %v", by, got, total)
			}
		}
	})
}

func TestDigits(t *testing.T) {
	t.Parallel()
	for currency, want := range map[domain.Currency]int{"EUR": 2, "JPY": 0, "KWD": 3, "CLF": 4} {
		if got := currency.Digits(); got != want {
			t.Errorf("%s: %d, want %d", currency, got, want)
		}
	}
}
