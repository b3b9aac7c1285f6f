package core

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/store/key"
	"stint/shared/table"
)

// What the writes of all subjects add to their transactions: the remembered answer, the
// record of the audit log, background work, and the mark of a deleted record.

// RememberActions is the action that remembers the answer to a request with an
// Idempotency-Key, in the transaction of the request. It is empty for a request
// without one. Two requests with the same key cannot both write: one of them
// gets domain.ErrReplayExists.
func (s *Core) RememberActions(r domain.ReplayRecord) []table.Action {
	if r.Digest == "" {
		return nil
	}
	it := table.Encode(key.Replay(r.WorkspaceID, r.UserID, r.Digest), r.Replay)
	it = table.WithExpiry(it, s.Instant().Plus(domain.ReplayHours*time.Hour).Time)
	return []table.Action{table.Create(it).Or(domain.ErrReplayExists)}
}

// A record of the audit log is one item. It is written in the transaction of the
// change that it tells of, and never changed. One record holds all events of its
// transaction, because a transaction takes only table.MaxActions actions.

// AuditActions is the action that records events of a workspace. It is empty
// without events.
func (s *Core) AuditActions(ctx context.Context, w domain.ID, events ...audit.Event) []table.Action {
	if len(events) == 0 {
		return nil
	}
	return []table.Action{table.Create(AuditItem(w, audit.NewRecord(audit.OriginFrom(ctx), s.Instant(), events[0],
		events[1:]...)))}
}

// AuditItem is the item of a record in the log of a workspace.
func AuditItem(w domain.ID, r audit.Record) table.Item {
	return table.WithExpiry(table.Encode(key.Audit(w, r.At, r.ID), r), r.At.Plus(audit.Retention).Time)
}

// AuditEntryActions is AuditActions for changes of entries and timers. Those of
// the caller's own are not recorded.
func (s *Core) AuditEntryActions(ctx context.Context, w domain.ID, changes ...timelog.EntryChange) []table.Action {
	return s.AuditActions(ctx, w, AuditedEntries(ctx, changes...)...)
}

// AuditedEntries are the events of changes of entries that are not the caller's own.
func AuditedEntries(ctx context.Context, changes ...timelog.EntryChange) []audit.Event {
	return audit.EntryChanges(audit.OriginFrom(ctx).Actor.User(), changes...)
}

// Notify queues a notice to an account. It belongs into the transaction of the change
// that the notice tells of.
func (s *Core) Notify(kind domain.MailKind, u domain.ID) table.Action {
	now := s.Instant()
	return Enqueue(people.NewNotice(kind, u, now), now)
}

// QueuedWork is work with the time when it is due, which is part of its key.
type QueuedWork struct {
	domain.Work
	At domain.Instant `db:"due"`
}

// Enqueue queues work that is due at the given time.
func Enqueue(w domain.Work, due domain.Instant) table.Action { return table.Create(QueueItem(w, due)) }

// QueueItem is the item of work that is due at the given time.
func QueueItem(w domain.Work, due domain.Instant) table.Item {
	return table.Encode(key.Work(w.ID, due), QueuedWork{Work: w, At: due})
}

// The delete of a record that the change feed shows leaves a mark, which says what was
// deleted and who may have seen it.

// DeleteLeaving deletes a record and leaves its mark.
func (s *Core) DeleteLeaving(k table.Key, mark domain.DeletionMark) table.Action {
	return table.DeleteLeaving(k, mark, s.Now().Add(feed.DeletionMarkLife))
}
