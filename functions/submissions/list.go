package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	Status wire.Optional[domain.SubmissionStatus] `query:"status" enum:"submitted,approved,partially_rejected,rejected,withdrawn"`
	UserID wire.Optional[domain.ID]               `query:"user_id" doc:"Submissions of this user."`
	From   wire.Optional[domain.Date]             `query:"from" doc:"Periods that start on this day or later."`
	To     wire.Optional[domain.Date]             `query:"to" doc:"Periods that start before this day."`
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
	return paging.ToList(page, err, func(s domain.Submission) summary { return toSummary(view, s, c.Now) })
}

// checkUser checks that the user in the filter exists and that the viewer may
// read their time. It closes the issues. Errors: forbidden role_insufficient,
// validation.
func (f *Family) checkUser(ctx context.Context, v tracking.Viewer, in listInput, issues *wire.Issues) error {
	userID := in.UserID.Value
	if userID == "" || userID == v.User.ID {
		return issues.Err()
	}
	if v.Role() == domain.RoleUser && len(v.Managed) == 0 {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	records, err := f.store.Records(ctx, v.WorkspaceID(), store.Refs{Members: []domain.ID{userID}})
	if err != nil {
		return err
	}
	if _, known := records.Members[userID]; !known {
		issues.Add("user_id", problem.UserNotFound)
	}
	return issues.Err()
}

// listVisible lists the submissions that match and that the viewer may see. It
// picks the partition with the fewest rows to skip.
func (f *Family) listVisible(ctx context.Context, v tracking.Viewer, in listInput, p store.PageRequest) (store.Page[domain.Submission], error) {
	w, period := v.WorkspaceID(), store.Period{From: in.From.Value, To: in.To.Value}
	keep := func(s domain.Submission) bool {
		return canSee(v, s) && (!in.Status.Set || s.Status() == in.Status.Value)
	}
	switch {
	case in.UserID.Set:
		return f.store.SubmissionsOf(ctx, w, in.UserID.Value, period, p, keep)
	case v.Role() != domain.RoleUser: // no filter: the viewer sees all, and the store filters by status
		return f.store.Submissions(ctx, w, in.Status.Value, period, p, nil)
	case len(v.Managed) == 0:
		return f.store.SubmissionsOf(ctx, w, v.User.ID, period, p, keep)
	default:
		return f.store.Submissions(ctx, w, in.Status.Value, period, p, keep)
	}
}
