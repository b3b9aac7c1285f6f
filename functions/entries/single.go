package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// entry finds the entry or running timer that the path names, as far as the
// caller may read it.
func (f *Family) entry(ctx context.Context, r *route.Request) (tracking.Tracked, error) {
	return tracking.Find(ctx, f.store, r)
}

// ownedQuery names the owner of an entry whose id alone does not tell.
type ownedQuery struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose entry it is."`
}

func (f *Family) get(ctx context.Context, c *route.Call[ownedQuery], entry tracking.Tracked) (tracking.Entry, error) {
	if _, err := c.Valid(); err != nil {
		return tracking.Entry{}, err
	}
	view, err := tracking.View(ctx, f.store, c.Caller, entry.Entry)
	return view.Show(entry.Entry, c.Now), err
}

type editInput struct {
	ownedQuery
	Body tracking.RatedBody
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput], entry tracking.Tracked) (tracking.Entry, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.Entry{}, err
	}
	return tracking.Edit(ctx, f.store, c.Request, entry.Entry, in.Body, issues)
}

func (f *Family) remove(ctx context.Context, c *route.Call[ownedQuery], entry tracking.Tracked) (route.Deleted, error) {
	if _, err := c.Valid(); err != nil {
		return route.Deleted{}, err
	}
	return tracking.Delete(ctx, f.store, c.Request, entry.Entry)
}
