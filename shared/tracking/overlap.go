package tracking

import (
	"context"
	"errors"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// guardTries bounds how often an entry is held against its neighbours anew
// because others are written at the same moment.
const guardTries = 5

// writeEntry writes a finished entry. Where overlaps are forbidden and it
// occupies time, it is held against its neighbours, under a guard that fails
// the write should a new one come between. Errors: validation entry_overlap,
// conflict.
func (x *Resolved) writeEntry(ctx context.Context, w Writer, r *route.Request, write store.EntryWrite, occupies bool, issues *wire.Issues) error {
	if !occupies || r.Workspace.AllowOverlap {
		if err := matchWas(r, write); err != nil {
			return err
		}
		return w.WriteEntry(ctx, r.WorkspaceID(), write)
	}
	owner, guards := write.Entry.UserID, x.Guards
	for try := 1; ; try++ {
		n := guards[owner]
		neighbour, err := w.Neighbour(ctx, r.WorkspaceID(), write.Entry)
		if err != nil {
			return err
		}
		if neighbour != nil {
			issues.Add("startedAt", problem.EntryOverlap)
			return issues.Err()
		}
		if err := matchWas(r, write); err != nil {
			return err
		}
		write.Guard = &n
		if err = w.WriteEntry(ctx, r.WorkspaceID(), write); !errors.Is(err, store.ErrGuard) || try == guardTries {
			return err
		}
		things, err := w.Things(ctx, r.WorkspaceID(), store.Asked{Guards: []domain.ID{owner}})
		if err != nil {
			return err
		}
		guards = things.Guards
	}
}

// matchWas compares If-Match with what is replaced; a new entry has no version.
func matchWas(r *route.Request, write store.EntryWrite) error {
	if write.Was == nil {
		return nil
	}
	return r.Match(write.Was.Version)
}

// alsoFor is what a write of an entry reads besides its references: the guard
// where overlaps are forbidden, and the caller's place in the entry's project
// where only its managers see rates.
func alsoFor(c auth.Caller, e domain.Entry) store.Asked {
	var also store.Asked
	if !c.Workspace.AllowOverlap && !e.Running() {
		also.Guards = []domain.ID{e.UserID}
	}
	return also.And(ToShow(c, e))
}
