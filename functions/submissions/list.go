package submissions

import (
	"context"
	"slices"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	// Several are separated by commas.
	Status wire.Optional[[]timesheets.SubmissionStatus] `query:"status" enum:"submitted,approved,partially_rejected,rejected,withdrawn" minItems:"1"`
	// Submissions of this user.
	UserID wire.Optional[domain.ID] `query:"user_id"`
	// Periods that start on this day or later.
	From wire.Optional[domain.Date] `query:"from"`
	// Periods that start before this day.
	To wire.Optional[domain.Date] `query:"to"`
	// Submissions whose latest event was at this moment or later, by their updated_at.
	UpdatedSince wire.Optional[domain.Instant] `query:"updated_since"`
}

// matches reports whether the filters by status and by time of change keep a submission.
func (in listInput) matches(s timesheets.Submission) bool {
	return (!in.Status.Set || slices.Contains(in.Status.Value, s.Status())) &&
		(!in.UpdatedSince.Set || !s.LastChange().Before(in.UpdatedSince.Value.Time))
}

// onlyStatus is the one status that all listed submissions have, "" for none.
func (in listInput) onlyStatus() timesheets.SubmissionStatus {
	if statuses := slices.Compact(slices.Sorted(slices.Values(in.Status.Value))); len(statuses) == 1 {
		return statuses[0]
	}
	return ""
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[summary], error) {
	none := route.List[summary]{}
	in, issues, err := c.Read()
	if err != nil {
		return none, err
	}
	if in.From.Set && in.To.Set && issues.IsClean("from") && issues.IsClean("to") && in.From.Value >= in.To.Value {
		issues.Add("to", problem.RangeInvalid)
	}
	view, err := f.loadViewer(ctx, c.Caller)
	if err != nil {
		return none, err
	}
	if err := f.checkUser(ctx, view, in, issues); err != nil {
		return none, err
	}
	page, err := f.listVisible(ctx, view, in, in.Page(c.Request))
	return paging.ToList(page, err, func(s timesheets.Submission) summary {
		return answers.OfSubmissionSummary(view, s, c.Now)
	})
}

// checkUser checks that the user in the filter exists and that the viewer may
// read their time. It closes the issues. Errors: forbidden role_insufficient or
// workspace_mismatch, validation.
func (f *Family) checkUser(ctx context.Context, v tracking.Viewer, in listInput, issues *wire.Issues) error {
	userID := in.UserID.Value
	if userID == "" || userID == v.User.ID {
		return issues.Err()
	}
	if !v.Role().ReadsAll() && len(v.Managed) == 0 {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	records, err := f.store.Records(ctx, v.WorkspaceID(), store.Refs{Members: []domain.ID{userID}})
	if err != nil {
		return err
	}
	var unknown store.UnknownRefs
	if _, known := records.Members[userID]; !known {
		issues.Add("user_id", problem.UserNotFound)
		unknown.Members = []domain.ID{userID}
	}
	if err := access.CheckUnknownRefs(ctx, f.store, v.Caller, unknown, issues); err != nil {
		return err
	}
	return issues.Err()
}

// listVisible lists the submissions that match and that the viewer may see. It
// picks the partition with the fewest rows to skip.
func (f *Family) listVisible(ctx context.Context, v tracking.Viewer, in listInput,
	p store.PageRequest) (store.Page[timesheets.Submission], error) {
	w, period, status := v.WorkspaceID(), timesheetdb.Period{From: in.From.Value, To: in.To.Value}, in.onlyStatus()
	keep := func(s timesheets.Submission) bool { return v.SeesSubmission(s) && in.matches(s) }
	switch {
	case in.UserID.Set:
		return f.store.SubmissionsOf(ctx, w, in.UserID.Value, period, p, keep)
	case !v.Role().ReadsAll() && len(v.Managed) == 0:
		return f.store.SubmissionsOf(ctx, w, v.User.ID, period, p, keep)
	case v.Role().ReadsAll() && (!in.Status.Set || status != "") && !in.UpdatedSince.Set:
		keep = nil // the viewer sees all, and the store filters by the status
	}
	return f.store.Submissions(ctx, w, status, period, p, keep)
}

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	return s.toAnswer(c.Now), nil
}
