package store

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

func TestReplayIsWrittenOnceAndExpiresAfterADay(t *testing.T) {
	b := newTestStore(t)
	r := domain.ReplayRecord{UserID: domain.NewID(), Digest: "d",
		Replay: domain.Replay{BodyHash: "h", Answer: []byte(`{"a":1}`)}}
	write := func() error {
		return b.core.Table.Commit(ctx(t), append(b.core.RememberActions(r),
			table.Put(table.Encode(key.Tag("w", "g"), core.GuardHolder{ID: "g"})))...)
	}
	if err := write(); err != nil {
		t.Fatal(err)
	}
	if err := write(); err != domain.ErrReplayExists {
		t.Errorf("second write: %v, want ErrRemembered", err)
	}
	b.clock.Advance(domain.ReplayHours * time.Hour)
	if err := write(); err != nil {
		t.Errorf("after a day: %v", err)
	}
}
