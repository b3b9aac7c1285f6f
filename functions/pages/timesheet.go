package pages

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// mailedTimesheet is the timesheet that a notification is about, as the person who was mailed may see it.
type mailedTimesheet struct {
	mailedAct
	store.Notification
	logo    *people.LogoFile        // of the workspace; nil without one
	entries map[int][]timelog.Entry // by line; nil where they are too many for the page
}

// errNothingWaits refuses a decision when the timesheet is not as it was mailed.
var errNothingWaits = problem.Conflict(problem.SubmissionState, "Nothing of the timesheet waits for this decision.")

func (f *Family) timesheet(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	token, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	found, err := f.findTimesheet(ctx, c.Request, token, domain.ActDecideTimesheet, domain.ActReadTimesheet)
	if err != nil {
		return found.refusedActPage(c.Request, err)
	}
	if err := f.readEntries(ctx, &found); err != nil {
		return page.Page{}, err
	}
	return found.show(c.Request, f.basePath, token, found.stateError()), nil
}

// findTimesheet finds the timesheet of a token. Errors: as findAct; errActEnded when the person does not see it any
// more.
func (f *Family) findTimesheet(ctx context.Context, r *route.Request, token string,
	kinds ...domain.MailKind) (t mailedTimesheet, err error) {
	if t.mailedAct, err = f.findAct(ctx, r, token, kinds...); err != nil {
		return t, err
	}
	return t, f.readTimesheet(ctx, &t)
}

// readTimesheet reads the timesheet of an act as it is now. Errors: errActEnded.
func (f *Family) readTimesheet(ctx context.Context, t *mailedTimesheet) error {
	t.Notification = store.Notification{To: t.caller.User, Member: *t.caller.Member, Role: t.caller.Role(),
		Workspace: *t.caller.Workspace}
	err := f.acts.AddSubmission(ctx, &t.Notification, t.TargetID)
	viewer := tracking.Viewer{Caller: t.caller, Managed: t.Managed}
	if problem.Is(err, problem.CodeNotFound) || err == nil && !viewer.SeesSubmission(t.Submission.Submission) {
		return errActEnded
	}
	if err == nil {
		t.logo, err = f.acts.LogoFile(ctx, t.Workspace)
	}
	return err
}

// maxPageEntries is how many entries the page shows; of a timesheet with more it shows the lines alone.
const maxPageEntries = 500

// readEntries reads the entries that the page shows.
func (f *Family) readEntries(ctx context.Context, t *mailedTimesheet) (err error) {
	if t.Submission.EntryCount() > maxPageEntries {
		return nil
	}
	t.entries, err = f.acts.SubmittedEntries(ctx, t.WorkspaceID, t.Submission.Submission)
	if problem.Is(err, problem.CodeValidation) { // too many others in the period
		t.entries, err = nil, nil
	}
	return err
}

// stateError is why the act cannot be done; nil if it can, and for one that only reads. A token decides once, on the
// lines that were mailed: not on those of another round, or of a timesheet that was reopened.
func (t mailedTimesheet) stateError() error {
	sub := t.Submission
	isSame := sub.Round == t.Round && sub.Reopens == t.Reopens && !sub.Withdrawn
	if t.Kind == domain.ActReadTimesheet || t.UsedAt == nil && isSame && len(t.LinesFor()) > 0 {
		return nil
	}
	return errNothingWaits
}

// decides reports whether the page has the form of a decision.
func (t mailedTimesheet) decides() bool {
	return t.Kind == domain.ActDecideTimesheet && t.stateError() == nil
}

// lines are the lines that the page shows: those of the decision, or all that the person sees.
func (t mailedTimesheet) lines() []timesheets.LineState {
	if t.decides() {
		return t.LinesFor()
	}
	return slices.DeleteFunc(slices.Clone(t.Submission.Lines), func(l timesheets.LineState) bool {
		return t.Role == people.RoleUser && t.To.ID != t.Submission.UserID && !t.Managed[l.ProjectID]
	})
}
