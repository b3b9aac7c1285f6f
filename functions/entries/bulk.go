package entries

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type bulkInput struct {
	Body struct {
		Items []bulkItem `json:"items" minItems:"1" maxItems:"100"`
	}
}

// bulkItem is one row: a known id is patched, an unknown one created.
type bulkItem struct {
	ID      domain.ID                `json:"id" doc:"May be chosen by the caller. The running timer's acts on the timer."`
	UserID  wire.Optional[domain.ID] `json:"userId" doc:"Whose entry it is; another's for owner and admins only."`
	Op      wire.Optional[string]    `json:"op" enum:"delete"`
	Version wire.Optional[int64]     `json:"version" minimum:"1" doc:"Refuses the whole batch when the entry has another."`
	tracking.EditBody
}

// bulk makes all changes of a batch in one transaction, or none. A row that
// finds everything as it wants it writes nothing, so that a batch may be sent
// again.
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
	if err := b.planRows(); err != nil {
		return bulkAnswer{}, err
	}
	answer, err := b.prepareAnswer(ctx)
	if err != nil {
		return bulkAnswer{}, err
	}
	if err := b.releaseClaims(ctx); err != nil {
		return bulkAnswer{}, err
	}
	return answer, b.write(ctx)
}

// releaseClaims takes back what submissions have claimed that were broken off.
// Errors: conflict for what is being submitted at this moment.
func (b *batch) releaseClaims(ctx context.Context) error {
	var changed []domain.Entry
	for _, r := range b.rows {
		if r.change.Before != nil && r.change.WriteCount() > 0 {
			changed = append(changed, *r.change.Before)
		}
	}
	return tracking.EnsureEditable(ctx, b.store, b.Request, b.resolved.Locks, changed...)
}

// prepareAnswer judges what the rows do together, and gives the answer to be sent
// once it is written. Errors: forbidden workspace_mismatch, validation,
// conflict.
func (b *batch) prepareAnswer(ctx context.Context) (bulkAnswer, error) {
	if err := b.checkOverlaps(ctx); err != nil {
		return bulkAnswer{}, err
	}
	b.checkSize()
	if err := b.resolved.FinishValidation(ctx, b.issues); err != nil {
		return bulkAnswer{}, err
	}
	if err := b.checkVersions(); err != nil {
		return bulkAnswer{}, err
	}
	return b.makeAnswer(ctx)
}

// checkVersions compares the versions that rows name with those that they change. A
// row that changes nothing has no version to keep.
func (b *batch) checkVersions() error {
	for _, r := range b.rows {
		if !r.item.Version.Set || r.change.WriteCount() == 0 {
			continue
		}
		if r.change.Before == nil || r.change.Before.Version != r.item.Version.Value {
			return problem.Conflict("An entry of the batch has another version than its row names. Nothing was written.")
		}
	}
	return nil
}

// maxGuardTries bounds how often a batch looks for overlaps again because other
// entries of its users are written at the same moment.
const maxGuardTries = 5

// write carries out what the rows change.
func (b *batch) write(ctx context.Context) error {
	x := store.BulkWrite{Changes: b.changes()}
	for _, r := range b.rows {
		x.FirstUses = x.FirstUses.Merge(r.firstUse)
	}
	for try := 1; ; try++ {
		x.Guards = b.overlapGuards
		err := b.store.WriteBulk(ctx, b.WorkspaceID(), x)
		if try == maxGuardTries || !errors.Is(err, store.ErrOverlapGuard) {
			return err
		}
		if err := b.checkOverlapsAgain(ctx); err != nil {
			return err
		}
	}
}
