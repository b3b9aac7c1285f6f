// Package accountdeletion finishes the deletion of an account: it ends the memberships,
// then erases the records. The order of a deletion is:
//
//  1. The request reads the account, then the workspaces that the user owns and their
//     members. It refuses the deletion when one has other members.
//  2. One transaction of the store deletes the account with these workspaces, and queues
//     the rest. From then on no credential works.
//  3. The request calls Finish, which ends the memberships and stops the timers, one
//     workspace after the other.
//  4. Finish then erases the records under the user, because those lead to the
//     memberships. It leaves the grants of calendars to the worker.
//  5. The worker calls Finish until it succeeds, and once more after domain.WriteGrace.
package accountdeletion

import (
	"context"
	"errors"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store"
	"stint/shared/store/peopledb"
	"stint/shared/tracking"
)

// Service ends what deleted accounts leave.
type Service struct{ Store *store.Store }

// endTries is how often the end of a membership is tried while others change the member
// at the same time.
const endTries = 5

// Finish ends the memberships of a deleted account and deletes the records under it. An
// account that is not deleted stays as it is. Finish may be stopped and repeated.
// Errors: conflict, service_unavailable.
func (s Service) Finish(ctx context.Context, user domain.ID, now domain.Instant) error {
	identity, err := s.Store.Identity(ctx, people.IdentityQuery{UserID: user})
	if err != nil || identity.User == nil || !identity.User.Deleted() {
		return err
	}
	all, err := s.Store.AllMemberships(ctx, user)
	if err != nil {
		return err
	}
	var failed []error
	for _, m := range all {
		failed = append(failed, s.endMembership(ctx, m, now))
	}
	if err := errors.Join(failed...); err != nil {
		return err // the records under the user lead to the memberships that are left
	}
	return s.Store.EraseUser(ctx, user)
}

// endMembership ends a membership as if the member left. A workspace of the user's own
// is deleted, and its purge removes the member.
func (s Service) endMembership(ctx context.Context, m people.Membership, now domain.Instant) error {
	if !m.Member.Active() || m.Workspace.OwnerID == m.Member.UserID || m.Workspace.PurgeBegun() {
		return nil
	}
	w, u := m.Workspace.ID, m.Member.UserID
	return retry.Do(ctx, retry.Policy{Tries: endTries}, func() (again bool, err error) {
		identity, err := s.Store.Identity(ctx, people.IdentityQuery{UserID: u, WorkspaceID: w, WithTimer: true})
		if err != nil || identity.Workspace == nil || identity.Member == nil || identity.Billing == nil ||
			!identity.Member.Active() || identity.Workspace.PurgeBegun() {
			return false, err
		}
		err = s.end(ctx, identity, now)
		return problem.Is(err, problem.CodeConflict), err
	})
}

// end ends the membership that was read and stops its timer.
func (s Service) end(ctx context.Context, identity people.Identity, now domain.Instant) error {
	left := identity.Member.End(people.MemberLeft, now)
	events := audit.MemberChange(*identity.User, *identity.Member, left)
	for i := range events {
		events[i] = events[i].ByUser(*identity.User)
	}
	caller := auth.Caller{User: *identity.User, Workspace: identity.Workspace, Member: &left, Billing: identity.Billing}
	return tracking.End(ctx, s.Store, caller, now, peopledb.TrackingEnd{
		Was: *identity.Member, Now: left, Running: identity.Timer, OfDeletedAccount: true, Audit: events,
	})
}
