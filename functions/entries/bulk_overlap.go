package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// checkOverlaps notes which rows claim time that is taken, where the workspace
// forbids that. The guards of their users were read before, so that a write
// which this look-up does not see makes the batch fail.
func (b *batch) checkOverlaps(ctx context.Context) error {
	if b.Workspace.AllowOverlap {
		return nil
	}
	rows, changes := b.validRows(), b.changes()
	windows := domain.OverlapWindows(changes)
	b.overlapGuards = map[domain.ID]int64{}
	for _, w := range windows {
		b.overlapGuards[w.User] = b.resolved.Guards[w.User]
	}
	stored, err := b.store.EntriesInWindows(ctx, b.WorkspaceID(), windows)
	if err != nil {
		return err
	}
	for _, i := range domain.OverlappingChanges(stored, changes) {
		b.issues.Add(rows[i].pathOf("startedAt"), problem.EntryOverlap)
	}
	return nil
}

// checkOverlapsAgain looks for overlaps once more after other entries were written.
func (b *batch) checkOverlapsAgain(ctx context.Context) error {
	var refs store.Refs
	for u := range b.overlapGuards {
		refs.Guards = append(refs.Guards, u)
	}
	records, err := b.store.Records(ctx, b.WorkspaceID(), refs)
	if err != nil {
		return err
	}
	b.resolved.Guards = records.Guards
	if err := b.checkOverlaps(ctx); err != nil {
		return err
	}
	return b.issues.Err()
}
