// Package tracking writes tracked time: it decides what a request makes of
// entries and timers, and how they are shown to the caller. Timers, entries,
// their batches and reports use it.
//
// Every write passes the same stages, a single row like a batch. Each is a type that
// only the stage before it returns, so none can be left out:
//
//	Read, ReadBatch   read the entries of the rows and what they refer to   Resolved
//	Resolved.Plan     decides what each row makes of its entry, and ends    Plan
//	                  with everything that is wrong: references, times,
//	                  rates, external ids, locks and overlaps
//	Plan.Show         is what the caller sees
//	Plan.Write        writes all rows, or none
//
// WriteRow takes a single row through all of them.
package tracking

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store"
)

// Plan is what a write makes of its entries, with rate snapshots and versions: the second
// stage. Nothing is wrong with any row.
type Plan struct{ resolved *Resolved }

// Plan decides what each row makes of its entry. Errors: forbidden not_project_member,
// role_insufficient for a rate that the caller may not set, and workspace_mismatch;
// validation; conflict for an entry that is being submitted, and for a locked one of a
// single row.
func (x *Resolved) Plan(ctx context.Context, s Guarded) (Plan, error) {
	for i := range x.rows {
		if err := x.planRow(&x.rows[i]); err != nil {
			return Plan{}, err
		}
	}
	x.checkExternalIDs()
	if err := x.checkLocks(); err != nil {
		return Plan{}, err
	}
	if err := x.checkOverlaps(ctx, s); err != nil {
		return Plan{}, err
	}
	if x.WriteCount() > domain.MaxBulkRows {
		x.issues.AddMessage("items", problem.MaxItems, fmt.Sprintf(
			"must cost at most %d writes: each row costs one, a row that stops or discards a timer two, each user whose "+
				"entries must not overlap and each externalId that is set or cleared one more, and so do changes of other "+
				"users' entries together; a batch that changes nothing costs nothing", domain.MaxBulkRows))
	}
	return Plan{resolved: x}, x.settle(ctx, x.issues)
}

// planRow decides what a row makes of its entry. A row that changes nothing leaves it as it
// is; any other gives it its next version, with the rate snapshot that it needs.
func (x *Resolved) planRow(row *Row) error {
	if deleted, ok := x.EntryMarks[store.EntryKey{User: row.Owner, ID: row.ID}]; ok {
		row.InPlaceOf = &deleted
	}
	x.checkOwner(*row)
	x.checkComplete(*row)
	switch {
	case row.IsDelete:
		return nil
	case row.OnlyCreates && row.Before != nil:
		row.After = new(*row.Before)
		return nil
	}
	to, err := x.referTo(*row)
	if err != nil {
		return err
	}
	if err := x.checkCanSetRate(*row, to.ProjectID); err != nil {
		return err
	}
	after := row.Body.apply(x.entryToChange(*row, to.ProjectID))
	if row.Before == nil && row.InPlaceOf == nil {
		after.ProjectID = to.ProjectID // it was never elsewhere
	} else {
		after = after.MoveTo(to.ProjectID, x.request.Now)
	}
	after.TaskID, after.TagIDs = to.TaskID, to.TagIDs
	x.checkTimes(*row, after)
	after = x.setRates(*row, after)
	switch {
	case row.Before == nil:
	case after.Equal(*row.Before):
		after = *row.Before
	default:
		after = after.NextVersion(x.request.Now)
	}
	row.After = &after
	return nil
}

// entryToChange is the entry so far, or a new one before the row sets its properties. The
// project of a new one decides whether it is billable, or the workspace if it has none.
func (x *Resolved) entryToChange(row Row, project domain.ID) timelog.Entry {
	if row.Before != nil {
		return *row.Before
	}
	r := x.request
	e := timelog.Entry{
		ID: row.ID, UserID: row.Owner, IsBillable: r.Billing.DefaultIsBillable,
		Currency: r.Billing.Currency, RateSource: timelog.RateNone, CreatedAt: r.Now, UpdatedAt: r.Now, Version: 1,
	}
	if p, ok := x.Projects[project]; ok {
		e.IsBillable = p.IsBillable
	}
	if row.InPlaceOf != nil {
		e = e.Recreate(*row.InPlaceOf)
	}
	return e
}

// checkOwner reports an entry of another user who is not and never was a member.
// Time of former members can be added, so that the past can be completed and
// imported.
func (x *Resolved) checkOwner(row Row) {
	if row.Before != nil || row.Owner == x.request.User.ID {
		return
	}
	if _, ok := x.Members[row.Owner]; !ok {
		x.issues.AddMessage(row.Path+"userId", problem.UserNotFound,
			"does not match a member of this workspace, present or former")
		x.unknown.Members = append(x.unknown.Members, row.Owner)
	}
}

// checkComplete reports the times that a new entry of a batch lacks. A single row without
// a stop starts a timer.
func (x *Resolved) checkComplete(row Row) {
	if row.Path == "" || row.IsDelete || row.Before != nil || row.ID == "" {
		return
	}
	for property, isGiven := range map[string]bool{"startedAt": row.Body.StartedAt.Set,
		"stoppedAt": row.Body.StoppedAt.Set} {
		if path := row.Path + property; !isGiven && x.issues.IsClean(path) {
			x.issues.Add(path, problem.Required)
		}
	}
}

// checkTimes reports what is wrong with the start and the stop that a row sets.
// The rules are those of timelog.Entry.CheckStart and CheckStop. Times that could
// not be read were reported before.
func (x *Resolved) checkTimes(row Row, e timelog.Entry) {
	start, stop := row.Path+"startedAt", row.Path+"stoppedAt"
	startClean, stopClean := x.issues.IsClean(start), x.issues.IsClean(stop)
	if row.Body.StartedAt.Set && startClean {
		if code := e.CheckStart(x.request.Now); code != "" {
			x.issues.Add(start, code)
		}
	}
	switch {
	case e.Running() || !startClean || !stopClean:
	case row.Body.StoppedAt.Set:
		if code := e.CheckStop(x.request.Now); code != "" {
			x.issues.Add(stop, code)
		}
	case row.Body.StartedAt.Set && e.StopsBeforeStart():
		x.issues.AddMessage(start, problem.BeforeStart, "must not be after the end")
	}
}

// checkLocks refuses changes of entries that are invoiced or that a submission holds. A batch reports all rows
// whose entries are locked. Errors, if nothing else is wrong so far: conflict for the locked
// entry of a single row, and for an entry that is being submitted.
func (x *Resolved) checkLocks() (conflict error) {
	for _, row := range x.rows {
		if row.Before == nil || row.WriteCount() == 0 {
			continue
		}
		switch err := x.lockError(*row.Before, x.request.Now); {
		case row.Path != "" && x.Locks.Reason(*row.Before) != "":
			x.issues.Add(row.Path+"id", problem.EntryLocked)
		case conflict == nil:
			conflict = err
		}
	}
	if x.issues.Err() != nil {
		return nil // which Plan ends with
	}
	return conflict
}

// lockError is the conflict of an entry that is invoiced or that a submission holds; nil for any other.
func (x *Resolved) lockError(e timelog.Entry, now domain.Instant) error {
	switch reason := x.Locks.Reason(e); {
	case reason == timelog.LockInvoiced:
		return timesheets.ErrInvoiced
	case reason == timelog.LockSubmitted:
		return timesheets.ErrLocked
	case x.Jobs.Hold(e):
		return money.HeldEntry(e.ID)
	case x.Locks.IsBlocked(e, now):
		return timesheets.ErrSubmitting
	}
	return nil
}

// validRows are the rows that nothing is wrong with.
func (x *Resolved) validRows() []Row {
	var valid []Row
	for _, row := range x.rows {
		if x.issues.IsClean(strings.TrimSuffix(row.Path, ".")) {
			valid = append(valid, row)
		}
	}
	return valid
}

// WriteCount is how many items of the table the valid rows write, with the overlap
// guards, the external ids that they set or take away, and the record in the audit log
// where rows change the time of others. Where anything is written, a row that changes
// nothing counts as one, because its entry is checked in the same transaction.
func (x *Resolved) WriteCount() int {
	writes, checks := 0, 0
	changes := changesOf(x.validRows())
	for _, c := range changes {
		if n := c.WriteCount(); n > 0 {
			writes += n
		} else {
			checks++
		}
	}
	if writes == 0 {
		return 0
	}
	if slices.ContainsFunc(changes, func(c timelog.EntryChange) bool { return c.IsAudited(x.request.User.ID) }) {
		writes++ // the record in the audit log
	}
	return writes + checks + len(x.guards) + len(timelog.ExternalIDMoves(changes...))
}
