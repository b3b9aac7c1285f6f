package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.None], who domain.Colleague) (route.Deleted, error) {
	gone := route.Deleted{ID: string(who.Member.UserID), Deleted: true}
	if err := c.Match(who.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	if who.Member.UserID == c.Workspace.OwnerID {
		return route.Deleted{}, domain.ErrOwner
	}
	if !who.Member.Active() {
		return gone, nil
	}
	_, err := f.ended(ctx, c.Request, who, who.Member.Ended(domain.Deactivated))
	return gone, err
}

func (f *Family) leave(ctx context.Context, c *route.Call[route.None]) (route.Done, error) {
	if c.Role() == domain.Owner {
		return route.Done{}, domain.ErrOwner
	}
	me := domain.Colleague{Member: *c.Member, User: c.User, Timer: c.Timer}
	_, err := f.ended(ctx, c.Request, me, me.Member.Ended(domain.Left))
	return route.OK, err
}

// ended ends a membership; a timer that runs is stopped now, at the rates of
// the member whose it is.
func (f *Family) ended(ctx context.Context, r *route.Request, who domain.Colleague, m domain.Member) (memberAnswer, error) {
	err := f.store.EndMember(ctx, r.WorkspaceID(), store.Ending{
		Was: who.Member, Now: m, Running: who.Timer,
		Stop: func(ctx context.Context, running domain.Entry) (domain.Entry, error) {
			return tracking.SnapshotOf(ctx, f.store, r.Caller, m, running.Cut(r.Now))
		},
	})
	return answerMember(r.Caller, domain.Colleague{Member: m, User: who.User}), err
}
