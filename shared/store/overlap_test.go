package store

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store/timedb"
)

func TestOverlapGuardAllowsOneOfTwoWrites(t *testing.T) {
	b := newTestStore(t)
	w, u := domain.NewID(), domain.NewID()
	guarded := func(n int64) timedb.EntryWrite {
		e := someEntry(b, u, 0)
		return timedb.EntryWrite{Changes: []timelog.EntryChange{{After: &e}}, Guards: map[domain.ID]int64{u: n}}
	}
	for n := range int64(3) {
		if err := b.WriteEntry(ctx(t), w, guarded(n)); err != nil {
			t.Fatalf("write %d: %v", n, err)
		}
		if err := b.WriteEntry(ctx(t), w, guarded(n)); err != timedb.ErrOverlapGuard {
			t.Fatalf("second write %d: %v, want ErrGuard", n, err)
		}
	}
}
