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

// Due is a piece of work with the time it is due at, which is part of its key.
type Due struct {
	domain.Work
	At domain.Instant `db:"due"`
}

// queued puts work into the queue, due at the given time.
func queued(w domain.Work, due domain.Instant) action { return create(queueItem(w, due)) }

func queueItem(w domain.Work, due domain.Instant) item {
	return encode(queueKey(w.ID, due), Due{Work: w, At: due})
}

// queuePage is how much work one query reads.
const queuePage = 50

// DueWork gives the work of one partition, 0 to QueueShards-1, that is due now,
// the longest due first. It ends after an error.
func (s *Store) DueWork(ctx context.Context, shard int) iter.Seq2[Due, error] {
	due := walk{index: base, partition: queuePK(shard), from: "0", to: s.instant().String() + "#~"}
	return rows[Due](ctx, s, due)
}

// rows gives what lies in a walk of the queue. It ends after an error.
func rows[T any](ctx context.Context, s *Store, w walk) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var start item
		for {
			found, next, err := s.query(ctx, w, start, queuePage)
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
func (s *Store) BeginWork(ctx context.Context, d Due) (Due, error) {
	next, at := d.Begun(s.instant())
	begun := Due{Work: next, At: at}
	return begun, s.commit(ctx,
		erase(queueKey(d.ID, d.At)).provided(present),
		queued(next, at),
	)
}

// FinishWork takes a piece of work that is done out of the queue.
func (s *Store) FinishWork(ctx context.Context, d Due) error {
	return s.commit(ctx, erase(queueKey(d.ID, d.At)))
}

// PostponeWork puts a piece of work that was begun and came along off to a later
// time, with all its tries before it; a time that has passed is now. Errors:
// conflict when another worker has begun it meanwhile.
func (s *Store) PostponeWork(ctx context.Context, d Due, at domain.Instant) error {
	if now := s.instant(); at.Before(now.Time) {
		at = now
	}
	later := queueItem(d.Afresh(), at)
	if at == d.At {
		return s.commit(ctx, put(later).provided(present))
	}
	return s.commit(ctx, erase(queueKey(d.ID, d.At)).provided(present), create(later))
}
