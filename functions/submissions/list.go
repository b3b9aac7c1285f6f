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
	UserID wire.Optional[domain.ID]               `query:"user_id" doc:"Whose time it is."`
	From   wire.Optional[domain.Date]             `query:"from" doc:"Periods that begin on this day or later."`
	To     wire.Optional[domain.Date]             `query:"to" doc:"Periods that begin before this day."`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[summary], error) {
	none := route.List[summary]{}
	in, issues, err := c.Read()
	if err != nil {
		return none, err
	}
	if in.From.Set && in.To.Set && issues.Clean("from") && issues.Clean("to") && in.From.Value >= in.To.Value {
		issues.Add("to", problem.RangeInvalid)
	}
	view, err := f.viewer(ctx, c.Caller)
	if err != nil {
		return none, err
	}
	if err := f.judgeUser(ctx, view, in, issues); err != nil {
		return none, err
	}
	page, err := f.walk(ctx, view, in, in.Page(c.Request))
	return paging.Answer(page, err, func(s domain.Submission) summary { return shown(view, s, c.Now) })
}

// judgeUser sees to it that the user asked for is known, and can be seen by who
// asks. It closes the issues. Errors: forbidden role_insufficient, validation.
func (f *Family) judgeUser(ctx context.Context, v tracking.Viewer, in listInput, issues *wire.Issues) error {
	asked := in.UserID.Value
	if asked == "" || asked == v.User.ID {
		return issues.Err()
	}
	if v.Role() == domain.Worker && len(v.Managed) == 0 {
		return problem.Deny(problem.RoleInsufficient)
	}
	things, err := f.store.Things(ctx, v.WorkspaceID(), store.Asked{Users: []domain.ID{asked}})
	if err != nil {
		return err
	}
	if _, known := things.Users[asked]; !known {
		issues.Add("user_id", problem.UserNotFound)
	}
	return issues.Err()
}

// walk lists what the caller may see of what is asked for, by the shortest way.
func (f *Family) walk(ctx context.Context, v tracking.Viewer, in listInput, p store.Page) (store.Listed[domain.Submission], error) {
	w, period := v.WorkspaceID(), store.Period{From: in.From.Value, To: in.To.Value}
	keep := func(s domain.Submission) bool {
		return sees(v, s) && (!in.Status.Set || s.Status() == in.Status.Value)
	}
	switch {
	case in.UserID.Set:
		return f.store.SubmissionsOf(ctx, w, in.UserID.Value, period, p, keep)
	case v.Role() != domain.Worker: // all are seen, and the status is seen to by the walk
		return f.store.Submissions(ctx, w, in.Status.Value, period, p, nil)
	case len(v.Managed) == 0:
		return f.store.SubmissionsOf(ctx, w, v.User.ID, period, p, keep)
	default:
		return f.store.Submissions(ctx, w, in.Status.Value, period, p, keep)
	}
}
