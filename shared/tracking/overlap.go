package tracking

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store"
	"stint/shared/store/timedb"
)

// Where a workspace forbids overlaps, a write that claims time has three steps.
// It reads the overlap guards of the users concerned, then the entries around
// the claimed time. The write itself has the condition that each guard still has
// its number. So of two writes that did not see each other one fails, and looks
// for overlaps again. The rule itself is in
// domain/timelog/overlap.go.

// maxGuardTries is how often a write looks for overlaps because other entries of
// the same users are written at the same moment.
const maxGuardTries = 5

// checkOverlaps reports the rows that claim time which another entry of the same user has,
// and keeps the guards that the write then needs.
func (x *Resolved) checkOverlaps(ctx context.Context, s Guarded) error {
	if x.request.Workspace.AllowOverlap {
		return nil
	}
	rows := x.validRows()
	changes := changesOf(rows)
	windows := timelog.OverlapWindows(changes)
	x.guards = make(map[domain.ID]int64, len(windows))
	for _, w := range windows {
		x.guards[w.User] = x.Guards[w.User]
	}
	stored, err := s.EntriesInWindows(ctx, x.request.WorkspaceID(), windows)
	if err != nil {
		return err
	}
	for _, i := range timelog.OverlappingChanges(stored, changes) {
		x.issues.Add(rows[i].Path+"startedAt", problem.EntryOverlap)
	}
	return nil
}

// checkOverlapsAgain checks with the guards that are stored now.
func (x *Resolved) checkOverlapsAgain(ctx context.Context, s Guarded) error {
	var refs store.Refs
	for user := range x.guards {
		refs.Guards = append(refs.Guards, user)
	}
	if err := x.readMore(ctx, refs); err != nil {
		return err
	}
	if err := x.checkOverlaps(ctx, s); err != nil {
		return err
	}
	return x.issues.Err()
}

// writeGuarded writes, and after another write was faster checks and writes
// again. Errors: validation entry_overlap, timedb.ErrOverlapGuard after the last
// try, and those of the write.
func (x *Resolved) writeGuarded(ctx context.Context, s Guarded, write func() error) error {
	isFirst := true
	return retry.Do(ctx, retry.Policy{Tries: maxGuardTries}, func() (again bool, err error) {
		if !isFirst {
			if err := x.checkOverlapsAgain(ctx, s); err != nil {
				return false, err
			}
		}
		isFirst = false
		err = write()
		return errors.Is(err, timedb.ErrOverlapGuard), err
	})
}
