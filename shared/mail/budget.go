package mail

import (
	"fmt"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/locale"
)

// BudgetUse is what a mail shows of a budget that was reached.
type BudgetUse struct {
	Project     domain.Name
	Percent     int64 // the share that was reached: 80 or 100
	Budget      projects.Budget
	Used        int64           // seconds, or minor units of the currency
	Currency    domain.Currency // of the workspace
	First, Last domain.Date     // of the period; "" for a budget of the whole project
}

func (b BudgetUse) values(f locale.Formatter) []string {
	return []string{"project", shownName(b.Project), "used", b.shown(f, b.Used), "limit", b.shown(f, b.Budget.Limit),
		"share", fmt.Sprint(b.Used * 100 / b.Budget.Limit)}
}

// shown is a use or a limit of the budget.
func (b BudgetUse) shown(f locale.Formatter, n int64) string {
	if b.Budget.Kind == projects.AmountBudget {
		return f.Money(n, b.Currency)
	}
	return f.Duration(n)
}

// bars are what is used, beside the whole budget.
func (b BudgetUse) bars(t locale.Texts, f locale.Formatter) []bar {
	return drawBars([]Bar{
		{Label: t.Text("budget_reached.used"), Value: max(b.Used, 0), Shown: b.shown(f, b.Used)},
		{Label: t.Text("budget_reached.limit"), Value: b.Budget.Limit, Shown: b.shown(f, b.Budget.Limit)},
	}, b.Budget.Limit)
}
