package store

import (
	"testing"

	"stint/shared/domain"
)

func TestOverlapGuardAllowsOneOfTwoWrites(t *testing.T) {
	b := newTestStore(t)
	w, u := domain.NewID(), domain.NewID()
	for n := range int64(3) {
		if err := b.WriteEntry(ctx(t), w, EntryWrite{Entry: someEntry(b, u, 0), Guard: &n}); err != nil {
			t.Fatalf("write %d: %v", n, err)
		}
		if err := b.WriteEntry(ctx(t), w, EntryWrite{Entry: someEntry(b, u, 0), Guard: &n}); err != ErrOverlapGuard {
			t.Fatalf("second write %d: %v, want ErrGuard", n, err)
		}
	}
}
