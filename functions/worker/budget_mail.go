package worker

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/totals"
)

// TellBudget replaces its work by a mail to everyone who is told that a budget was reached.
func (p *Notifier) TellBudget(ctx context.Context, w domain.Work) (*Later, error) {
	to, err := p.Store.BudgetRecipients(ctx, w.WorkspaceID, w.TargetID)
	return mailTo(to, err, w, domain.NotifyBudgetReached)
}

// addBudget reads the project of a mail about a budget. Errors: not_found when it has no budget any more, or when the
// recipient does not manage it any more.
func (p *Notifier) addBudget(ctx context.Context, m domain.Mail, n *store.Notification) error {
	if err := p.Store.AddProject(ctx, n, m.TargetID); err != nil {
		return err
	}
	isTold := n.Role == people.RoleOwner || n.Role == people.RoleAdmin ||
		n.Role == people.RoleUser && n.Managed[m.TargetID]
	if n.Project.Budget == nil || !isTold {
		return problem.NotFound()
	}
	return nil
}

// budgetOf is what a mail shows of a budget, as it is used now. Errors: not_found while that is not known any more.
func (p *Notifier) budgetOf(ctx context.Context, m domain.Mail, n store.Notification) (*mail.BudgetUse, error) {
	in, budget := n.Workspace, *n.Project.Budget
	_, billing, err := p.Store.ReportSettings(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	uses, err := p.Totals.Uses(ctx, totals.Workspace{ID: in.ID, Zone: in.Timezone}, in.WeekStart,
		[]projects.Project{n.Project})
	if err != nil {
		return nil, err
	}
	return &mail.BudgetUse{
		Project: n.Project.Name, Percent: int64(m.Round), Budget: budget, Used: budget.Used(uses[0].Sum, billing.Currency),
		Currency: billing.Currency, First: uses[0].First, Last: uses[0].Last,
	}, nil
}
