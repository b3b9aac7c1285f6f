package projects

import (
	"fmt"
	"stint/shared/domain"
	"stint/shared/domain/reports"
)

// Budget is how much time or money a project may use, altogether or in each month
// or week.
type Budget struct {
	Kind   BudgetKind   `db:"kind"`
	Limit  int64        `db:"limit"` // seconds, or minor units of the workspace's currency
	Period BudgetPeriod `db:"period"`
}

// BudgetKind is what a budget limits.
type BudgetKind string

// The kinds of budgets.
const (
	TimeBudget   BudgetKind = "time"
	AmountBudget BudgetKind = "amount"
)

// BudgetPeriod is the time after which a budget begins again.
type BudgetPeriod string

// The periods of budgets.
const (
	TotalBudget   BudgetPeriod = "total" // it never begins again
	MonthlyBudget BudgetPeriod = "month"
	WeeklyBudget  BudgetPeriod = "week"
)

// DaysAt are the first and the last day of the budget's period that contains a
// day. Both are "" for a budget of the whole project.
func (b Budget) DaysAt(day domain.Date, weekStart domain.WeekStart) (first, last domain.Date) {
	switch b.Period {
	case MonthlyBudget:
		month := domain.MonthOf(day)
		return month.First(), month.Last()
	case WeeklyBudget:
		first = weekStart.FirstDay(day)
		return first, first.AddDays(6)
	default:
		return "", ""
	}
}

// Used is what the finished entries of a project use of the budget: their seconds, or
// their amount in the workspace's currency. Neither is rounded.
func (b Budget) Used(s reports.Sum, workspace domain.Currency) int64 {
	if b.Kind == AmountBudget {
		return s.Amounts[workspace]
	}
	return s.Seconds
}

// BudgetPercents are the shares of a budget, in percent, at which webhooks are sent an event and people are mailed.
var BudgetPercents = []int64{80, 100}

// Reached are those of BudgetPercents that are used.
func (b Budget) Reached(used int64) (percents []int64) {
	for _, percent := range BudgetPercents {
		if used*100 >= percent*b.Limit {
			percents = append(percents, percent)
		}
	}
	return percents
}

// PeriodKey names this budget in the period that begins on a day, so that another budget and another period are told
// anew. It is stored, so it never changes for the same budget, also when Budget gets more fields.
func (b Budget) PeriodKey(first domain.Date) string {
	return fmt.Sprintf("%s{%s %d %s}", first, b.Kind, b.Limit, b.Period)
}

// Ratio is the share of the limit that is used; 1 is all of it.
func (b Budget) Ratio(used int64) float64 { return float64(used) / float64(b.Limit) }
