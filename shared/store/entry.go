package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

// errEntryChanged is the error of a write whose entry is not as it was read.
var errEntryChanged = problem.Conflict(problem.WriteRace, "The entry was changed by another request. Read it again.")

// Span is the time in which listed entries start: [From, To). Both bounds are
// optional.
type Span struct{ From, To *domain.Instant }

// Contains reports whether the entry starts in the span.
func (s Span) Contains(e domain.Entry) bool {
	return (s.From == nil || !e.StartedAt.Before(s.From.Time)) && (s.To == nil || e.StartedAt.Before(s.To.Time))
}

// Within is the part of the span that is in [from, to).
func (s Span) Within(from, to domain.Instant) Span {
	if s.From == nil || s.From.Before(from.Time) {
		s.From = &from
	}
	if s.To == nil || to.Before(s.To.Time) {
		s.To = &to
	}
	return s
}

// Entries lists one user's entries, newest first, including the running timer;
// strongly consistent.
func (s *Store) Entries(ctx context.Context, w, u domain.ID, in Span, p PageRequest, filter Filter[domain.Entry]) (Page[domain.Entry], error) {
	return table.ListFiltered(ctx, s.table, startTimeRange(table.ByLSK, timePK(w, u), in.From, in.To), p, filter)
}

// EntriesOfWorkspace lists all users' entries as Entries does, but eventually
// consistent.
func (s *Store) EntriesOfWorkspace(ctx context.Context, w domain.ID, in Span, p PageRequest, filter Filter[domain.Entry]) (Page[domain.Entry], error) {
	return table.ListFiltered(ctx, s.table, startTimeRange(byWorkspace, workspacePK(w), in.From, in.To), p, filter)
}

// EntriesOfProject lists all users' entries of a project as Entries does, but
// eventually consistent.
func (s *Store) EntriesOfProject(ctx context.Context, w, project domain.ID, in Span, p PageRequest, filter Filter[domain.Entry]) (Page[domain.Entry], error) {
	return table.ListFiltered(ctx, s.table, startTimeRange(byProject, projectTimePK(w, project), in.From, in.To), p, filter)
}

// EntryWrite is a new or changed finished entry with everything that is written
// with it.
type EntryWrite struct {
	Entry     domain.Entry
	Was       *domain.Entry // as it was read; nil for a new one
	FirstUses FirstUses
	Guard     *int64 // the owner's overlap guard as it was read; nil where overlaps are allowed
	Remember  domain.ReplayRecord
}

// WriteEntry creates an entry or replaces the one that was read. Errors: conflict
// when the entry is not as it was read, ErrOverlapGuard when the guard is not,
// domain.ErrExternalIDTaken.
func (s *Store) WriteEntry(ctx context.Context, w domain.ID, x EntryWrite) error {
	write := table.Create(entryItem(w, x.Entry))
	if x.Was != nil {
		write = table.Put(entryItem(w, x.Entry.LeavingDay(*x.Was))).Provided(entryUnchanged(*x.Was))
	}
	actions := s.rememberActions(x.Remember) // first: a request that fails on it gets the remembered answer
	actions = append(actions, write.Or(errEntryChanged))
	if x.Guard != nil {
		actions = append(actions, raiseOverlapGuard(w, x.Entry.UserID, *x.Guard))
	}
	change := domain.EntryChange{Before: x.Was, After: &x.Entry}
	actions = append(actions, externalIDActions(w, domain.ErrExternalIDTaken, change)...)
	actions = append(actions, s.auditEntryActions(ctx, w, change)...)
	return s.table.Commit(ctx, append(actions, x.FirstUses.markActions(w)...)...)
}

// DeleteEntry deletes a finished entry that was read. A missing entry is no
// error. Errors: conflict when it is not as it was read.
func (s *Store) DeleteEntry(ctx context.Context, w domain.ID, e domain.Entry) error {
	gone := s.deleteEntry(w, e).Provided(entryUnchanged(e)).Or(errEntryChanged)
	actions := append(s.auditEntryActions(ctx, w, domain.EntryChange{Before: &e}), gone)
	return s.table.Commit(ctx, append(actions, freeExternalID(w, e)...)...)
}

// startTimeRange is the range of the entries that start in [from, to), newest
// first. Both bounds are optional.
func startTimeRange(x table.Index, partition string, from, to *domain.Instant) table.Range {
	r := table.PrefixRange(x, partition, startPrefix)
	r.Descending, r.SkipDuplicates = true, true
	if from != nil {
		r.From = startOf(*from)
	}
	if to != nil {
		r.To = startBefore(*to)
	}
	return r
}

func entryItem(w domain.ID, e domain.Entry) table.Item {
	return withIndexKeys(table.Encode(entryKey(w, e.UserID, e.ID), e), w, e)
}

// withIndexKeys adds an entry or a timer to the three indexes.
func withIndexKeys(it table.Item, w domain.ID, e domain.Entry) table.Item {
	it[dynamo.AttrLSK] = table.StringValue(startLSK(e.StartedAt, e.ID))
	it[dynamo.AttrG1] = table.StringValue(workspacePK(w))
	if e.ProjectID != "" {
		it[dynamo.AttrG2] = table.StringValue(projectTimePK(w, e.ProjectID))
	}
	return it
}

// attrStamp is the stamp of an entry. A submission sets it without a new version
// of the entry.
const attrStamp = "st"

// isEntry holds while the item is that entry.
func isEntry(id domain.ID) expression.ConditionBuilder {
	return expression.Name("id").Equal(expression.Value(string(id)))
}

// entryUnchanged holds while an entry or a timer is as it was read and no
// submission has claimed it since.
func entryUnchanged(e domain.Entry) expression.ConditionBuilder {
	stamp := expression.Name(attrStamp)
	unclaimed := stamp.AttributeNotExists()
	if e.Stamp != nil {
		unclaimed = stamp.Equal(expression.Value(e.Stamp.String()))
	}
	return expression.And(isEntry(e.ID), table.AtVersion(e.Version), unclaimed)
}
