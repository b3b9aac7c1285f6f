package store

import (
	"context"
	"iter"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Work that failed too often leaves the queue for a partition of its own, where
// no worker looks. It stays there until somebody wants it tried again.

// Dead is a piece of work that was given up.
type Dead struct {
	domain.Work
	BuriedAt domain.Instant `db:"buried"` // when it was given up
}

// BuryWork gives a piece of work up. Errors: conflict when another worker has
// begun it or given it up meanwhile.
func (s *Store) BuryWork(ctx context.Context, d Due) error {
	return s.commit(ctx,
		erase(queueKey(d.ID, d.At)).provided(present),
		create(encode(deadKey(d.ID), Dead{Work: d.Work, BuriedAt: s.instant()})),
	)
}

// DeadWork gives the work that was given up, the oldest first. It ends after an
// error.
func (s *Store) DeadWork(ctx context.Context) iter.Seq2[Dead, error] {
	return rows[Dead](ctx, s, whole(deadPK))
}

// RetryWork puts work that was given up back into the queue, due now, with all
// its tries before it. Errors: not_found when there is no such work.
func (s *Store) RetryWork(ctx context.Context, id domain.ID) error {
	dead, err := mustGet[Dead](ctx, s, deadKey(id))
	if err != nil {
		return err
	}
	return s.commit(ctx,
		erase(deadKey(id)).provided(present).or(problem.Missing()),
		queued(dead.Afresh(), s.instant()),
	)
}
