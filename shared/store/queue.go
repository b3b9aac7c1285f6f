package store

import (
	"context"
	"iter"

	"stint/shared/domain"
	"stint/shared/table"
)

// The queue of background work lies in a few partitions of its own, ordered by
// when a piece is due. Work is put there in the transaction of its cause,
// moved to a later time when a worker begins it, and deleted when it is done:
// a worker that dies in between loses nothing.

// QueuedWork is a piece of work with the time it is due at, which is part of its key.
type QueuedWork struct {
	domain.Work
	At domain.Instant `db:"due"`
}

// enqueue puts work into the queue, due at the given time.
func enqueue(w domain.Work, due domain.Instant) table.Action { return table.Create(queueItem(w, due)) }

func queueItem(w domain.Work, due domain.Instant) table.Item {
	return table.Encode(queueKey(w.ID, due), QueuedWork{Work: w, At: due})
}

// queuePageSize is how much work one query reads.
const queuePageSize = 50

// DueWork gives the work of one partition, 0 to QueueShards-1, that is due now,
// the longest due first. It ends after an error.
func (s *Store) DueWork(ctx context.Context, shard int) iter.Seq2[QueuedWork, error] {
	due := table.Range{Index: table.Base, Partition: queuePK(shard), From: "0", To: dueBy(s.instant())}
	return table.Iterate[QueuedWork](ctx, s.table, due, queuePageSize)
}

// BeginWork puts a piece of work off to its next try, which makes it the
// caller's until then. Errors: conflict when another worker was faster.
func (s *Store) BeginWork(ctx context.Context, d QueuedWork) (QueuedWork, error) {
	next, at := d.StartTry(s.instant())
	begun := QueuedWork{Work: next, At: at}
	return begun, s.table.Commit(ctx,
		table.Delete(queueKey(d.ID, d.At)).Provided(table.Present),
		enqueue(next, at),
	)
}

// FinishWork takes a piece of work that is done out of the queue.
func (s *Store) FinishWork(ctx context.Context, d QueuedWork) error {
	return s.table.Commit(ctx, table.Delete(queueKey(d.ID, d.At)))
}

// PostponeWork puts a piece of work that was begun and came along off to a later
// time, with all its tries before it; a time that has passed is now. Errors:
// conflict when another worker has begun it meanwhile.
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
