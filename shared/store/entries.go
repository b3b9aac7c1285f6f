package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// errEntryChanged is what the loser of a race for an entry is told.
var errEntryChanged = problem.Conflict("The entry was changed meanwhile. Read it again.")

// Span is the time that a list of entries covers: they start in [From, To).
// Both bounds are optional.
type Span struct{ From, To *domain.Instant }

// Entries lists one user's entries, newest first, the running timer among them;
// strongly consistent. The filter is optional.
func (s *Store) Entries(ctx context.Context, w, u domain.ID, in Span, p PageRequest, keep func(domain.Entry) bool) (Page[domain.Entry], error) {
	return list(ctx, s, startTimeRange(byLSK, timePK(w, u), in.From, in.To), p, keep)
}

// EntriesOfWorkspace lists everyone's entries as Entries does, a moment behind.
func (s *Store) EntriesOfWorkspace(ctx context.Context, w domain.ID, in Span, p PageRequest, keep func(domain.Entry) bool) (Page[domain.Entry], error) {
	return list(ctx, s, startTimeRange(byWorkspace, workspacePK(w), in.From, in.To), p, keep)
}

// EntriesOfProject lists everyone's entries of a project as Entries does, a
// moment behind.
func (s *Store) EntriesOfProject(ctx context.Context, w, project domain.ID, in Span, p PageRequest, keep func(domain.Entry) bool) (Page[domain.Entry], error) {
	return list(ctx, s, startTimeRange(byProject, projectTimePK(w, project), in.From, in.To), p, keep)
}

// EntryWrite is a new or changed finished entry and what its write does
// besides.
type EntryWrite struct {
	Entry     domain.Entry
	Was       *domain.Entry // as it was read; nil for a new one
	FirstUses FirstUses
	Guard     *int64 // the owner's guard as it was read, where overlaps are forbidden; nil where it does not matter
	Remember  domain.ReplayRecord
}

// WriteEntry creates an entry or replaces the one that was read. Errors:
// conflict when the entry is not as it was read, ErrOverlapGuard when the guard is
// not.
func (s *Store) WriteEntry(ctx context.Context, w domain.ID, x EntryWrite) error {
	write := create(entryItem(w, x.Entry))
	if x.Was != nil {
		write = put(entryItem(w, x.Entry)).provided(entryUnchanged(*x.Was))
	}
	actions := s.rememberActions(x.Remember) // first: who loses on it is given the winner's answer
	actions = append(actions, write.or(errEntryChanged))
	if x.Guard != nil {
		actions = append(actions, raiseOverlapGuard(w, x.Entry.UserID, *x.Guard))
	}
	return s.commit(ctx, append(actions, x.FirstUses.markActions(w)...)...)
}

// DeleteEntry deletes a finished entry that was read; one that is gone already
// is fine. Errors: conflict when it is not as it was read.
func (s *Store) DeleteEntry(ctx context.Context, w domain.ID, e domain.Entry) error {
	return s.commit(ctx, deleteItem(entryKey(w, e.UserID, e.ID)).provided(entryUnchanged(e)).or(errEntryChanged))
}

func entryItem(w domain.ID, e domain.Entry) item {
	return withIndexKeys(encode(entryKey(w, e.UserID, e.ID), e), w, e)
}

// withIndexKeys gives an entry or a timer its place in the three indexes.
func withIndexKeys(it item, w domain.ID, e domain.Entry) item {
	it[attrLSK] = stringValue(startLSK(e.StartedAt, e.ID))
	it[attrG1] = stringValue(workspacePK(w))
	if e.ProjectID != "" {
		it[attrG2] = stringValue(projectTimePK(w, e.ProjectID))
	}
	return it
}

// isEntry holds while the item is that entry.
func isEntry(id domain.ID) expression.ConditionBuilder {
	return expression.Name("id").Equal(expression.Value(string(id)))
}

// entryUnchanged holds while an entry or a timer is as it was read, and no submission
// has claimed it since.
func entryUnchanged(e domain.Entry) expression.ConditionBuilder {
	stamp := expression.Name(attrStamp)
	unclaimed := stamp.AttributeNotExists()
	if e.Stamp != nil {
		unclaimed = stamp.Equal(expression.Value(e.Stamp.String()))
	}
	return expression.And(isEntry(e.ID), atVersion(e.Version), unclaimed)
}
