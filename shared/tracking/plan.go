package tracking

import (
	"context"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Validated is the second stage of a write: what each row makes of its entry,
// with all problems among the issues. Further rules may add theirs.
type Validated struct{ *planning }

// Settled is the third stage of a write: nothing is wrong with any row.
type Settled struct{ planning *planning }

// Plan is the last stage of a write: what it makes of each entry, with rate
// snapshots and versions.
type Plan struct{ *planning }

// planning is what the stages hand on.
type planning struct {
	*Resolved
	request *route.Request
	issues  *wire.Issues
	rows    []plannedRow
	guards  map[domain.ID]int64 // overlap guards of the users whose rows claim time, as read
}

// plannedRow is a row with what it makes of its entry.
type plannedRow struct {
	Row
	after     *domain.Entry // nil: it is deleted
	inPlaceOf *domain.DeletionMark
	firstUses store.FirstUses
}

func (row plannedRow) change() domain.EntryChange {
	return domain.EntryChange{Before: row.Before, After: row.after, InPlaceOf: row.inPlaceOf}
}

// PlanRow takes a write of one row through all stages. Errors: forbidden
// not_project_member, role_insufficient for a rate that the caller may not set,
// and workspace_mismatch; validation.
func PlanRow(ctx context.Context, reader Reader, r *route.Request, row Row, issues *wire.Issues) (Plan, error) {
	resolved, err := Resolve(ctx, reader, r.Caller, row.refsToPlan(r), row)
	if err != nil {
		return Plan{}, err
	}
	validated, err := resolved.Validate(r, issues, row)
	if err != nil {
		return Plan{}, err
	}
	settled, err := validated.Settle(ctx)
	if err != nil {
		return Plan{}, err
	}
	return settled.Snapshot(), nil
}

// Validate decides what each row makes of its entry. Errors: forbidden
// not_project_member, and role_insufficient for a rate that the caller may not
// set.
func (x *Resolved) Validate(r *route.Request, issues *wire.Issues, rows ...Row) (Validated, error) {
	p := &planning{Resolved: x, request: r, issues: issues}
	for _, row := range rows {
		planned, err := p.validateRow(row)
		if err != nil {
			return Validated{}, err
		}
		p.rows = append(p.rows, planned)
	}
	p.checkExternalIDs()
	return Validated{p}, nil
}

func (p *planning) validateRow(row Row) (plannedRow, error) {
	planned := plannedRow{Row: row, inPlaceOf: p.deletedEntry(row)}
	p.checkOwner(row)
	if row.IsDelete {
		return planned, nil
	}
	refs, err := p.validateRefs(row, p.issues)
	if err != nil {
		return planned, err
	}
	if err := p.checkCanSetRate(row, refs.ProjectID, p.issues); err != nil {
		return planned, err
	}
	before := p.newEntry(row, refs)
	if row.Before != nil {
		before = *row.Before
	}
	after := row.Body.apply(before)
	if row.Before == nil && planned.inPlaceOf == nil {
		after.ProjectID = refs.ProjectID // it was never elsewhere
	} else {
		after = after.MoveTo(refs.ProjectID, p.request.Now)
	}
	after.TaskID, after.TagIDs = refs.TaskID, refs.TagIDs
	if p.losesOwnRate(row, after.ProjectID) {
		after = after.WithOwnRate(nil)
	}
	checkTimes(after, row, p.request.Now, p.issues)
	planned.after, planned.firstUses = &after, refs.FirstUses
	return planned, nil
}

// checkOwner reports an entry of another user who is not and never was a member.
// Time of former members can be added, so that the past can be completed and
// imported.
func (p *planning) checkOwner(row Row) {
	if row.Before != nil || row.Owner == p.request.User.ID {
		return
	}
	if _, ok := p.Members[row.Owner]; !ok {
		p.issues.AddMessage(row.Path+"userId", problem.UserNotFound, "does not match a member of this workspace, present or former")
	}
}

// newEntry is a new entry or timer before a row sets its properties. Its project
// decides whether it is billable, or the workspace if it has no project.
func (p *planning) newEntry(row Row, refs validRefs) domain.Entry {
	r := p.request
	e := domain.Entry{
		ID: row.ID, UserID: row.Owner, IsBillable: r.Billing.DefaultIsBillable,
		Currency: r.Billing.Currency, RateSource: domain.RateNone, CreatedAt: r.Now, UpdatedAt: r.Now, Version: 1,
	}
	if refs.Project != nil {
		e.IsBillable = refs.Project.IsBillable
	}
	if deleted := p.deletedEntry(row); deleted != nil {
		e = e.Recreate(*deleted)
	}
	return e
}

// deletedEntry is the mark of a deleted entry with the id of the row; nil for none.
func (p *planning) deletedEntry(row Row) *domain.DeletionMark {
	if deleted, ok := p.EntryMarks[store.EntryKey{User: row.Owner, ID: row.ID}]; ok {
		return &deleted
	}
	return nil
}

// Settle ends validation. Errors: forbidden workspace_mismatch, validation.
func (v Validated) Settle(ctx context.Context) (Settled, error) {
	return Settled{v.planning}, v.settle(ctx, v.issues)
}

// Snapshot takes the rate snapshots that the changes need, and gives every
// changed entry its next version. A row that changes nothing leaves its entry as
// it is.
func (s Settled) Snapshot() Plan {
	p := s.planning
	for i := range p.rows {
		row := &p.rows[i]
		if row.after == nil {
			continue
		}
		after := *row.after
		if row.needsSnapshot() {
			after = p.snapshot(after)
		}
		switch {
		case row.Before == nil:
		case after.Equal(*row.Before):
			after = *row.Before
		default:
			after = after.MarkChanged(p.request.Now)
		}
		row.after = &after
	}
	return Plan{p}
}

// validRows are the rows that nothing is wrong with.
func (p *planning) validRows() []plannedRow {
	var valid []plannedRow
	for _, row := range p.rows {
		if p.issues.IsClean(strings.TrimSuffix(row.Path, ".")) {
			valid = append(valid, row)
		}
	}
	return valid
}

// Changes are what the rows make of their entries, in their order.
func (p *planning) Changes() []domain.EntryChange { return changesOf(p.rows) }

func changesOf(rows []plannedRow) []domain.EntryChange {
	changes := make([]domain.EntryChange, len(rows))
	for i, row := range rows {
		changes[i] = row.change()
	}
	return changes
}

// WriteCount is how many items of the table the valid rows write, with the
// overlap guards, the external ids that they set or take away, and the record in the audit log where rows change the time of
// others. Where anything is written, a row that changes nothing counts as
// one, because its entry is checked in the same transaction.
func (v Validated) WriteCount() int {
	writes, checks := 0, 0
	for _, row := range v.validRows() {
		if n := row.change().WriteCount(); n > 0 {
			writes += n
		} else {
			checks++
		}
	}
	if writes == 0 {
		return 0
	}
	if slices.ContainsFunc(changesOf(v.validRows()), func(c domain.EntryChange) bool { return c.IsAudited(v.request.User.ID) }) {
		writes++ // the record in the audit log
	}
	return writes + checks + len(v.guards) + len(domain.ExternalIDMoves(changesOf(v.validRows())...))
}

// refsToPlan is what the plan of a single row reads in addition to what the row names.
func (row Row) refsToPlan(r *route.Request) (refs store.Refs) {
	isTimer := !row.Body.StoppedAt.Set
	switch before := row.Before; {
	case before != nil:
		isTimer = before.Running()
		refs = RefsToShow(r.Caller, *before).Merge(row.refsToSnapshot(r.Caller))
	case isTimer && r.Timer != nil: // starting stops it, and shows it
		refs = RefsToShow(r.Caller, *r.Timer).Merge(RefsToSnapshot(r.Caller, *r.Timer))
	}
	if row.Before == nil && row.Owner != r.User.ID {
		refs.Members = append(refs.Members, row.Owner)
	}
	if !isTimer && !r.Workspace.AllowOverlap {
		refs.Guards = []domain.ID{row.Owner}
	}
	return refs
}
