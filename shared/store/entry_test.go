package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// minutesLater is some minutes after the bench's clock.
func minutesLater(b *testStore, minutes int) *domain.Instant {
	at := b.core.Instant().Plus(time.Duration(minutes) * time.Minute)
	return &at
}

// newEntryWrite makes an entry.
func newEntryWrite(e timelog.Entry) timedb.EntryWrite {
	return timedb.EntryWrite{Changes: []timelog.EntryChange{{After: &e}}}
}

func someEntry(b *testStore, u domain.ID, minutes int) timelog.Entry {
	return timelog.Entry{
		ID: domain.NewID(), UserID: u, StartedAt: *minutesLater(b, minutes), StoppedAt: minutesLater(b, minutes+1),
		CreatedAt: b.core.Instant(), UpdatedAt: b.core.Instant(), Version: 1,
	}
}

func TestEmptySpanReadsNothing(t *testing.T) {
	b := newTestStore(t)
	w, u := domain.NewID(), domain.NewID()
	if err := b.WriteEntry(ctx(t), w, newEntryWrite(someEntry(b, u, 0))); err != nil {
		t.Fatal(err)
	}
	for _, to := range []int{0, -5} {
		b.probe.Reset()
		page, err := b.Entries(ctx(t), w, u, timelog.Span{From: minutesLater(b, 0), To: minutesLater(b, to)},
			PageRequest{Limit: 5}, Filter[timelog.Entry]{})
		if err != nil || len(page.Items) != 0 || page.Next != "" {
			t.Errorf("page %v, error %v", page, err)
		}
		if calls := b.probe.Log(); len(calls) != 0 {
			t.Errorf("calls %v", calls)
		}
	}
}

func TestCursorBelongsToItsList(t *testing.T) {
	b := newTestStore(t)
	w, u := domain.NewID(), domain.NewID()
	for n := range 3 {
		if err := b.WriteEntry(ctx(t), w, newEntryWrite(someEntry(b, u, n))); err != nil {
			t.Fatal(err)
		}
	}
	first, err := b.Entries(ctx(t), w, u, timelog.Span{}, PageRequest{Limit: 1, Scope: "mine"}, Filter[timelog.Entry]{})
	if err != nil {
		t.Fatal(err)
	}
	next := PageRequest{Limit: 1, Scope: "mine", Cursor: first.Next}
	if _, err := b.Entries(ctx(t), w, u, timelog.Span{}, next, Filter[timelog.Entry]{}); err != nil {
		t.Error(err)
	}
	_, err = b.EntriesOfWorkspace(ctx(t), w, timelog.Span{}, next, Filter[timelog.Entry]{})
	wantCode(t, err, problem.CodeValidation)
	_, err = b.Entries(ctx(t), w, domain.NewID(), timelog.Span{}, next, Filter[timelog.Entry]{})
	wantCode(t, err, problem.CodeValidation)
}

func TestEstimateSizeIsNeverTooSmall(t *testing.T) {
	tags := make([]domain.ID, domain.MaxTags)
	for i := range tags {
		tags[i] = domain.NewID()
	}
	for _, letter := range []string{"a", "\x01", "\"", "é", "\U0001F600", "\n"} {
		e := timelog.Entry{ID: domain.NewID(), Description: domain.Text(strings.Repeat(letter, domain.MaxDescription)),
			TagIDs: tags}
		out, err := json.Marshal(struct {
			ID, Description string
			Tags            []domain.ID
		}{string(e.ID), string(e.Description), tags})
		if err != nil {
			t.Fatal(err)
		}
		got := table.EstimateSize(timedb.EntryItem(domain.NewID(), e))
		if got < len(out) || got > table.MaxRecordSize {
			t.Errorf("%s: weight %d for %d bytes, at most %d", fmt.Sprintf("%q", letter), got, len(out), table.MaxRecordSize)
		}
	}
}
