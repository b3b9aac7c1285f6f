package store

import (
	"reflect"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

func TestDeadLetterCanBeRetried(t *testing.T) {
	b := newTestStore(t)
	work := domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge, TargetID: "w", CreatedAt: b.core.Instant(), Tries: 7}
	due := core.QueuedWork{Work: work, At: b.core.Instant()}
	b.write(t, core.QueueItem(work, due.At))
	if err := b.GiveUpWork(ctx(t), due); err != nil {
		t.Fatal(err)
	}
	wantCode(t, b.GiveUpWork(ctx(t), due), problem.CodeConflict)
	if n := b.countDue(t); n != 0 {
		t.Errorf("%d pieces still wait", n)
	}
	listed := 0
	for dead, err := range b.DeadLetters(ctx(t)) {
		listed++
		if want := (DeadLetter{work, b.core.Instant()}); err != nil || dead != want {
			t.Errorf("given up is %+v (%v), want %+v", dead, err, want)
		}
	}
	if listed != 1 {
		t.Errorf("%d pieces are listed, want 1", listed)
	}
	if err := b.RetryWork(ctx(t), work.ID); err != nil {
		t.Fatal(err)
	}
	wantCode(t, b.RetryWork(ctx(t), work.ID), problem.CodeNotFound)
	if n := b.countDue(t); n != 1 {
		t.Errorf("%d pieces wait, want 1", n)
	}
	for range b.DeadLetters(ctx(t)) {
		t.Error("it is still listed")
	}
}

// countDue counts the work that is due, which must have all its tries before it.
func (b *testStore) countDue(t *testing.T) (n int) {
	t.Helper()
	for shard := range key.QueueShards {
		for due, err := range b.DueWork(ctx(t), shard) {
			if err != nil || due.Tries != 0 {
				t.Errorf("%+v, %v", due, err)
			}
			n++
		}
	}
	return n
}

func TestWorkIsPostponedOnce(t *testing.T) {
	b := newTestStore(t)
	work := domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge, Tries: 3}
	for what, wait := range map[string]time.Duration{"now": 0, "in the past": -time.Hour, "later": time.Hour,
		"at its own time": time.Minute} {
		at, begun := b.core.Instant().Plus(wait), core.QueuedWork{Work: work, At: b.core.Instant().Plus(time.Minute)}
		b.write(t, core.QueueItem(begun.Work, begun.At))
		if err := b.PostponeWork(ctx(t), begun, at); err != nil {
			t.Fatal(what, err)
		}
		if at != begun.At {
			wantCode(t, b.PostponeWork(ctx(t), begun, at), problem.CodeConflict)
		}
		if n := b.countDue(t); (n == 1) != (wait <= 0) {
			t.Errorf("%s: %d pieces are due", what, n)
		}
		b.clock.Advance(time.Hour)
		if n := b.countDue(t); n != 1 {
			t.Errorf("%s: %d pieces are due in the end, want 1", what, n)
		}
		for _, it := range testkit.Dump(t, b.rows) {
			if err := b.core.Table.DeleteAll(ctx(t), table.KeyOf(it)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Work belongs to the worker that began it last. One that comes later changes nothing.
func TestWorkBelongsToWhoBeganItLast(t *testing.T) {
	for name, late := range map[string]func(*testStore, core.QueuedWork) error{
		"begin": func(b *testStore, d core.QueuedWork) error {
			_, err := b.BeginWork(ctx(t), d)
			return err
		},
		"replace": func(b *testStore, d core.QueuedWork) error {
			return b.ReplaceWork(ctx(t), d, []domain.Work{d.WithNewID()})
		},
		"postpone": func(b *testStore, d core.QueuedWork) error {
			return b.PostponeWork(ctx(t), d, d.At.Plus(time.Hour))
		},
		"leave at its time": func(b *testStore, d core.QueuedWork) error { return b.PostponeWork(ctx(t), d, d.At) },
		"give up":           func(b *testStore, d core.QueuedWork) error { return b.GiveUpWork(ctx(t), d) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newTestStore(t)
			read := core.QueuedWork{Work: domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge}, At: b.core.Instant()}
			b.write(t, core.QueueItem(read.Work, read.At))
			if _, err := b.BeginWork(ctx(t), read); err != nil {
				t.Fatal(err)
			}
			begun := testkit.Dump(t, b.rows)
			b.clock.Advance(-time.Second) // the clock of another worker
			wantCode(t, late(b, read), problem.CodeConflict)
			if now := testkit.Dump(t, b.rows); !reflect.DeepEqual(now, begun) {
				t.Errorf("it was %v, and is %v", begun, now)
			}
		})
	}
}

// Two operators retry a dead letter, which is queued once.
func TestDeadLetterIsRetriedOnce(t *testing.T) {
	b := newTestStore(t)
	dead := DeadLetter{Work: domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge}, GivenUpAt: b.core.Instant()}
	b.write(t, table.Encode(key.DeadLetter(dead.ID), dead))
	err := b.before(t, 0, func() {
		if err := b.RetryWork(ctx(t), dead.ID); err != nil {
			t.Error(err)
		}
		b.clock.Advance(time.Second)
	}, func() error { return b.RetryWork(ctx(t), dead.ID) })
	wantCode(t, err, problem.CodeNotFound)
	if n := b.countDue(t); n != 1 {
		t.Errorf("it waits %d times", n)
	}
}
