package submissions

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		PeriodStart domain.Date                `json:"periodStart"`
		PeriodEnd   domain.Date                `json:"periodEnd" doc:"Included; at most 31 days in all, in the workspace's time zone."`
		Note        wire.Optional[domain.Text] `json:"note" maxLength:"2000"`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (submissionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return submissionAnswer{}, err
	}
	body := in.Body
	plan := domain.Submission{
		ID: domain.NewSubmissionID(), UserID: c.User.ID, PeriodStart: body.PeriodStart, PeriodEnd: body.PeriodEnd, Note: body.Note.Value,
		Rounding: c.Billing.Rounding, Currency: c.Billing.Currency, SubmittedAt: c.Now,
	}
	if issues.IsClean("periodStart") && issues.IsClean("periodEnd") {
		var code problem.FieldCode
		plan.From, plan.To, code = domain.PeriodBounds(body.PeriodStart, body.PeriodEnd, c.Workspace.Timezone.Location())
		if code != "" {
			issues.Add("periodEnd", code)
		}
	}
	if err := issues.Err(); err != nil {
		return submissionAnswer{}, err
	}
	view, err := f.loadViewer(ctx, c.Caller)
	if err != nil {
		return submissionAnswer{}, err
	}
	return f.submit(ctx, c.Request, submission{viewer: view, SubmissionDetails: store.SubmissionDetails{Submission: plan}}, f.compose)
}

// resubmit dissolves what was rejected and submits it as it is now.
func (f *Family) resubmit(ctx context.Context, c *route.Call[noInput], s submission) (submissionAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return submissionAnswer{}, err
	}
	return f.submit(ctx, c.Request, s, f.recompose)
}

// maxSubmitTries bounds how often a period is read anew because something in it
// was written at the same moment.
const maxSubmitTries = 4

// errPeriodChanged asks for the period to be read anew.
var errPeriodChanged = problem.Conflict("The period was changed meanwhile. Try again.")

// composeFunc makes the sheet of a round from what was read of the period.
type composeFunc func(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.SubmissionRound, error)

// submit makes a round of the submission. Errors: conflict, validation.
func (f *Family) submit(ctx context.Context, r *route.Request, s submission, compose composeFunc) (submissionAnswer, error) {
	for try := 1; ; try++ {
		began := time.Now()
		answer, err := f.trySubmit(ctx, r, s, compose)
		again := errors.Is(err, errPeriodChanged) || errors.Is(err, store.ErrClaimConflict) || errors.Is(err, store.ErrOverlapGuard)
		if !again || try == maxSubmitTries {
			return answer, err
		}
		// Two that claim thousands of entries side by side break each other's
		// tries: whoever waits about as long as a try takes lets the other end.
		if err := sleepRandom(ctx, 2*time.Since(began)); err != nil {
			return submissionAnswer{}, err
		}
		if !s.Visible() {
			s.ID = domain.NewSubmissionID() // what was claimed for the one before must never count
		} else if s, err = f.loadSubmissionByID(ctx, r.Caller, s.ID); err != nil {
			return submissionAnswer{}, err
		}
	}
}

func (f *Family) trySubmit(ctx context.Context, r *route.Request, s submission, compose composeFunc) (submissionAnswer, error) {
	timesheet, err := f.store.Timesheet(ctx, r.WorkspaceID(), s.Submission)
	if err != nil {
		return submissionAnswer{}, err
	}
	round, err := compose(ctx, r, s, timesheet)
	if err != nil {
		return submissionAnswer{}, err
	}
	round.Submission.SubmittedAt = r.Now
	now, event := round.Submit(s.Submission, domain.ActorOf(r.User), r.Now)
	x := store.SubmissionWrite{Round: round, Now: now, Event: *event, Guard: timesheet.Guard}
	if s.Visible() {
		was := s.Submission
		x.Was = &was
	}
	s = s.withEvent(now, *event)
	s.Totals = round.Lines
	answer := s.toAnswer(r.Now)
	if x.Was == nil {
		x.Remember = r.Remember(answer)
	}
	return answer, f.store.Submit(ctx, r.WorkspaceID(), x)
}

// compose is the sheet of a new submission. Errors: conflict, also beside an
// open submission of some of the days; validation.
func (f *Family) compose(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.SubmissionRound, error) {
	var unfinished []domain.Submission
	for _, other := range t.OtherSubmissions {
		switch {
		case !other.IntersectsPeriod(s.PeriodStart, s.PeriodEnd):
		case other.IsOpen():
			return domain.SubmissionRound{}, problem.Conflict("There is an open submission for some of these days.")
		case !other.Visible():
			unfinished = append(unfinished, other)
		}
	}
	free, err := f.takeFreeEntries(ctx, r, t, unfinished...)
	if err != nil {
		return domain.SubmissionRound{}, err
	}
	return s.Compose(free)
}

// recompose is the sheet of a submission's next round. Errors: conflict,
// validation.
func (f *Family) recompose(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.SubmissionRound, error) {
	free, err := f.takeFreeEntries(ctx, r, t)
	if err != nil {
		return domain.SubmissionRound{}, err
	}
	return s.Recompose(s.Totals, free)
}

// takeFreeEntries are the entries of the period that nothing locks. What the same user
// was submitting of them, and is not done, is set aside together with the
// unfinished submissions given: else it would count what is taken from it.
// Errors: conflict while a timer runs in the period.
func (f *Family) takeFreeEntries(ctx context.Context, r *route.Request, t store.Timesheet, unfinished ...domain.Submission) (free []domain.Entry, err error) {
	for _, e := range t.Entries {
		if e.Running() {
			return nil, problem.Conflict("A timer is running in the period. Stop it first.")
		}
		if t.Locks.LockedBy(e) != "" {
			continue
		}
		free = append(free, e)
		if other, claimed := t.Locks.ClaimedBy(e); claimed {
			unfinished = append(unfinished, other)
		}
	}
	return free, f.abandonRounds(ctx, r, unfinished)
}

// abandonRounds gives up submissions that are being made, each once. Errors:
// errPeriodChanged where one came to its end meanwhile.
func (f *Family) abandonRounds(ctx context.Context, r *route.Request, unfinished []domain.Submission) error {
	done := map[domain.ID]bool{}
	for _, s := range unfinished {
		if done[s.ID] {
			continue
		}
		done[s.ID] = true
		err := f.store.AbandonRound(ctx, r.WorkspaceID(), s)
		if errors.Is(err, store.ErrRoundOver) {
			return errPeriodChanged
		}
		if err != nil {
			return err
		}
	}
	return nil
}
