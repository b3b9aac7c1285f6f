package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// endTracking writes a member who may not track time from now on; see tracking.End.
func (f *Family) endTracking(ctx context.Context, r *route.Request, target domain.MemberUser, m domain.Member) (memberAnswer, error) {
	err := tracking.End(ctx, f.store, r.Caller, r.Now, store.TrackingEnd{
		By: changer(r), Was: target.Member, Now: m, Running: target.Timer, Audit: domain.AuditMemberChange(target.User, target.Member, m),
	})
	return toMemberAnswer(r.Caller, domain.MemberUser{Member: m, User: target.User}), err
}

// changer is the caller as who changes a member.
func changer(r *route.Request) store.MemberChanger {
	return store.MemberChanger{UserID: r.User.ID, IsOwner: r.Role() == domain.RoleOwner}
}
