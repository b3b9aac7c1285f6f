package entries

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		// Whose entry it is; another's for owner and admins only.
		UserID wire.Optional[domain.ID] `json:"userId"`
		tracking.NewBody
		StartedAt domain.Instant `json:"startedAt"`
		StoppedAt domain.Instant `json:"stoppedAt"` // When the work ended, after the start.
		// The project's default, if not given, else the workspace's.
		IsBillable wire.Optional[bool] `json:"isBillable"`
		// The entry's own rate, in minor units; inherited, if not given. For those who see rates.
		HourlyRate wire.Optional[int64] `json:"hourlyRate" bounds:"hourlyRate"`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	owner, err := ownerOf(c.Request, in.Body.UserID, issues)
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	body := in.Body.Edit()
	body.StartedAt = wire.Change[domain.Instant]{Value: in.Body.StartedAt, Set: true}
	body.StoppedAt = wire.Change[domain.Instant]{Value: in.Body.StoppedAt, Set: true}
	body.IsBillable = wire.Change[bool](in.Body.IsBillable)
	body.HourlyRate = tracking.Clearable(in.Body.HourlyRate)
	plan, err := tracking.PlanRow(ctx, f.store, c.Request, tracking.Row{Owner: owner, ID: domain.NewID(), Body: body}, issues)
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	answer := plan.Show()
	return answer, plan.Write(ctx, f.store, c.Remember(answer))
}

// ownerOf is whose entry is made: the caller's, or another user's where the
// caller is owner or admin. Errors: forbidden role_insufficient,
// scope_insufficient.
func ownerOf(r *route.Request, named wire.Optional[domain.ID], issues *wire.Issues) (domain.ID, error) {
	if !named.Set || !issues.IsClean("userId") || named.Value == r.User.ID {
		return r.User.ID, nil
	}
	return named.Value, auth.AuthorizeTimeOf(r.Caller, named.Value)
}
