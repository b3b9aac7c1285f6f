package store

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/timedb"
)

// A switch that has read the running timer before an edit of it stops nothing: the edit would be lost.
func TestASwitchStopsTheTimerAsItWasRead(t *testing.T) {
	b := newTestStore(t)
	w, u := domain.NewID(), domain.NewID()
	read := timelog.Entry{ID: domain.NewID(), UserID: u, StartedAt: b.core.Instant().Plus(-time.Hour), Version: 1}
	edited, next := read, timelog.Entry{ID: domain.NewID(), UserID: u, StartedAt: b.core.Instant(), Version: 1}
	edited.Description, edited.Version = "Edited", 2
	for _, c := range []timelog.EntryChange{{After: &read}, {Before: &read, After: &edited}} {
		if err := b.WriteEntry(ctx(t), w, timedb.EntryWrite{Changes: []timelog.EntryChange{c}}); err != nil {
			t.Fatal(err)
		}
	}
	start := func(running timelog.Entry) error {
		stopped := running
		stopped.StoppedAt, stopped.Version = &next.StartedAt, running.Version+1
		return b.StartTimer(ctx(t), w, &timelog.EntryChange{Before: &running, After: &stopped},
			timedb.EntryWrite{Changes: []timelog.EntryChange{{After: &next}}})
	}
	wantCode(t, start(read), problem.CodeConflict)
	if err := start(edited); err != nil {
		t.Error(err)
	}
}

// An entry with the id of a deleted one is made from the mark of the deleted one as it was read. Otherwise it would not
// remember where the deleted one was seen.
func TestAnEntryIsMadeInPlaceOfTheMarkThatWasRead(t *testing.T) {
	b := newTestStore(t)
	w := domain.NewID()
	e := someEntry(b, domain.NewID(), 0)
	write := func(c timelog.EntryChange) error {
		return b.WriteEntry(ctx(t), w, timedb.EntryWrite{Changes: []timelog.EntryChange{c}})
	}
	if err := write(timelog.EntryChange{After: &e}); err != nil {
		t.Fatal(err)
	}
	if err := b.DeleteEntry(ctx(t), w, e); err != nil {
		t.Fatal(err)
	}
	wantCode(t, write(timelog.EntryChange{After: &e}), problem.CodeConflict)
	wantCode(t, write(timelog.EntryChange{After: &e, InPlaceOf: &domain.DeletionMark{ID: e.ID}}), problem.CodeConflict)
}

// An entry is deleted as it was read: another version, or one that a timesheet has claimed since, stays.
func TestAnEntryIsDeletedAsItWasRead(t *testing.T) {
	b := newTestStore(t)
	w := domain.NewID()
	e := someEntry(b, domain.NewID(), 0)
	e.Version, e.Stamp = 2, &timelog.Stamp{SubmissionID: "s", Line: 1, Round: 1}
	b.write(t, timedb.EntryItem(w, e))
	changed, claimed := e, e
	changed.Version, claimed.Stamp = 1, nil
	for _, read := range []timelog.Entry{changed, claimed} {
		wantCode(t, b.DeleteEntry(ctx(t), w, read), problem.CodeConflict)
		bulk := timedb.EntryWrite{Changes: []timelog.EntryChange{{Before: &read}}}
		wantCode(t, b.WriteBulk(ctx(t), w, bulk), problem.CodeConflict)
	}
	if err := b.DeleteEntry(ctx(t), w, e); err != nil {
		t.Error(err)
	}
}
