package store

import (
	"context"
	"errors"
	"iter"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Work that failed too often becomes a dead letter: it moves to a partition that
// no worker reads. It stays there until an operator retries it.

// DeadLetter is work that was given up.
type DeadLetter struct {
	domain.Work
	GivenUpAt domain.Instant `db:"buried"`
}

// GiveUpWork makes work a dead letter. Errors: conflict when another worker has
// begun it or given it up concurrently.
func (s *Store) GiveUpWork(ctx context.Context, d QueuedWork) error {
	return s.table.Commit(ctx,
		table.Delete(queueKey(d.ID, d.At)).Provided(table.Present),
		table.Create(table.Encode(deadLetterKey(d.ID), DeadLetter{Work: d.Work, GivenUpAt: s.instant()})),
	)
}

// DeadLetters returns the work that was given up, the oldest first. It ends after
// an error. An item that cannot be decoded has its key as id and the kind "undecodable".
func (s *Store) DeadLetters(ctx context.Context) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		for d, err := range table.Iterate[DeadLetter](ctx, s.table, table.PartitionRange(table.Base, deadLetterPK), queuePageSize) {
			var undecodable *table.UndecodableError
			if errors.As(err, &undecodable) {
				d, err = DeadLetter{Work: domain.Work{ID: domain.ID(table.KeyOf(undecodable.Row).SK), Kind: "undecodable"}}, nil
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// RetryWork queues a dead letter again, due now, with all its tries again.
// Errors: not_found when there is no such dead letter.
func (s *Store) RetryWork(ctx context.Context, id domain.ID) error {
	dead, err := table.GetExisting[DeadLetter](ctx, s.table, deadLetterKey(id))
	if err != nil {
		return err
	}
	return s.table.Commit(ctx,
		table.Delete(deadLetterKey(id)).Provided(table.Present).Or(problem.NotFound()),
		enqueue(dead.ResetTries(), s.instant()),
	)
}
