package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.NoInput], target domain.MemberUser) (route.Deleted, error) {
	deleted := route.Deleted{ID: string(target.Member.UserID), Deleted: true}
	if err := c.CheckIfMatch(target.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	if target.Member.UserID == c.Workspace.OwnerID {
		return route.Deleted{}, domain.ErrOwnerRequired
	}
	if !target.Member.Active() {
		return deleted, nil
	}
	_, err := f.endMembership(ctx, c.Request, target, target.Member.End(domain.MemberDeactivated))
	return deleted, err
}

func (f *Family) leave(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	if c.Role() == domain.RoleOwner {
		return route.Done{}, domain.ErrOwnerRequired
	}
	me := domain.MemberUser{Member: *c.Member, User: c.User, Timer: c.Timer}
	_, err := f.endMembership(ctx, c.Request, me, me.Member.End(domain.MemberLeft))
	return route.OK, err
}

// endMembership ends a membership; a timer that runs is stopped now, at the rates of
// the member whose it is.
func (f *Family) endMembership(ctx context.Context, r *route.Request, target domain.MemberUser, m domain.Member) (memberAnswer, error) {
	err := f.store.EndMember(ctx, r.WorkspaceID(), store.MembershipEnd{
		Was: target.Member, Now: m, Running: target.Timer,
		Stop: func(ctx context.Context, running domain.Entry) (domain.Entry, error) {
			return tracking.SnapshotEntry(ctx, f.store, r.Caller, m, running.StopNow(r.Now))
		},
	})
	return toMemberAnswer(r.Caller, domain.MemberUser{Member: m, User: target.User}), err
}
