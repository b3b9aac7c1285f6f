package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// endTracking writes a member who left, was deactivated or became an analyst. A
// running timer is stopped at the time of the request, with the rates of the member
// and not those of the caller.
func (f *Family) endTracking(ctx context.Context, r *route.Request, target domain.MemberUser, m domain.Member) (memberAnswer, error) {
	err := f.store.EndTracking(ctx, r.WorkspaceID(), store.TrackingEnd{
		By: changer(r), Was: target.Member, Now: m, Running: target.Timer, Audit: domain.AuditMemberChange(target.User, target.Member, m),
		Stop: func(ctx context.Context, running domain.Entry) (domain.Entry, error) {
			return tracking.SnapshotEntry(ctx, f.store, r.Caller, m, running.StopNow(r.Now))
		},
	})
	return toMemberAnswer(r.Caller, domain.MemberUser{Member: m, User: target.User}), err
}

// changer is the caller as who changes a member.
func changer(r *route.Request) store.MemberChanger {
	return store.MemberChanger{UserID: r.User.ID, IsOwner: r.Role() == domain.RoleOwner}
}
