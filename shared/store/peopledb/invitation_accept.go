package peopledb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Acceptance is everything that accepting an invitation writes.
type Acceptance struct {
	Was         people.Invitation // as it was read
	Accepted    people.Invitation
	TokenDigest string         // digest of the token, which is deleted
	Before      *people.Member // the member as it was read; nil for a user who never was one
	Member      people.Member  // the member as it is to be written
	Proof       *AccessChange  // of the address by the mailed token; nil for none
	User        people.User    // who accepts
}

// AcceptInvitation makes the membership, all or nothing. Errors: not_found when
// the workspace is deleted or the inviter may not invite any more; conflict when the
// invitation, the membership or the user was changed concurrently.
func (s *Store) AcceptInvitation(ctx context.Context, a Acceptance) (err error) {
	defer core.Wrap(&err, "AcceptInvitation")
	if a.Proof != nil {
		if err := s.prepare(ctx, a.Proof); err != nil {
			return err
		}
	}
	actions := append(a.actions(problem.NotFound()), s.AuditActions(ctx, a.Was.WorkspaceID, a.events()...)...)
	if a.Proof == nil { // with one, the version of the user is a condition
		actions = append(actions, table.Check(key.Profile(a.Member.UserID), core.AccountExists))
	}
	return s.Table.Commit(ctx, actions...)
}

// actions are the writes of an acceptance. The given error is that of a deleted
// workspace and of a void invitation. The membership of an active member stays as it is.
func (a Acceptance) actions(gone error) []table.Action {
	w, u := a.Was.WorkspaceID, a.Member.UserID
	all := []table.Action{
		table.Replace(InvitationItem(a.Accepted), a.Was.Version),
		table.Put(InvitationPointerItem(a.Accepted)),
		table.Delete(key.OpenInvitation(w, a.Was.Email)).Provided(noOtherOpenInvitation(a.Was)),
		table.Delete(key.Token(a.TokenDigest)),
		core.CountJoin(w).Or(gone),
		table.Check(key.Member(w, a.Was.InviterID), stillInvites(a.Was.InviterEpoch)).Or(gone),
	}
	if a.Proof != nil {
		_, changes := a.Proof.write()
		all = append(all, changes...)
	}
	if a.Before != nil && a.Before.Active() {
		return all
	}
	return append(all, joinActions(w, u, a.Before, a.Member)...)
}

// events are what the audit log is told of an acceptance.
func (a Acceptance) events() []audit.Event {
	events := []audit.Event{audit.InvitationChange(audit.InvitationAccepted, &a.Was, &a.Accepted).ByUser(a.User)}
	if a.Before == nil || !a.Before.Active() {
		events = append(events, audit.Join(a.User, a.Before, a.Member))
	}
	return events
}

// joinActions make a user an active member. For a former member they also delete
// the blocked timer.
func joinActions(w, u domain.ID, before *people.Member, member people.Member) []table.Action {
	it := table.Encode(key.Member(w, u), member)
	pointer := table.Put(table.Encode(key.Membership(u, w), MembershipPointer{WorkspaceID: w}))
	if before == nil {
		return []table.Action{table.Create(it), pointer}
	}
	return append([]table.Action{table.Replace(it, before.Version), pointer}, unblockTimer(w, *before, member)...)
}

// InvitedRegistration is everything that a registration with an invitation
// writes.
type InvitedRegistration struct {
	User       people.User
	Session    people.Session
	Acceptance Acceptance
}

// CreateInvitedAccount registers a user who joins the workspace that they were
// invited to, all or nothing. Errors: conflict when the address has an account;
// validation token_invalid when the invitation has ended concurrently.
func (s *Store) CreateInvitedAccount(ctx context.Context, a InvitedRegistration) (err error) {
	defer core.Wrap(&err, "CreateInvitedAccount")
	gone := problem.InvalidField("invitationToken", problem.TokenInvalid)
	actions := append([]table.Action{
		table.Create(table.Encode(key.Email(a.User.Email), EmailGuard{UserID: a.User.ID})).Or(errEmailTaken),
		table.Create(table.Encode(key.Profile(a.User.ID), a.User)),
		table.Create(sessionItem(a.Session)),
	}, a.Acceptance.actions(gone)...)
	for i := range actions {
		actions[i] = actions[i].OrDefault(gone)
	}
	events := append(a.Acceptance.events(), audit.SignIn(a.User, a.Session)...)
	return s.commitAccount(ctx, people.Admitted, append(actions,
		s.AuditActions(ctx, a.Acceptance.Was.WorkspaceID, events...)...))
}
