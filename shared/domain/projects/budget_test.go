package projects

import (
	"testing"

	"stint/shared/domain"
)

func TestBudgetPeriods(t *testing.T) {
	for _, c := range []struct {
		period      BudgetPeriod
		week        domain.WeekStart
		day         domain.Date
		first, last domain.Date
	}{
		{TotalBudget, domain.Monday, "2026-02-14", "", ""},
		{MonthlyBudget, domain.Monday, "2026-02-14", "2026-02-01", "2026-02-28"},
		{MonthlyBudget, domain.Monday, "2028-02-29", "2028-02-01", "2028-02-29"},
		{MonthlyBudget, domain.Sunday, "2026-12-31", "2026-12-01", "2026-12-31"},
		{WeeklyBudget, domain.Monday, "2026-11-22", "2026-11-16", "2026-11-22"}, // a Sunday
		{WeeklyBudget, domain.Sunday, "2026-11-22", "2026-11-22", "2026-11-28"},
		{WeeklyBudget, domain.Monday, "2026-11-23", "2026-11-23", "2026-11-29"},
		{WeeklyBudget, domain.Sunday, "2026-11-28", "2026-11-22", "2026-11-28"},
		{WeeklyBudget, domain.Monday, "2027-01-01", "2026-12-28", "2027-01-03"},
	} {
		first, last := Budget{Period: c.period}.DaysAt(c.day, c.week)
		if first != c.first || last != c.last {
			t.Errorf("%s of %s from %s: %q to %q, want %q to %q", c.period, c.day, c.week, first, last, c.first, c.last)
		}
	}
}

func TestMergeDays(t *testing.T) {
	got := domain.MergeDays([]domain.DaySpan{{First: "2026-02-05", Last: "2026-02-06"},
		{First: "2026-02-01", Last: "2026-02-02"}, {First: "2026-02-03", Last: "2026-02-03"},
		{First: "2026-02-06", Last: "2026-02-09"}})
	if len(got) != 2 || got[0] != (domain.DaySpan{First: "2026-02-01", Last: "2026-02-03"}) ||
		got[1] != (domain.DaySpan{First: "2026-02-05", Last: "2026-02-09"}) {
		t.Errorf("got %v", got)
	}
}

func TestReachedPercents(t *testing.T) {
	for _, c := range []struct{ limit, used, want int64 }{
		{100, 79, 0}, {100, 80, 1}, {100, 99, 1}, {100, 100, 2}, {100, 1000, 2}, {1, 0, 0}, {1, 1, 2}, {3, 2, 0}, {10, 8, 1},
		{domain.MaxBudget, domain.MaxBudget*8/10 - 1, 0}, {domain.MaxBudget, domain.MaxBudget * 8 / 10, 1},
	} {
		if got := (Budget{Limit: c.limit}).Reached(c.used); int64(len(got)) != c.want {
			t.Errorf("%d of %d: %v", c.used, c.limit, got)
		}
	}
}

// What is remembered of a budget stays as it is stored: otherwise all are told of it again. A field that Budget gets
// later is left out while it has its zero value.
func TestPeriodKeyStays(t *testing.T) {
	monthly := Budget{Kind: TimeBudget, Limit: 36_000, Period: MonthlyBudget}
	total := Budget{Kind: AmountBudget, Limit: 500, Period: TotalBudget}
	for want, got := range map[string]string{
		"2026-06-01{time 36000 month}": monthly.PeriodKey("2026-06-01"),
		"{amount 500 total}":           total.PeriodKey(""),
	} {
		if got != want {
			t.Errorf("key %q, want %q", got, want)
		}
	}
}
