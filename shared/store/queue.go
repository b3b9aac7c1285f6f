package store

import (
	"context"
	"iter"

	"stint/shared/domain"
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
func enqueue(w domain.Work, due domain.Instant) action { return create(queueItem(w, due)) }

func queueItem(w domain.Work, due domain.Instant) item {
	return encode(queueKey(w.ID, due), QueuedWork{Work: w, At: due})
}

// queuePageSize is how much work one query reads.
const queuePageSize = 50

// DueWork gives the work of one partition, 0 to QueueShards-1, that is due now,
// the longest due first. It ends after an error.
func (s *Store) DueWork(ctx context.Context, shard int) iter.Seq2[QueuedWork, error] {
	due := keyRange{index: baseTable, partition: queuePK(shard), from: "0", to: s.instant().String() + "#~"}
	return iterate[QueuedWork](ctx, s, due)
}

// iterate gives what lies in a walk of the queue. It ends after an error.
func iterate[T any](ctx context.Context, s *Store, r keyRange) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var start item
		for {
			found, next, err := s.query(ctx, r, start, queuePageSize)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, it := range found {
				row, err := decode[T](it)
				if !yield(row, err) || err != nil {
					return
				}
			}
			if len(next) == 0 {
				return
			}
			start = next
		}
	}
}

// BeginWork puts a piece of work off to its next try, which makes it the
// caller's until then. Errors: conflict when another worker was faster.
func (s *Store) BeginWork(ctx context.Context, d QueuedWork) (QueuedWork, error) {
	next, at := d.StartTry(s.instant())
	begun := QueuedWork{Work: next, At: at}
	return begun, s.commit(ctx,
		deleteItem(queueKey(d.ID, d.At)).provided(present),
		enqueue(next, at),
	)
}

// FinishWork takes a piece of work that is done out of the queue.
func (s *Store) FinishWork(ctx context.Context, d QueuedWork) error {
	return s.commit(ctx, deleteItem(queueKey(d.ID, d.At)))
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
		return s.commit(ctx, put(later).provided(present))
	}
	return s.commit(ctx, deleteItem(queueKey(d.ID, d.At)).provided(present), create(later))
}
