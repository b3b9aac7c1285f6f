package store

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// A round is written in place of the submission that was read, in one write or in several. Another change or another
// round in between is a conflict.
func TestARoundFollowsTheSubmissionThatWasRead(t *testing.T) {
	for _, atOnce := range []int{1, -1} {
		b := newTestStore(t)
		b.MaxOneWrite = atOnce
		w, now := domain.NewID(), b.core.Instant()
		sub := timesheets.Submission{ID: domain.NewID(), UserID: domain.NewID(), From: now, To: now.Plus(time.Hour),
			PeriodStart: "2026-06-17", PeriodEnd: "2026-06-17", Round: 3, LastStartedRound: 4, Version: 5}
		b.write(t, table.Encode(key.Submission(w, sub.ID), sub))
		submit := func(was timesheets.Submission) error {
			next := was
			next.Round, next.LastStartedRound, next.Version = was.LastStartedRound+1, was.LastStartedRound+1, was.Version+1
			return b.Submit(ctx(t), w, timesheetdb.SubmissionWrite{
				Round: timesheets.SubmissionRound{Submission: next}, Was: &was, Now: next,
				Event: timesheets.SubmissionEvent{ID: domain.NewID(), Version: next.Version}})
		}
		changed, followed := sub, sub
		changed.Version, followed.LastStartedRound = 4, 3
		wantCode(t, submit(changed), problem.CodeConflict)
		wantCode(t, submit(followed), problem.CodeConflict)
		if err := submit(sub); err != nil {
			t.Errorf("at most %d claims at once: %v", atOnce, err)
		}
	}
}
