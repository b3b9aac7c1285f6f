package store

import (
	"context"
	"iter"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Work that failed too often leaves the queue for a partition of its own, where
// no worker looks. It stays there until somebody wants it tried again.

// DeadLetter is a piece of work that was given up.
type DeadLetter struct {
	domain.Work
	GivenUpAt domain.Instant `db:"buried"` // when it was given up
}

// GiveUpWork gives a piece of work up. Errors: conflict when another worker has
// begun it or given it up meanwhile.
func (s *Store) GiveUpWork(ctx context.Context, d QueuedWork) error {
	return s.table.Commit(ctx,
		table.Delete(queueKey(d.ID, d.At)).Provided(table.Present),
		table.Create(table.Encode(deadLetterKey(d.ID), DeadLetter{Work: d.Work, GivenUpAt: s.instant()})),
	)
}

// DeadLetters gives the work that was given up, the oldest first. It ends after an
// error.
func (s *Store) DeadLetters(ctx context.Context) iter.Seq2[DeadLetter, error] {
	return table.Iterate[DeadLetter](ctx, s.table, table.PartitionRange(deadLetterPK), queuePageSize)
}

// RetryWork puts work that was given up back into the queue, due now, with all
// its tries before it. Errors: not_found when there is no such work.
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
