package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/totals"
	"stint/shared/wire"
)

// budgetInput replaces a budget as a whole.
type budgetInput struct {
	Kind   domain.BudgetKind                  `json:"kind" enum:"time,amount"`
	Limit  int64                              `json:"limit" bounds:"budget" doc:"Seconds, or minor units of the workspace's currency."`
	Period wire.Optional[domain.BudgetPeriod] `json:"period" enum:"total,month,week" doc:"default total"`
}

// budgetOf converts the input. No input is no budget.
func budgetOf(in *budgetInput) *domain.Budget {
	if in == nil {
		return nil
	}
	return &domain.Budget{Kind: in.Kind, Limit: in.Limit, Period: in.Period.Or(domain.TotalBudget)}
}

type budgetAnswer struct {
	Kind   domain.BudgetKind   `json:"kind"`
	Limit  int64               `json:"limit"` // seconds, or minor units of the workspace's currency
	Period domain.BudgetPeriod `json:"period"`
	*budgetUse
}

// budgetUse is how much of a budget is used in its present period.
type budgetUse struct {
	Used        *int64          `json:"used"`         // seconds or minor units, not rounded; null if the caller may not read the project's time, or while it is being counted for the first time
	PeriodStart *domain.Date    `json:"period_start"` // first day; null for a budget of the whole project
	PeriodEnd   *domain.Date    `json:"period_end"`   // last day
	Ratio       *float64        `json:"ratio"`        // used / limit
	AsOf        *domain.Instant `json:"as_of"`        // used has all changes before this moment
}

// toBudget converts the budget of a project for the caller; nil if there is none, or if it
// is money and the caller does not see rates.
func toBudget(c auth.Caller, p access.Project) *budgetAnswer {
	b := p.Project.Budget
	if b == nil || b.Kind == domain.AmountBudget && !p.SeesRates(c) {
		return nil
	}
	return &budgetAnswer{Kind: b.Kind, Limit: b.Limit, Period: b.Period}
}

// toBudgetUse converts what a project with a budget has used. Callers who may not read the
// time of others do not see its sum.
func toBudgetUse(c auth.Caller, p access.Project, u totals.Use) *budgetUse {
	use := &budgetUse{PeriodStart: domain.OrNull(u.First), PeriodEnd: domain.OrNull(u.Last)}
	if u.AsOf.IsZero() || !p.SeesTime(c) {
		return use
	}
	used := p.Project.Budget.Used(u.Sum.Seconds, u.Sum.Amounts[c.Billing.Currency])
	ratio := p.Project.Budget.Ratio(used)
	use.Used, use.Ratio, use.AsOf = &used, &ratio, &u.AsOf
	return use
}

// useBudgets finds what projects have used of the budgets that are shown.
func (f *Family) useBudgets(ctx context.Context, r *route.Request, shown []domain.ProjectAccess, answers []answer) error {
	var with []int
	var projects []domain.Project
	for i, a := range answers {
		if a.Budget != nil {
			with, projects = append(with, i), append(projects, shown[i].Project)
		}
	}
	if len(with) == 0 {
		return nil
	}
	w := totals.Workspace{ID: r.WorkspaceID(), Zone: r.Workspace.Timezone}
	uses, err := f.totals.Uses(ctx, w, r.Workspace.WeekStart, projects)
	for i, use := range uses {
		answers[with[i]].Budget.budgetUse = toBudgetUse(r.Caller, access.Project{ProjectAccess: shown[with[i]]}, use)
	}
	return err
}
