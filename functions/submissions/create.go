package submissions

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/timesheetdb"
	"stint/shared/wire"
)

type createInput struct {
	dryRunInput
	Body struct {
		PeriodStart domain.Date `json:"periodStart"` // The first day of the period.
		// Included; at most 31 days in all, in the workspace's time zone.
		PeriodEnd domain.Date `json:"periodEnd"`
		// A remark of the user for those who approve.
		Note wire.Optional[domain.Text] `json:"note" bounds:"note"`
	}
}

// create submits the caller's time of a period.
func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (submissionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return submissionAnswer{}, err
	}
	body := in.Body
	plan := timesheets.Submission{
		ID: timesheets.NewSubmissionID(), UserID: c.User.ID, PeriodStart: body.PeriodStart, PeriodEnd: body.PeriodEnd,
		Note: body.Note.Value, Rounding: c.Billing.Rounding, Currency: c.Billing.Currency, SubmittedAt: c.Now,
	}
	if issues.IsClean("periodStart") && issues.IsClean("periodEnd") {
		var code problem.FieldCode
		plan.From, plan.To, code = timesheets.PeriodBounds(body.PeriodStart, body.PeriodEnd, c.Workspace.Timezone.Location())
		switch code {
		case "":
		case problem.RangeTooLong:
			issues.AddMessage("periodEnd", code,
				fmt.Sprintf("must end a period of at most %d days", timesheets.MaxSubmissionDays))
		default:
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
	return f.submit(ctx, c.Request, submission{viewer: view,
		SubmissionDetails: timesheetdb.SubmissionDetails{Submission: plan}}, composing{
		check: checkOthers, compose: f.compose, isDryRun: in.DryRun.Value, digest: in.ContentDigest.Value,
	})
}

func checkOthers(s submission, others []timesheets.Submission, _ domain.Instant) error {
	_, err := s.CheckOtherSubmissions(others)
	return err
}

// compose makes the first round of a new submission. Errors: conflict, also if
// an open submission shares a day with it; validation.
func (f *Family) compose(ctx context.Context, s submission, t timesheetdb.Timesheet,
	release releaser) (timesheets.SubmissionRound, error) {
	unfinished, err := s.CheckOtherSubmissions(t.OtherSubmissions)
	if err != nil {
		return timesheets.SubmissionRound{}, err
	}
	free, err := takeFreeEntries(ctx, t, release, unfinished...)
	if err != nil {
		return timesheets.SubmissionRound{}, err
	}
	return s.Compose(free)
}

// resubmit dissolves the rejected lines and submits their entries as they are
// now.
func (f *Family) resubmit(ctx context.Context, r *route.Request, in dryRunInput,
	s submission) (submissionAnswer, error) {
	return f.submit(ctx, r, s, composing{
		check: checkRejected, compose: f.recompose, isDryRun: in.DryRun.Value, digest: in.ContentDigest.Value,
	})
}

func checkRejected(s submission, _ []timesheets.Submission, now domain.Instant) error {
	if s.IsBeingMade(now) {
		return timesheets.ErrBeingMade
	}
	return s.CheckRejected()
}

// recompose makes the next round of a submission. Errors: conflict, validation.
func (f *Family) recompose(ctx context.Context, s submission, t timesheetdb.Timesheet,
	release releaser) (timesheets.SubmissionRound, error) {
	free, err := takeFreeEntries(ctx, t, release)
	if err != nil {
		return timesheets.SubmissionRound{}, err
	}
	return s.Recompose(s.Totals, free)
}
