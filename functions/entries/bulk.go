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
	if err := b.permit(); err != nil {
		return bulkAnswer{}, err
	}
	b.tellApart()
	if err := b.read(ctx); err != nil {
		return bulkAnswer{}, err
	}
	if err := b.judge(); err != nil {
		return bulkAnswer{}, err
	}
	answer, err := b.settle(ctx)
	if err != nil {
		return bulkAnswer{}, err
	}
	if err := b.release(ctx); err != nil {
		return bulkAnswer{}, err
	}
	return answer, b.write(ctx)
}

// release takes back what submissions have claimed that were broken off.
// Errors: conflict for what is being submitted at this moment.
func (b *batch) release(ctx context.Context) error {
	var changed []domain.Entry
	for _, r := range b.rows {
		if r.change.Before != nil && r.change.Writes() > 0 {
			changed = append(changed, *r.change.Before)
		}
	}
	return tracking.Release(ctx, b.store, b.Request, b.things.Locks, changed...)
}

// settle judges what the rows do together, and gives the answer to be sent
// once it is written. Errors: forbidden workspace_mismatch, validation,
// conflict.
func (b *batch) settle(ctx context.Context) (bulkAnswer, error) {
	if err := b.keepApart(ctx); err != nil {
		return bulkAnswer{}, err
	}
	b.fit()
	if err := b.things.Settle(ctx, b.issues); err != nil {
		return bulkAnswer{}, err
	}
	if err := b.match(); err != nil {
		return bulkAnswer{}, err
	}
	return b.answer(ctx)
}

// match compares the versions that rows name with those that they change. A
// row that changes nothing has no version to keep.
func (b *batch) match() error {
	for _, r := range b.rows {
		if !r.item.Version.Set || r.change.Writes() == 0 {
			continue
		}
		if r.change.Before == nil || r.change.Before.Version != r.item.Version.Value {
			return problem.Clash("An entry of the batch has another version than its row names. Nothing was written.")
		}
	}
	return nil
}

// guardTries bounds how often a batch looks for overlaps again because other
// entries of its users are written at the same moment.
const guardTries = 5

// write carries out what the rows change.
func (b *batch) write(ctx context.Context) error {
	x := store.Bulk{Changes: b.changes()}
	for _, r := range b.rows {
		x.FirstUse = x.FirstUse.And(r.firstUse)
	}
	for try := 1; ; try++ {
		x.Guards = b.guards
		err := b.store.WriteBulk(ctx, b.WorkspaceID(), x)
		if try == guardTries || !errors.Is(err, store.ErrGuard) {
			return err
		}
		if err := b.lookAgain(ctx); err != nil {
			return err
		}
	}
}
