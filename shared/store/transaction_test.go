package store

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

func TestReplayIsWrittenOnceAndExpiresAfterADay(t *testing.T) {
	b := newTestStore(t)
	r := domain.ReplayRecord{UserID: domain.NewID(), Digest: "d", Replay: domain.Replay{BodyHash: "h", Answer: []byte(`{"a":1}`)}}
	write := func() error {
		return b.table.Commit(ctx(t), append(b.rememberActions(r), table.Put(table.Encode(tagKey("w", "g"), guardHolder{ID: "g"})))...)
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
