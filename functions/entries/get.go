package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// loadEntry finds the entry or running timer that the path names, as far as the
// caller may read it.
func (f *Family) loadEntry(ctx context.Context, r *route.Request) (tracking.FoundEntry, error) {
	return tracking.Find(ctx, f.store, r)
}

// ownerQuery names the owner of an entry whose id alone does not tell.
type ownerQuery struct {
	UserID wire.Optional[domain.ID] `query:"user_id" doc:"Whose entry it is."`
}

func (f *Family) get(ctx context.Context, c *route.Call[ownerQuery], entry tracking.FoundEntry) (tracking.EntryAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return tracking.EntryAnswer{}, err
	}
	view, err := tracking.LoadViewer(ctx, f.store, c.Caller, entry.Entry)
	return view.Show(entry.Entry, c.Now), err
}

type editInput struct {
	ownerQuery
	Body tracking.EditBodyWithRate
}

func (f *Family) edit(ctx context.Context, c *route.Call[editInput], entry tracking.FoundEntry) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	return tracking.Edit(ctx, f.store, c.Request, entry.Entry, in.Body, issues)
}

func (f *Family) remove(ctx context.Context, c *route.Call[ownerQuery], entry tracking.FoundEntry) (route.Deleted, error) {
	if _, err := c.ReadValid(); err != nil {
		return route.Deleted{}, err
	}
	return tracking.Delete(ctx, f.store, c.Request, entry.Entry)
}
