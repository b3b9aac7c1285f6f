package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/totals"
	"stint/shared/wire"
)

type budgetInput struct {
	Kind projects.BudgetKind `json:"kind" enum:"time,amount"` // What it limits: time, or money.
	// Seconds, or minor units of the workspace's currency.
	Limit int64 `json:"limit" bounds:"budget"`
	// What the limit is for: the whole project, or each month or week. Default total.
	Period wire.Optional[projects.BudgetPeriod] `json:"period" enum:"total,month,week"`
}

// budgetOf converts the input. No input is no budget.
func budgetOf(in *budgetInput) *projects.Budget {
	if in == nil {
		return nil
	}
	return &projects.Budget{Kind: in.Kind, Limit: in.Limit, Period: in.Period.Or(projects.TotalBudget)}
}

// useBudgets finds what projects have used of the budgets that are shown.
func (f *Family) useBudgets(ctx context.Context, r *route.Request, all []projects.ProjectAccess,
	shown []answers.Project) error {
	var with []int
	var projects []projects.Project
	for i, a := range shown {
		if a.Budget != nil {
			with, projects = append(with, i), append(projects, all[i].Project)
		}
	}
	if len(with) == 0 {
		return nil
	}
	w := totals.Workspace{ID: r.WorkspaceID(), Zone: r.Workspace.Timezone}
	uses, err := f.totals.Uses(ctx, w, r.Workspace.WeekStart, projects)
	for i, use := range uses {
		shown[with[i]].Budget.BudgetUse = answers.OfBudgetUse(r.Caller, access.Project{ProjectAccess: all[with[i]]}, use)
	}
	return err
}

func (f *Family) getBudget(ctx context.Context, c *route.Call[route.NoInput],
	p access.Project) (answers.Budget, error) {
	shown := []answers.Project{answers.OfProject(c.Caller, p.ProjectAccess)}
	if shown[0].Budget == nil {
		return answers.Budget{}, problem.NotFound()
	}
	err := f.useBudgets(ctx, c.Request, []projects.ProjectAccess{p.ProjectAccess}, shown)
	return *shown[0].Budget, err
}
