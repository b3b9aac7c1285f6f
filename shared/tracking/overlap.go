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

// maxGuardTries bounds how often an entry is held against its neighbours anew
// because others are written at the same moment.
const maxGuardTries = 5

// writeEntry writes a finished entry. Where overlaps are forbidden and it
// occupies time, it is held against its neighbours, under a guard that fails
// the write should a new one come between. Errors: validation entry_overlap,
// conflict.
func (x *Resolved) writeEntry(ctx context.Context, w Writer, r *route.Request, write store.EntryWrite, checkOverlap bool, issues *wire.Issues) error {
	if !checkOverlap || r.Workspace.AllowOverlap {
		if err := matchVersion(r, write); err != nil {
			return err
		}
		return w.WriteEntry(ctx, r.WorkspaceID(), write)
	}
	owner, guards := write.Entry.UserID, x.Guards
	for try := 1; ; try++ {
		n := guards[owner]
		overlapping, err := w.FindOverlap(ctx, r.WorkspaceID(), write.Entry)
		if err != nil {
			return err
		}
		if overlapping != nil {
			issues.Add("startedAt", problem.EntryOverlap)
			return issues.Err()
		}
		if err := matchVersion(r, write); err != nil {
			return err
		}
		write.Guard = &n
		if err = w.WriteEntry(ctx, r.WorkspaceID(), write); !errors.Is(err, store.ErrOverlapGuard) || try == maxGuardTries {
			return err
		}
		records, err := w.Records(ctx, r.WorkspaceID(), store.Refs{Guards: []domain.ID{owner}})
		if err != nil {
			return err
		}
		guards = records.Guards
	}
}

// matchVersion compares If-Match with what is replaced; a new entry has no version.
func matchVersion(r *route.Request, write store.EntryWrite) error {
	if write.Was == nil {
		return nil
	}
	return r.CheckIfMatch(write.Was.Version)
}

// refsToWrite is what a write of an entry reads besides its references: the guard
// where overlaps are forbidden, and the caller's place in the entry's project
// where only its managers see rates.
func refsToWrite(c auth.Caller, e domain.Entry) store.Refs {
	var refs store.Refs
	if !c.Workspace.AllowOverlap && !e.Running() {
		refs.Guards = []domain.ID{e.UserID}
	}
	return refs.Merge(RefsToShow(c, e))
}
