package billing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type invoiceInput struct {
	DryRun wire.Optional[bool] `query:"dryRun"` // True shows what would change. Default false.
	Body   struct {
		// The mark, such as the number of the invoice. Not none or any. null takes the marks away.
		Invoice wire.Nullable[timelog.Invoice] `json:"invoice" bounds:"invoice"`
		// The entries. This or filter is required.
		IDs    wire.Optional[[]domain.ID]     `json:"ids" bounds:"filterIDs"`
		Filter wire.Optional[tracking.Period] `json:"filter"` // Selects finished entries, as the query of a summary does.
	}
}

// invoice marks entries with an invoice, or takes their marks away: all of them or none.
func (f *Family) invoice(ctx context.Context, c *route.Call[invoiceInput]) (reratingAnswer, error) {
	managed, err := f.loadManagedProjects(ctx, c.Caller)
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

// loadManagedProjects reads the projects whose time the caller may invoice. Errors: forbidden role_insufficient for a
// user who manages none.
func (f *Family) loadManagedProjects(ctx context.Context, c auth.Caller) (managedProjects, error) {
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

// selectByID makes the marking read the entries with these ids. It ends validation. Errors: validation
// entry_not_found for what the caller cannot see; forbidden workspace_mismatch; conflict for a running timer, and for
// an id that others share.
func (f *Family) selectByID(ctx context.Context, r *route.Request, ids []domain.ID, issues *wire.Issues,
	m *rerating.Marking) error {
	scope, err := tracking.ScopeOf(ctx, f.store, r.Caller, timelog.Selection{IDs: ids}, issues)
	if err != nil {
		return err
	}
	m.Rerating.Entries = scope.IDs
	m.Read = func(ctx context.Context) ([]timelog.Entry, error) {
		found, err := scope.ReadByID(ctx, f.store, r)
		if unknown := new(tracking.OwnerUnknownError); errors.As(err, &unknown) {
			issues.AddMessage(fmt.Sprintf("ids[%d]", slices.Index(ids, unknown.ID)), problem.EntryNotFound,
				"does not say whose it is: use a filter with userId and ids")
			return nil, f.refuseUnknown(ctx, r.Caller, []domain.ID{unknown.ID}, issues)
		}
		if err != nil {
			return nil, err
		}
		count := countByID(found)
		if err := f.refuseUnknown(ctx, r.Caller, missingIDs(ids, count, issues), issues); err != nil {
			return nil, err
		}
		return found, checkFound(found, count)
	}
	return nil
}

// refuseUnknown ends validation, with the ids that name no entry of this workspace. Errors: forbidden
// workspace_mismatch if one of them names an entry in another workspace of the caller; validation.
func (f *Family) refuseUnknown(ctx context.Context, c auth.Caller, ids []domain.ID, issues *wire.Issues) error {
	if err := access.CheckUnknownRefs(ctx, f.store, c, store.UnknownRefs{Entries: ids}, issues); err != nil {
		return err
	}
	return issues.Err()
}

// countByID says how many entries have each id.
func countByID(found []timelog.Entry) map[domain.ID]int {
	count := map[domain.ID]int{}
	for _, e := range found {
		count[e.ID]++
	}
	return count
}

// missingIDs adds an issue for each id without an entry, and lists these ids.
func missingIDs(ids []domain.ID, count map[domain.ID]int, issues *wire.Issues) (missing []domain.ID) {
	for i, id := range ids {
		if count[id] == 0 {
			issues.Add(fmt.Sprintf("ids[%d]", i), problem.EntryNotFound)
			missing = append(missing, id)
		}
	}
	return missing
}

// checkFound checks that the entries are finished, and that no two share an id.
func checkFound(found []timelog.Entry, count map[domain.ID]int) error {
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
