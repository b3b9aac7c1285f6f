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

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (full, error) {
	in, issues, err := c.Read()
	if err != nil {
		return full{}, err
	}
	body := in.Body
	plan := domain.Submission{
		ID: domain.NewSubmissionID(), UserID: c.User.ID, PeriodStart: body.PeriodStart, PeriodEnd: body.PeriodEnd, Note: body.Note.Value,
		Rounding: c.Billing.Rounding, Currency: c.Billing.Currency, SubmittedAt: c.Now,
	}
	if issues.Clean("periodStart") && issues.Clean("periodEnd") {
		var code problem.FieldCode
		plan.From, plan.To, code = domain.Period(body.PeriodStart, body.PeriodEnd, c.Workspace.Timezone.Location())
		if code != "" {
			issues.Add("periodEnd", code)
		}
	}
	if err := issues.Err(); err != nil {
		return full{}, err
	}
	view, err := f.viewer(ctx, c.Caller)
	if err != nil {
		return full{}, err
	}
	return f.submit(ctx, c.Request, submission{view: view, Dossier: store.Dossier{Submission: plan}}, f.compose)
}

// resubmit dissolves what was rejected and submits it as it is now.
func (f *Family) resubmit(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	if _, err := c.Valid(); err != nil {
		return full{}, err
	}
	return f.submit(ctx, c.Request, s, f.recompose)
}

// submitTries bounds how often a period is read anew because something in it
// was written at the same moment.
const submitTries = 4

// errAgain asks for the period to be read anew.
var errAgain = problem.Clash("The period was changed meanwhile. Try again.")

// composer makes the sheet of a round from what was read of the period.
type composer func(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.Sheet, error)

// submit makes a round of the submission. Errors: conflict, validation.
func (f *Family) submit(ctx context.Context, r *route.Request, s submission, compose composer) (full, error) {
	for try := 1; ; try++ {
		began := time.Now()
		answer, err := f.trySubmit(ctx, r, s, compose)
		again := errors.Is(err, errAgain) || errors.Is(err, store.ErrClaim) || errors.Is(err, store.ErrGuard)
		if !again || try == submitTries {
			return answer, err
		}
		// Two that claim thousands of entries side by side break each other's
		// tries: whoever waits about as long as a try takes lets the other end.
		if err := rest(ctx, 2*time.Since(began)); err != nil {
			return full{}, err
		}
		if !s.Visible() {
			s.ID = domain.NewSubmissionID() // what was claimed for the one before must never count
		} else if s, err = f.find(ctx, r.Caller, s.ID); err != nil {
			return full{}, err
		}
	}
}

func (f *Family) trySubmit(ctx context.Context, r *route.Request, s submission, compose composer) (full, error) {
	period, err := f.store.Timesheet(ctx, r.WorkspaceID(), s.Submission)
	if err != nil {
		return full{}, err
	}
	sheet, err := compose(ctx, r, s, period)
	if err != nil {
		return full{}, err
	}
	sheet.Submission.SubmittedAt = r.Now
	now, event := sheet.Submit(s.Submission, domain.ActorOf(r.User), r.Now)
	x := store.Submit{Sheet: sheet, Now: now, Event: *event, Guard: period.Guard}
	if s.Visible() {
		was := s.Submission
		x.Was = &was
	}
	s = s.after(now, *event)
	s.Totals = sheet.Lines
	answer := s.answer(r.Now)
	if x.Was == nil {
		x.Remember = r.Remember(answer)
	}
	return answer, f.store.Submit(ctx, r.WorkspaceID(), x)
}

// compose is the sheet of a new submission. Errors: conflict, also beside an
// open submission of some of the days; validation.
func (f *Family) compose(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.Sheet, error) {
	var unfinished []domain.Submission
	for _, other := range t.Others {
		switch {
		case !other.Covers(s.PeriodStart, s.PeriodEnd):
		case other.Open():
			return domain.Sheet{}, problem.Clash("There is an open submission for some of these days.")
		case !other.Visible():
			unfinished = append(unfinished, other)
		}
	}
	free, err := f.free(ctx, r, t, unfinished...)
	if err != nil {
		return domain.Sheet{}, err
	}
	return s.Compose(free)
}

// recompose is the sheet of a submission's next round. Errors: conflict,
// validation.
func (f *Family) recompose(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.Sheet, error) {
	free, err := f.free(ctx, r, t)
	if err != nil {
		return domain.Sheet{}, err
	}
	return s.Recompose(s.Totals, free)
}

// free are the entries of the period that nothing locks. What the same user
// was submitting of them, and is not done, is set aside together with the
// unfinished submissions given: else it would count what is taken from it.
// Errors: conflict while a timer runs in the period.
func (f *Family) free(ctx context.Context, r *route.Request, t store.Timesheet, unfinished ...domain.Submission) (free []domain.Entry, err error) {
	for _, e := range t.Entries {
		if e.Running() {
			return nil, problem.Clash("A timer is running in the period. Stop it first.")
		}
		if t.Locks.By(e) != "" {
			continue
		}
		free = append(free, e)
		if other, claimed := t.Locks.Claimed(e); claimed {
			unfinished = append(unfinished, other)
		}
	}
	return free, f.setAside(ctx, r, unfinished)
}

// setAside gives up submissions that are being made, each once. Errors:
// errAgain where one came to its end meanwhile.
func (f *Family) setAside(ctx context.Context, r *route.Request, unfinished []domain.Submission) error {
	done := map[domain.ID]bool{}
	for _, s := range unfinished {
		if done[s.ID] {
			continue
		}
		done[s.ID] = true
		err := f.store.SetAside(ctx, r.WorkspaceID(), s)
		if errors.Is(err, store.ErrRoundOver) {
			return errAgain
		}
		if err != nil {
			return err
		}
	}
	return nil
}
