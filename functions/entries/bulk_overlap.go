package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// keepApart notes which rows claim time that is taken, where the workspace
// forbids that. The guards of their users were read before, so that a write
// which this look-up does not see makes the batch fail.
func (b *batch) keepApart(ctx context.Context) error {
	if b.Workspace.AllowOverlap {
		return nil
	}
	rows, changes := b.sound(), b.changes()
	windows := domain.BulkWindows(changes)
	b.guards = map[domain.ID]int64{}
	for _, w := range windows {
		b.guards[w.User] = b.things.Guards[w.User]
	}
	stored, err := b.store.Within(ctx, b.WorkspaceID(), windows)
	if err != nil {
		return err
	}
	for _, i := range domain.BulkOverlaps(stored, changes) {
		b.issues.Add(rows[i].at("startedAt"), problem.EntryOverlap)
	}
	return nil
}

// lookAgain looks for overlaps once more after other entries were written.
func (b *batch) lookAgain(ctx context.Context) error {
	var asked store.Asked
	for u := range b.guards {
		asked.Guards = append(asked.Guards, u)
	}
	things, err := b.store.Things(ctx, b.WorkspaceID(), asked)
	if err != nil {
		return err
	}
	b.things.Guards = things.Guards
	if err := b.keepApart(ctx); err != nil {
		return err
	}
	return b.issues.Err()
}
