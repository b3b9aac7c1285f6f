package submissions

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/store/timesheetdb"
)

// submitPolicy says how often a round is composed again because something in
// its period was written at the same time. nextTry makes the pauses itself.
var submitPolicy = retry.Policy{Tries: 4}

// errPeriodChanged means that the period must be read again.
var errPeriodChanged = problem.Conflict(problem.WriteRace, "Another request changed the period. Try again.")

// composing is how a round comes about.
type composing struct {
	// check refuses what cannot succeed, before the entries are read.
	check func(s submission, others []timesheets.Submission, now domain.Instant) error
	// compose makes the round from what was read of the period.
	compose func(ctx context.Context, s submission, t timesheetdb.Timesheet,
		release releaser) (timesheets.SubmissionRound, error)
	isDryRun bool   // it writes nothing
	digest   string // that the content of the round must have; "" is any
}

// errTooSlow is the error of a submission that was not written in time.
var errTooSlow = &problem.Error{
	Code: problem.CodeServiceUnavailable, RetryAfter: 10 * time.Second,
	Detail: "Submitting took too long: the timesheet is large, or others are being submitted. Try again later, or " +
		"submit a shorter period.",
}

// submit makes a round of the submission, for create and resubmit, within the time of the
// store. Errors: conflict, validation, service_unavailable.
func (f *Family) submit(ctx context.Context, r *route.Request, s submission,
	how composing) (submissionAnswer, error) {
	timed, cancel := f.store.WithSubmitTime(ctx)
	defer cancel()
	answer, err := f.submitRepeatedly(timed, r, s, how)
	if err != nil && timed.Err() != nil && problem.From(err).Code == problem.CodeServiceUnavailable {
		err = errTooSlow
	}
	return answer, err
}

// submitRepeatedly repeats a try that met other writes in the period.
func (f *Family) submitRepeatedly(ctx context.Context, r *route.Request, s submission,
	how composing) (answer submissionAnswer, err error) {
	var lastTry time.Duration // how long it took
	err = retry.Do(ctx, submitPolicy, func() (again bool, err error) {
		if lastTry > 0 {
			if s, err = f.nextTry(ctx, r, s, lastTry); err != nil {
				return false, err
			}
		}
		began := time.Now()
		answer, err = f.trySubmit(ctx, r, s, how)
		lastTry = time.Since(began)
		return errors.Is(err, errPeriodChanged) || errors.Is(err, timesheetdb.ErrClaimConflict) ||
			errors.Is(err, timedb.ErrOverlapGuard), err
	})
	return answer, err
}

// nextTry waits and returns the submission for another try. Two requests that
// claim thousands of entries at the same time break each other's tries, so the
// pause is about as long as a try: the other request can end in it.
func (f *Family) nextTry(ctx context.Context, r *route.Request, s submission,
	lastTry time.Duration) (submission, error) {
	if err := retry.Wait(ctx, rand.N(2*lastTry+1)); err != nil {
		return s, err
	}
	if s.Visible() {
		return f.loadSubmissionByID(ctx, r.Caller, s.ID)
	}
	s.ID = timesheets.NewSubmissionID() // the claims of the failed try must never count
	return s, nil
}

func (f *Family) trySubmit(ctx context.Context, r *route.Request, s submission,
	how composing) (submissionAnswer, error) {
	timesheet, err := f.store.Timesheet(ctx, r.WorkspaceID(), s.Submission,
		func(others []timesheets.Submission) error { return how.check(s, others, r.Now) })
	if err != nil {
		return submissionAnswer{}, err
	}
	round, err := how.compose(ctx, s, timesheet, f.releaserOf(r, how))
	if err == nil {
		err = how.checkContent(round)
	}
	if err != nil {
		return submissionAnswer{}, err
	}
	if round.Submission, err = f.addClients(ctx, r, round.Submission, round.Lines); err != nil {
		return submissionAnswer{}, err
	}
	round.Submission.SubmittedAt = r.Now
	now, event := round.Submit(s.Submission, timesheets.ActorOf(r.User), r.Now)
	x := timesheetdb.SubmissionWrite{Round: round, Now: now, Event: *event, Guard: timesheet.Guard, Marks: timesheet.Marks}
	if s.Visible() {
		was := s.Submission
		x.Was = &was
	}
	s = s.withEvent(now, *event)
	s.Totals = round.Lines
	answer := s.toAnswer(r.Now)
	if how.isDryRun {
		answer.ContentDigest = round.Digest()
		return answer, nil
	}
	if x.Was == nil {
		x.Remember = r.Remember(answer)
	}
	return answer, f.store.Submit(ctx, r.WorkspaceID(), x)
}

// takeFreeEntries returns the entries of the period that are not locked. It
// releases them from the given unfinished submissions and all unfinished rounds that have
// claimed one of these entries: their totals would count entries that they
// lose. Errors: conflict while a timer runs in the period, and while the lease of such a
// round runs.
func takeFreeEntries(ctx context.Context, t timesheetdb.Timesheet, release releaser,
	unfinished ...timesheets.Submission) (free []timelog.Entry, err error) {
	for _, e := range t.Entries {
		if e.Running() {
			return nil, problem.Conflict(problem.TimerRunning, "A timer is running in the period. Stop it first.")
		}
		if t.Locks.LockedBy(e) != "" {
			continue
		}
		free = append(free, e)
		if other, claimed := t.Locks.ClaimedBy(e); claimed {
			unfinished = append(unfinished, other)
		}
	}
	return free, release(ctx, unfinished)
}

// checkLeases checks that no unfinished round is being made. Errors: timesheets.ErrBeingMade.
func checkLeases(unfinished []timesheets.Submission, now domain.Instant) error {
	if slices.ContainsFunc(unfinished, func(s timesheets.Submission) bool { return s.IsBeingMade(now) }) {
		return timesheets.ErrBeingMade
	}
	return nil
}

// abandonRounds gives up unfinished rounds, each once. Errors: timesheets.ErrBeingMade while
// the lease of one of them runs, so that two requests never stop each other;
// errPeriodChanged if another request has finished one of them.
func (f *Family) abandonRounds(ctx context.Context, r *route.Request, unfinished []timesheets.Submission) error {
	if err := checkLeases(unfinished, r.Now); err != nil {
		return err
	}
	done := map[domain.ID]bool{}
	for _, s := range unfinished {
		if done[s.ID] {
			continue
		}
		done[s.ID] = true
		err := f.store.AbandonRound(ctx, r.WorkspaceID(), s)
		if errors.Is(err, timesheetdb.ErrRoundOver) {
			return errPeriodChanged
		}
		if err != nil {
			return err
		}
	}
	return nil
}
