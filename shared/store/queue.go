package store

import (
	"context"
	"errors"
	"iter"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/table"
)

// The queue of background work has QueueShards partitions, ordered by when work
// is due. Work is queued in the transaction that causes it, moved to a later time
// when a worker begins it, and deleted when it is done. So nothing is lost when a
// worker dies.

// QueuedWork is work with the time when it is due, which is part of its key.
type QueuedWork struct {
	domain.Work
	At domain.Instant `db:"due"`
}

// enqueue queues work that is due at the given time.
func enqueue(w domain.Work, due domain.Instant) table.Action { return table.Create(queueItem(w, due)) }

func queueItem(w domain.Work, due domain.Instant) table.Item {
	return table.Encode(queueKey(w.ID, due), QueuedWork{Work: w, At: due})
}

// queuePageSize is how much work one query reads.
const queuePageSize = 50

// DueWork returns the work of one partition, 0 to QueueShards-1, that is due now,
// the longest due first. It ends after an error, except for one that IsUndecodable
// recognises.
func (s *Store) DueWork(ctx context.Context, shard int) iter.Seq2[QueuedWork, error] {
	due := table.Range{Index: table.Base, Partition: queuePK(shard), From: "0", To: dueBy(s.instant())}
	return table.Iterate[QueuedWork](ctx, s.table, due, queuePageSize)
}

// IsUndecodable reports whether an error of DueWork is about one item that is no work.
func IsUndecodable(err error) bool {
	var undecodable *table.UndecodableError
	return errors.As(err, &undecodable)
}

// GiveUpUndecodable moves an item that is no work from the queue to the dead letters, so that the
// worker does not read it again. It keeps the item as it is.
func (s *Store) GiveUpUndecodable(ctx context.Context, err error) error {
	var undecodable *table.UndecodableError
	if !errors.As(err, &undecodable) {
		return err
	}
	was := table.KeyOf(undecodable.Row)
	kept, err := undecodable.Row.Item()
	if err != nil {
		return err
	}
	now := undecodableKey(was)
	kept[dynamo.AttrPK], kept[dynamo.AttrSK] = table.StringValue(now.PK), table.StringValue(now.SK)
	return s.table.Commit(ctx, table.Delete(was), table.Put(kept))
}

// BeginWork moves work to the time of its next try. Until then it belongs to the
// caller. Errors: conflict when another worker began it first.
func (s *Store) BeginWork(ctx context.Context, d QueuedWork) (QueuedWork, error) {
	next, at := d.StartTry(s.instant())
	begun := QueuedWork{Work: next, At: at}
	return begun, s.table.Commit(ctx,
		table.Delete(queueKey(d.ID, d.At)).Provided(table.Present),
		enqueue(next, at),
	)
}

// FinishWork removes work that is done from the queue.
func (s *Store) FinishWork(ctx context.Context, d QueuedWork) error {
	return s.table.Commit(ctx, table.Delete(queueKey(d.ID, d.At)))
}

// ReplaceWork queues other work, due now, in place of work that is done. Errors: conflict when
// another worker has begun it concurrently.
func (s *Store) ReplaceWork(ctx context.Context, d QueuedWork, next []domain.Work) error {
	actions := []table.Action{table.Delete(queueKey(d.ID, d.At)).Provided(table.Present)}
	for _, w := range next {
		actions = append(actions, enqueue(w, s.instant()))
	}
	return s.table.Commit(ctx, actions...)
}

// PostponeWork moves work that made progress to a later time, with all its tries
// again. A time in the past is now. Errors: conflict when another worker has
// begun it concurrently.
func (s *Store) PostponeWork(ctx context.Context, d QueuedWork, at domain.Instant) error {
	if now := s.instant(); at.Before(now.Time) {
		at = now
	}
	later := queueItem(d.ResetTries(), at)
	if at == d.At {
		return s.table.Commit(ctx, table.Put(later).Provided(table.Present))
	}
	return s.table.Commit(ctx, table.Delete(queueKey(d.ID, d.At)).Provided(table.Present), table.Create(later))
}
