package billing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type invoiceInput struct {
	DryRun wire.Optional[bool] `query:"dryRun"` // True shows what would change. Default false.
	Body   struct {
		// The mark, such as the number of the invoice. Not none or any. null takes the marks away.
		Invoice wire.Nullable[timelog.Invoice] `json:"invoice" bounds:"invoice"`
		// The entries. This or filter is required.
		IDs    wire.Optional[[]domain.ID]         `json:"ids" bounds:"filterIDs"`
		Filter wire.Optional[tracking.BodyFilter] `json:"filter"` // Selects finished entries, as the query of a summary does.
	}
}

// invoice marks entries with an invoice, or takes their marks away: all of them or none.
func (f *Family) invoice(ctx context.Context, c *route.Call[invoiceInput]) (reratingAnswer, error) {
	managed, err := f.managedProjects(ctx, c.Caller)
	if err != nil {
		return reratingAnswer{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return reratingAnswer{}, err
	}
	m := rerating.Marking{
		Workspace: c.WorkspaceID(), User: c.User.ID, Currency: c.Billing.Currency, DryRun: in.DryRun.Value, Now: c.Now,
		Rerating: money.Rerating{Kind: money.KindInvoice, Invoice: valueOrNone(in.Body.Invoice)}, Check: managed.check,
	}
	if in.Body.IDs.Set && in.Body.Filter.Set {
		issues.AddMessage("filter", problem.DuplicateValue, "must not be sent together with ids")
	}
	if in.Body.IDs.Set {
		err = f.selectByID(ctx, c.Request, in.Body.IDs.Value, issues, &m)
	} else {
		err = f.selectByFilter(ctx, c.Caller, in.Body.Filter, managed, issues, &m)
	}
	if err != nil {
		return reratingAnswer{}, err
	}
	out, err := f.rerating.Mark(ctx, m)
	if err != nil {
		return reratingAnswer{}, err
	}
	return toReratingAnswer(out, m.DryRun, c.Billing.Currency), nil
}

func valueOrNone(n wire.Nullable[timelog.Invoice]) timelog.Invoice {
	if n.Value == nil {
		return ""
	}
	return *n.Value
}

// managedProjects are those whose time a manager may invoice; nil for owner and admins, who may invoice all time.
type managedProjects map[domain.ID]bool

// managedProjects reads them. Errors: forbidden role_insufficient for a user who manages none.
func (f *Family) managedProjects(ctx context.Context, c auth.Caller) (managedProjects, error) {
	if c.Role() != people.RoleUser {
		return nil, nil
	}
	managed, err := f.store.ManagedProjects(ctx, c.WorkspaceID(), c.User.ID)
	if err == nil && len(managed) == 0 {
		err = problem.Forbidden(problem.RoleInsufficient)
	}
	return managed, err
}

// check refuses entries that are not on the projects. Errors: forbidden role_insufficient.
func (m managedProjects) check(entries []timelog.Entry) error {
	if m != nil && slices.ContainsFunc(entries, func(e timelog.Entry) bool { return !m[e.ProjectID] }) {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// selectByID makes the marking read the entries that the request names. It ends validation. Errors: validation
// entry_not_found for what the caller cannot see; conflict for a running timer, and for an id that others share.
func (f *Family) selectByID(ctx context.Context, r *route.Request, ids []domain.ID, issues *wire.Issues,
	m *rerating.Marking) error {
	scope, err := f.scopeOfIDs(ctx, r.Caller, ids, issues)
	if err != nil {
		return err
	}
	m.Rerating.Entries = scope.IDs
	m.Read = func(ctx context.Context) ([]timelog.Entry, error) {
		found, err := scope.ReadByID(ctx, f.store, r)
		if unknown := new(tracking.OwnerUnknownError); errors.As(err, &unknown) {
			return nil, problem.Invalid(problem.Field{Field: fmt.Sprintf("ids[%d]", slices.Index(ids, unknown.ID)),
				Code:    problem.EntryNotFound,
				Message: "does not say whose it is: use a filter with userId and ids"})
		}
		if err != nil {
			return nil, err
		}
		return found, checkFound(ids, found, issues)
	}
	return nil
}

// checkFound checks that each id names one finished entry.
func checkFound(ids []domain.ID, found []timelog.Entry, issues *wire.Issues) error {
	count := map[domain.ID]int{}
	for _, e := range found {
		count[e.ID]++
	}
	for i, id := range ids {
		if count[id] == 0 {
			issues.Add(fmt.Sprintf("ids[%d]", i), problem.EntryNotFound)
		}
	}
	if err := issues.Err(); err != nil {
		return err
	}
	for _, e := range found {
		switch {
		case count[e.ID] > 1:
			return problem.Conflict(problem.AmbiguousID,
				fmt.Sprintf("Several people have an entry %s. Use a filter with userId.", e.ID))
		case e.Running():
			return problem.Conflict(problem.TimerRunning, fmt.Sprintf("The timer %s is running. Stop it first.", e.ID))
		}
	}
	return nil
}
