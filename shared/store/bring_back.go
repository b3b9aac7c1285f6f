package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A purged workspace is brought back from a table that was restored to an earlier
// time. Its own item is written last: until then no request finds the workspace. A mark
// says from which table it is copied. Each transaction of the copy has the mark as its
// condition, and the last one deletes it. So the copy may be interrupted at any point
// and repeated, but only from the same table.

// ErrWorkspaceExists refuses to bring back a workspace that is in use.
var ErrWorkspaceExists = errors.New("the workspace exists")

// BroughtBack counts the items of a workspace that was brought back.
type BroughtBack struct {
	Written int
	Present int // written by an interrupted run before
}

// BringBack copies the partitions of a purged workspace from the store of a restored
// table. It leaves out API keys, invitations and remembered answers. Client links
// without a decision are void: their tokens are left out, because a decision deletes the
// token. Members without an account have left. It never writes over
// an item. It holds at most a few megabytes at a time. Errors: ErrWorkspaceExists; people.ErrNotPurged;
// people.ErrPurgedThere; people.ErrOwnerHasNoAccount; not_found when the restored table does not have the
// workspace; conflict when it was copied, or an account was deleted, at the same time;
// others, in words, when a copy from another table was begun, or another run completed
// or purged this one.
func (s *Store) BringBack(ctx context.Context, id domain.ID, from *Store, name string) (_ BroughtBack, err error) {
	defer core.Wrap(&err, "BringBack", id)
	b := bringBack{Store: s, workspace: id, freed: map[table.Key]bool{}}
	if err := b.checkPurged(ctx); err != nil {
		return b.count, err
	}
	w, err := b.source(ctx, from)
	if err != nil {
		return b.count, err
	}
	if b.mark, err = s.beginCopy(ctx, w, name); err != nil {
		return b.count, err
	}
	if err := from.WalkWorkspace(ctx, w, func(page []table.Item) error { return b.copyPage(ctx, page) }); err != nil {
		return b.count, err
	}
	return b.count, b.complete(ctx, w)
}

// bringBack is one run of BringBack.
type bringBack struct {
	*Store
	workspace domain.ID
	mark      CopyMark
	count     BroughtBack
	freed     map[table.Key]bool // guards of the external ids of timers that are left out
}

// source reads the workspace as it is to be written.
func (b *bringBack) source(ctx context.Context, from *Store) (people.Workspace, error) {
	was, err := from.Workspace(ctx, b.workspace)
	if err != nil {
		return was, err
	}
	return was.BringBack(b.core.Instant())
}

// complete writes the item of the workspace, which makes the copy visible, if its owner
// still has an account.
func (b *bringBack) complete(ctx context.Context, w people.Workspace) error {
	done := audit.WorkspaceActEvent(audit.WorkspaceBroughtBack, w, w)
	err := b.core.Table.Commit(ctx, append(b.core.AuditActions(ctx, w.ID, done),
		table.Delete(key.BringBack(w.ID)).Provided(b.mark.unchanged()).Or(errCopyEnded),
		table.Create(table.Encode(key.Workspace(w.ID), w)).Or(ErrWorkspaceExists),
		core.BecomeOwner(w.OwnerID).Or(people.ErrOwnerHasNoAccount))...)
	if err == nil {
		b.count.Written++
	}
	return err
}

// errCopyEnded is the error of a copy whose mark is gone.
var errCopyEnded = errors.New("the copy was completed or purged by another run")

// checkPurged checks that the workspace is absent.
func (b *bringBack) checkPurged(ctx context.Context) error {
	w, err := b.Workspace(ctx, b.workspace)
	switch {
	case problem.Is(err, problem.CodeNotFound):
		return nil
	case err != nil:
		return err
	case w.Deleted():
		return people.ErrNotPurged
	default:
		return ErrWorkspaceExists
	}
}

// CopyMark is the mark of a copy that was begun.
type CopyMark struct {
	From string         `db:"from"` // the restored table, as the operator names it
	At   domain.Instant `db:"at"`
}

// CopyBegun finds the mark of a copy that was begun and not completed. Errors: not_found.
func (s *Store) CopyBegun(ctx context.Context, id domain.ID) (_ CopyMark, err error) {
	defer core.Wrap(&err, "CopyBegun", id)
	return table.GetExisting[CopyMark](ctx, s.core.Table, key.BringBack(id))
}

// unchanged holds while the copy goes on.
func (m CopyMark) unchanged() expression.ConditionBuilder {
	return core.Field[CopyMark]("At").Equal(expression.Value(m.At.String())).And(
		core.Field[CopyMark]("From").Equal(expression.Value(m.From)))
}

// beginCopy writes the mark of a copy, if the owner has an account, or finds that of an
// interrupted copy.
func (s *Store) beginCopy(ctx context.Context, w people.Workspace, from string) (CopyMark, error) {
	begun, err := s.CopyBegun(ctx, w.ID)
	if problem.Is(err, problem.CodeNotFound) {
		begun = CopyMark{From: from, At: s.core.Instant()}
		err = s.core.Table.Commit(ctx, table.Create(table.Encode(key.BringBack(w.ID), begun)),
			table.Check(key.Workspace(w.ID), table.Absent).Or(ErrWorkspaceExists),
			table.Check(key.Profile(w.OwnerID), core.AccountExists).Or(people.ErrOwnerHasNoAccount))
	}
	if err == nil && begun.From != from {
		err = fmt.Errorf("a copy from %s was begun at %s: complete it from there, or purge it", begun.From, begun.At)
	}
	return begun, err
}
