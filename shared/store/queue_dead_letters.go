package store

import (
	"context"
	"iter"

	"stint/shared/domain"
	"stint/shared/problem"
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
	return s.commit(ctx,
		deleteItem(queueKey(d.ID, d.At)).provided(present),
		create(encode(deadLetterKey(d.ID), DeadLetter{Work: d.Work, GivenUpAt: s.instant()})),
	)
}

// DeadLetters gives the work that was given up, the oldest first. It ends after an
// error.
func (s *Store) DeadLetters(ctx context.Context) iter.Seq2[DeadLetter, error] {
	return iterate[DeadLetter](ctx, s, partitionRange(deadLetterPK))
}

// RetryWork puts work that was given up back into the queue, due now, with all
// its tries before it. Errors: not_found when there is no such work.
func (s *Store) RetryWork(ctx context.Context, id domain.ID) error {
	dead, err := getExisting[DeadLetter](ctx, s, deadLetterKey(id))
	if err != nil {
		return err
	}
	return s.commit(ctx,
		deleteItem(deadLetterKey(id)).provided(present).or(problem.NotFound()),
		enqueue(dead.ResetTries(), s.instant()),
	)
}
