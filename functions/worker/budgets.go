package worker

import (
	"context"
	"fmt"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/totals"
)

// BudgetWatches finds budgets that are reached.
type BudgetWatches interface {
	// DueBudgetWatches lists the workspaces whose budgets are to be looked at.
	DueBudgetWatches(ctx context.Context) ([]projects.BudgetWatch, error)
	// BudgetProjects lists the projects of a workspace with a budget. Errors: not_found.
	BudgetProjects(ctx context.Context, workspace domain.ID) (people.Workspace, []projects.Project, error)
	// ReportSettings reads a workspace and its billing settings. Errors: not_found.
	ReportSettings(ctx context.Context, workspace domain.ID) (people.Workspace, money.Billing, error)
	// BudgetTold reads what people were told of the budget of a project.
	BudgetTold(ctx context.Context, workspace, project domain.ID) (projects.BudgetTold, error)
	// TellBudget queues the mails about a budget that was reached, once.
	TellBudget(ctx context.Context, workspace domain.ID, was, now projects.BudgetTold) error
	// PostponeBudgetWatch replaces a watch, unless it was made due since.
	PostponeBudgetWatch(ctx context.Context, was, now projects.BudgetWatch) error
	// EndBudgetWatch ends the watch of a workspace without budgets, unless it was made due since.
	EndBudgetWatch(ctx context.Context, was projects.BudgetWatch) error
}

var _ BudgetWatches = (*store.Store)(nil)

// budgetLookTimeout is how long one look at the budgets of a workspace may take.
const budgetLookTimeout = 10 * time.Second

// BudgetWatcher queues mails about budgets that are reached.
type BudgetWatcher struct {
	Store  BudgetWatches
	Totals totals.Service
	Clock  func() time.Time
}

// Run looks at the budgets of all workspaces that are due. A workspace that fails is looked at again after the longest
// pause, so the others are not late because of it.
func (b *BudgetWatcher) Run(ctx context.Context) error {
	return lookAtDue(ctx, b.Store.DueBudgetWatches, budgetLookTimeout, b.look, b.delay)
}

// delay postpones a workspace whose look failed.
func (b *BudgetWatcher) delay(ctx context.Context, watch projects.BudgetWatch) error {
	later := watch
	later.DueAt = domain.InstantOf(b.Clock()).Plus(projects.MaxBudgetPause)
	return b.Store.PostponeBudgetWatch(ctx, watch, later)
}

// look queues the mails of one workspace, and sets when to look again. Budgets whose totals are still being built are
// looked at again soon.
func (b *BudgetWatcher) look(ctx context.Context, watch projects.BudgetWatch) error {
	in, all, err := b.Store.BudgetProjects(ctx, watch.WorkspaceID)
	if err == nil && len(all) == 0 {
		return b.Store.EndBudgetWatch(ctx, watch)
	}
	if err != nil && !problem.Is(err, problem.CodeNotFound) { // a deleted workspace may be restored
		return err
	}
	var seen []string
	if err == nil {
		if seen, err = b.tellReached(ctx, in, all); err != nil {
			return err
		}
	}
	return b.Store.PostponeBudgetWatch(ctx, watch, watch.Next(seen, domain.InstantOf(b.Clock())))
}

// tellReached queues the mails about the projects that reached their budgets. It returns what is used of each.
func (b *BudgetWatcher) tellReached(ctx context.Context, in people.Workspace,
	all []projects.Project) (seen []string, err error) {
	_, billing, err := b.Store.ReportSettings(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	uses, err := b.Totals.Uses(ctx, totals.Workspace{ID: in.ID, Zone: in.Timezone}, in.WeekStart, all)
	if err != nil {
		return nil, err
	}
	for i, p := range all {
		used := p.Budget.Used(uses[i].Sum, billing.Currency)
		seen = append(seen, fmt.Sprint(p.ID, *p.Budget, uses[i].First, used, uses[i].AsOf.IsZero()))
		if uses[i].AsOf.IsZero() || len(p.Budget.Reached(used)) == 0 {
			continue
		}
		was, err := b.Store.BudgetTold(ctx, in.ID, p.ID)
		if err != nil {
			return nil, err
		}
		if now, tell := p.Budget.Told(p.ID, uses[i].First, used, was); tell {
			if err := b.Store.TellBudget(ctx, in.ID, was, now); err != nil {
				return nil, err
			}
		}
	}
	return seen, nil
}
