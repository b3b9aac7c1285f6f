package store

import (
	"context"
	"errors"
	"iter"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The queue of background work has QueueShards partitions, ordered by when work
// is due. Work is queued in the transaction that causes it, moved to a later time
// when a worker begins it, and deleted when it is done. So nothing is lost when a
// worker dies.

// queuePageSize is how much work one query reads.
const queuePageSize = 500

// DueWork returns the work of one partition, 0 to QueueShards-1, that is due now,
// the longest due first. It ends after an error, except for one that IsUndecodable
// recognises.
func (s *Store) DueWork(ctx context.Context, shard int) iter.Seq2[core.QueuedWork, error] {
	due := table.Range{Index: table.Base, Partition: key.QueuePK(shard), From: "0", To: key.DueBy(s.core.Instant())}
	return table.Iterate[core.QueuedWork](ctx, s.core.Table, due, queuePageSize)
}

// IsUndecodable reports whether an error of DueWork is about one item that is no work.
func IsUndecodable(err error) bool {
	var undecodable *table.UndecodableError
	return errors.As(err, &undecodable)
}

// GiveUpUndecodable moves an item that is no work from the queue to the dead letters, so that the
// worker does not read it again. It keeps the item as it is.
func (s *Store) GiveUpUndecodable(ctx context.Context, cause error) (err error) {
	defer core.Wrap(&err, "GiveUpUndecodable")
	var undecodable *table.UndecodableError
	if !errors.As(cause, &undecodable) {
		return cause
	}
	was := table.KeyOf(undecodable.Row)
	kept, err := undecodable.Row.Item()
	if err != nil {
		return err
	}
	now := key.Undecodable(was)
	kept[dynamo.AttrPK], kept[dynamo.AttrSK] = table.StringValue(now.PK), table.StringValue(now.SK)
	return s.core.Table.Commit(ctx, table.Delete(was), table.Put(kept))
}

// BeginWork moves work to the time of its next try. Until then it belongs to the
// caller. Errors: conflict when another worker began it first.
func (s *Store) BeginWork(ctx context.Context, d core.QueuedWork) (_ core.QueuedWork, err error) {
	defer core.Wrap(&err, "BeginWork")
	next, at := d.StartTry(s.core.Instant())
	begun := core.QueuedWork{Work: next, At: at}
	return begun, s.core.Table.Commit(ctx,
		table.Delete(key.Work(d.ID, d.At)).Provided(table.Present),
		core.Enqueue(next, at),
	)
}

// FinishWork removes work that is done from the queue.
func (s *Store) FinishWork(ctx context.Context, d core.QueuedWork) (err error) {
	defer core.Wrap(&err, "FinishWork")
	return s.core.Table.Commit(ctx, table.Delete(key.Work(d.ID, d.At)))
}

// ReplaceWork queues other work, due now, in place of work that is done. Errors: conflict when
// another worker has begun it concurrently.
func (s *Store) ReplaceWork(ctx context.Context, d core.QueuedWork, next []domain.Work) (err error) {
	defer core.Wrap(&err, "ReplaceWork")
	actions := []table.Action{table.Delete(key.Work(d.ID, d.At)).Provided(table.Present)}
	for _, w := range next {
		actions = append(actions, core.Enqueue(w, s.core.Instant()))
	}
	return s.core.Table.Commit(ctx, actions...)
}

// PostponeWork moves work that made progress to a later time, with all its tries
// again. A time in the past is now. Errors: conflict when another worker has
// begun it concurrently.
func (s *Store) PostponeWork(ctx context.Context, d core.QueuedWork, at domain.Instant) (err error) {
	defer core.Wrap(&err, "PostponeWork")
	if now := s.core.Instant(); at.Before(now.Time) {
		at = now
	}
	later := core.QueueItem(d.ResetTries(), at)
	if at == d.At {
		return s.core.Table.Commit(ctx, table.Put(later).Provided(table.Present))
	}
	return s.core.Table.Commit(ctx, table.Delete(key.Work(d.ID, d.At)).Provided(table.Present), table.Create(later))
}

// Work that failed too often becomes a dead letter: it moves to a partition that
// no worker reads. It stays there until an operator retries it.

// DeadLetter is work that was given up.
type DeadLetter struct {
	domain.Work
	GivenUpAt domain.Instant `db:"buried"`
}

// GiveUpWork makes work a dead letter. Errors: conflict when another worker has
// begun it or given it up concurrently.
func (s *Store) GiveUpWork(ctx context.Context, d core.QueuedWork) (err error) {
	defer core.Wrap(&err, "GiveUpWork")
	return s.core.Table.Commit(ctx,
		table.Delete(key.Work(d.ID, d.At)).Provided(table.Present),
		table.Create(table.Encode(key.DeadLetter(d.ID), DeadLetter{Work: d.Work, GivenUpAt: s.core.Instant()})),
	)
}

// DeadLetters returns the work that was given up, the oldest first. It ends after
// an error. An item that cannot be decoded has its key as id and the kind "undecodable".
func (s *Store) DeadLetters(ctx context.Context) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		for d, err := range table.Iterate[DeadLetter](ctx, s.core.Table, table.PartitionRange(table.Base, key.DeadLetterPK),
			queuePageSize) {
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
func (s *Store) RetryWork(ctx context.Context, id domain.ID) (err error) {
	defer core.Wrap(&err, "RetryWork", id)
	dead, err := table.GetExisting[DeadLetter](ctx, s.core.Table, key.DeadLetter(id))
	if err != nil {
		return err
	}
	return s.core.Table.Commit(ctx,
		table.Delete(key.DeadLetter(id)).Provided(table.Present).Or(problem.NotFound()),
		core.Enqueue(dead.ResetTries(), s.core.Instant()),
	)
}
