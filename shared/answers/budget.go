package answers

import (
	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/totals"
)

// Budget is the budget of a project.
type Budget struct {
	Kind   projects.BudgetKind   `json:"kind"`
	Limit  int64                 `json:"limit"` // seconds, or minor units of the workspace's currency
	Period projects.BudgetPeriod `json:"period"`
	*BudgetUse
}

// BudgetUse is how much of a budget is used in its present period.
type BudgetUse struct {
	// seconds or minor units, not rounded; null if the caller may not read the project's time, or while it is being
	// counted for the first time
	Used        *int64          `json:"used"`
	PeriodStart *domain.Date    `json:"period_start"` // first day; null for a budget of the whole project
	PeriodEnd   *domain.Date    `json:"period_end"`   // the last day of the period
	Ratio       *float64        `json:"ratio"`        // used divided by limit
	AsOf        *domain.Instant `json:"as_of"`        // used has all changes before this moment
}

// OfBudget makes the answer for the budget of a project: nil if there is none, or if it
// is money and the caller does not see rates.
func OfBudget(c auth.Caller, p access.Project) *Budget {
	b := p.Project.Budget
	if b == nil || b.Kind == projects.AmountBudget && !p.SeesRates(c) {
		return nil
	}
	return toBudget(*b, nil)
}

func toBudget(b projects.Budget, use *BudgetUse) *Budget {
	return &Budget{Kind: b.Kind, Limit: b.Limit, Period: b.Period, BudgetUse: use}
}

// OfBudgetUse makes the answer for what a project has used of its budget. Callers who may
// not read the time of others do not see its sum.
func OfBudgetUse(c auth.Caller, p access.Project, u totals.Use) *BudgetUse {
	if u.AsOf.IsZero() || !p.SeesTime(c) {
		return &BudgetUse{PeriodStart: domain.OrNull(u.First), PeriodEnd: domain.OrNull(u.Last)}
	}
	b := *p.Project.Budget
	return OfBudgetUsed(b, u, b.Used(u.Sum, c.Billing.Currency)).BudgetUse
}

// OfBudgetUsed makes the answer for a budget and what is used of it.
func OfBudgetUsed(b projects.Budget, u totals.Use, used int64) Budget {
	ratio := b.Ratio(used)
	return *toBudget(b, &BudgetUse{
		Used: &used, PeriodStart: domain.OrNull(u.First), PeriodEnd: domain.OrNull(u.Last), Ratio: &ratio, AsOf: &u.AsOf,
	})
}
