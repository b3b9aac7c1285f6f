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
	row := in.Body.NewRow(owner, in.Body.StartedAt, in.Body.IsBillable)
	row.Body.StoppedAt = wire.Change[domain.Instant]{Value: in.Body.StoppedAt, Set: true}
	row.Body.HourlyRate = tracking.Clearable(in.Body.HourlyRate)
	return tracking.WriteRow(ctx, f.store, c.Request, row, issues)
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

func (f *Family) get(ctx context.Context, r *route.Request, _ ownerQuery,
	entry tracking.FoundEntry) (tracking.EntryAnswer, error) {
	viewer, err := tracking.LoadViewer(ctx, f.store, r.Caller, entry.Entry)
	return viewer.Show(entry.Entry, r.Now), err
}

type editInput struct {
	ownerQuery
	DryRun wire.Optional[bool] `query:"dryRun"` // True checks everything and writes nothing. Default false.
	Body   tracking.EditBody
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput],
	entry tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	return tracking.WriteRow(ctx, f.store, c.Request, tracking.ChangeOf(entry.Entry, in.Body), issues)
}

type removeInput struct {
	ownerQuery
	DryRun wire.Optional[bool] `query:"dryRun"` // True checks everything and writes nothing. Default false.
}

func (f *Family) remove(ctx context.Context, r *route.Request, _ removeInput,
	entry tracking.FoundEntry) (route.Deleted, error) {
	return tracking.Delete(ctx, f.store, r, entry.Entry)
}
