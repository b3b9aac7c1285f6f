package store

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// What the writes of all subjects add to their transactions: the remembered answer, the
// record of the audit log, background work, and the mark of a deleted record.

// rememberActions is the action that remembers the answer to a request with an
// Idempotency-Key, in the transaction of the request. It is empty for a request
// without one. Two requests with the same key cannot both write: one of them
// gets domain.ErrReplayExists.
func (s *Core) rememberActions(r domain.ReplayRecord) []table.Action {
	if r.Digest == "" {
		return nil
	}
	now := s.instant()
	it := table.Encode(replayKey(r.WorkspaceID, r.UserID, r.Digest), r.Replay)
	table.WithExpiry(it, now.Plus(domain.ReplayHours*time.Hour).Time)
	return []table.Action{table.CreateOverExpired(it, now.Time).Or(domain.ErrReplayExists)}
}

// A record of the audit log is one item. It is written in the transaction of the
// change that it tells of, and never changed. One record holds all events of its
// transaction, because a transaction takes only table.MaxActions actions.

// auditActions is the action that records events of a workspace. It is empty
// without events.
func (s *Core) auditActions(ctx context.Context, w domain.ID, events ...domain.AuditEvent) []table.Action {
	if len(events) == 0 {
		return nil
	}
	r := domain.NewAuditRecord(domain.OriginFrom(ctx), s.instant(), events[0], events[1:]...)
	it := table.Encode(auditKey(w, r.At, r.ID), r)
	return []table.Action{table.Create(table.WithExpiry(it, r.At.Plus(domain.AuditRetention).Time))}
}

// auditEntryActions is auditActions for changes of entries and timers. Those of
// the caller's own are not recorded.
func (s *Core) auditEntryActions(ctx context.Context, w domain.ID, changes ...domain.EntryChange) []table.Action {
	return s.auditActions(ctx, w, auditedEntries(ctx, changes...)...)
}

// auditedEntries are the events of changes of entries that are not the caller's own.
func auditedEntries(ctx context.Context, changes ...domain.EntryChange) []domain.AuditEvent {
	return domain.AuditEntryChanges(domain.OriginFrom(ctx).Actor.User(), changes...)
}

// notify queues a notice to an account. It belongs into the transaction of the change
// that the notice tells of.
func (s *Core) notify(kind domain.MailKind, u domain.ID) table.Action {
	now := s.instant()
	return enqueue(domain.NewNotice(kind, u, now), now)
}

// QueuedWork is work with the time when it is due, which is part of its key.
type QueuedWork struct {
	domain.Work
	At domain.Instant `db:"due"`
}

// enqueue queues work that is due at the given time.
func enqueue(w domain.Work, due domain.Instant) table.Action { return table.Create(queueItem(w, due)) }

// queueItem is the item of work that is due at the given time.
func queueItem(w domain.Work, due domain.Instant) table.Item {
	return table.Encode(queueKey(w.ID, due), QueuedWork{Work: w, At: due})
}

// The delete of a record that the change feed shows leaves a mark, which says what was
// deleted and who may have seen it.

// deleteLeaving deletes a record and leaves its mark.
func (s *Core) deleteLeaving(k table.Key, mark domain.DeletionMark) table.Action {
	return table.DeleteLeaving(k, mark, s.now().Add(domain.DeletionMarkLife))
}

// ignoreConflict is for a write that only matters while its conditions hold.
func ignoreConflict(err error) error {
	if problem.Is(err, problem.CodeConflict) {
		return nil
	}
	return err
}
