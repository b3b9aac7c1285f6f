package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// endMembership ends a membership. A running timer is stopped at the time of the
// request, with the rates of the member and not those of the caller.
func (f *Family) endMembership(ctx context.Context, r *route.Request, target domain.MemberUser, m domain.Member) (memberAnswer, error) {
	err := f.store.EndMember(ctx, r.WorkspaceID(), store.MembershipEnd{
		Was: target.Member, Now: m, Running: target.Timer,
		Stop: func(ctx context.Context, running domain.Entry) (domain.Entry, error) {
			return tracking.SnapshotEntry(ctx, f.store, r.Caller, m, running.StopNow(r.Now))
		},
	})
	return toMemberAnswer(r.Caller, domain.MemberUser{Member: m, User: target.User}), err
}
