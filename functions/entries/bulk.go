package entries

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type bulkInput struct {
	Body struct {
		Items []bulkItem `json:"items" bounds:"bulkRows"` // The rows. All are written, or none is.
	}
}

// bulkItem is one row of a batch: it makes, changes or deletes an entry.
type bulkItem struct {
	// May be chosen by the caller. The running timer's acts on the timer.
	ID domain.ID `json:"id"`
	// Whose entry it is; another's for owner and admins only.
	UserID wire.Optional[domain.ID] `json:"userId"`
	// delete deletes the entry. Without it, the row makes or changes the entry.
	Op      wire.Optional[string] `json:"op" enum:"delete"`
	Version wire.Optional[int64]  `json:"version" minimum:"1"` // Refuses the whole batch when the entry has another.
	tracking.EditBody
}

// bulk makes all changes of a batch in one transaction, or none. A row whose entry
// is already as the row wants it writes nothing, so a batch can be sent again.
func (f *Family) bulk(ctx context.Context, c *route.Call[bulkInput]) (bulkAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return bulkAnswer{}, err
	}
	b := newBatch(c.Request, f.store, in.Body.Items, issues)
	if err := b.authorize(); err != nil {
		return bulkAnswer{}, err
	}
	b.checkDuplicateIDs()
	if err := b.read(ctx); err != nil {
		return bulkAnswer{}, err
	}
	plan, err := b.plan(ctx)
	if err != nil {
		return bulkAnswer{}, err
	}
	answer, err := b.toAnswer(ctx, plan)
	if err != nil {
		return bulkAnswer{}, err
	}
	return answer, plan.WriteBatch(ctx, f.store)
}

// plan decides what the rows make of their entries. Errors: forbidden
// not_project_member, workspace_mismatch; validation; conflict for a version.
func (b *batch) plan(ctx context.Context) (tracking.Plan, error) {
	for _, row := range b.rows {
		b.checkComplete(row)
	}
	validated, err := b.resolved.Validate(b.Request, b.issues, b.rows...)
	if err != nil {
		return tracking.Plan{}, err
	}
	b.checkLocks(validated)
	if err := validated.CheckOverlaps(ctx, b.store); err != nil {
		return tracking.Plan{}, err
	}
	if validated.WriteCount() > domain.MaxBulkRows {
		b.issues.AddMessage("items", problem.MaxItems, fmt.Sprintf(
			"must cost at most %d writes: each row costs one, a row that stops or discards a timer two, each user whose entries must not overlap and each externalId that is set or cleared one more, and so do changes of other users' entries together; a batch that changes nothing costs nothing", domain.MaxBulkRows))
	}
	settled, err := validated.Settle(ctx)
	if err != nil {
		return tracking.Plan{}, err
	}
	plan := settled.Snapshot()
	return plan, b.checkVersions(plan)
}

// checkComplete reports the times that a new entry lacks.
func (b *batch) checkComplete(row tracking.Row) {
	if row.IsDelete || row.Before != nil || row.ID == "" {
		return
	}
	for property, isGiven := range map[string]bool{"startedAt": row.Body.StartedAt.Set, "stoppedAt": row.Body.StoppedAt.Set} {
		if path := row.Path + property; !isGiven && b.issues.IsClean(path) {
			b.issues.Add(path, problem.Required)
		}
	}
}

// checkLocks reports rows that change what a submission locks.
func (b *batch) checkLocks(validated tracking.Validated) {
	for i, c := range validated.Changes() {
		if c.Before != nil && c.WriteCount() > 0 && b.resolved.Locks.LockedBy(*c.Before) != "" {
			b.issues.Add(b.rows[i].Path+"id", problem.EntryLocked)
		}
	}
}

// checkVersions compares the versions that rows name with those of the entries
// that they change. Errors: conflict.
func (b *batch) checkVersions(plan tracking.Plan) error {
	for i, c := range plan.Changes() {
		if named := b.items[i].Version; named.Set && c.WriteCount() > 0 && (c.Before == nil || c.Before.Version != named.Value) {
			return problem.Conflict(problem.VersionStale, "An entry of the batch has another version than its row names. Nothing was written.")
		}
	}
	return nil
}
