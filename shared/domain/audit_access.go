package domain

import (
	"errors"
)

// AuditSessionOf lists the event of a sign-in to the workspace that becomes active
// in the session. There is none without a workspace.
func AuditSessionOf(u User, s Session) []AuditEvent {
	if s.WorkspaceID == "" {
		return nil
	}
	return []AuditEvent{AuditEvent{Action: AuditSessionOpened, Target: AuditTarget{Kind: AuditSession, ID: s.ID}}.ByUser(u)}
}

// AuditInvitationChange is the event of a new invitation, of its end, or of a
// change. A nil state is an invitation that is not there.
func AuditInvitationChange(action AuditAction, was, now *Invitation) AuditEvent {
	shown := now
	if shown == nil {
		shown = was
	}
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditInvitation, ID: shown.ID, Name: Name(shown.Email)},
		Changes: changesBetween(invitationProperties(was), invitationProperties(now)),
	}
}

func invitationProperties(i *Invitation) properties {
	if i == nil {
		return nil
	}
	return properties{"email": i.Email, "role": i.Role, "expires_at": i.ExpiresAt, "accepted_at": i.AcceptedAt}
}

// AuditKeyCreation is the event of a new API key.
func AuditKeyCreation(k APIKey) AuditEvent {
	return AuditEvent{
		Action: AuditAPIKeyCreated, Target: keyTarget(k),
		Changes: changesBetween(nil, properties{"name": k.Name, "access": k.Access, "expires_at": k.ExpiresAt}),
	}
}

// AuditKeyRevocation is the event of the end of an API key.
func AuditKeyRevocation(k APIKey, now Instant) AuditEvent {
	return AuditEvent{
		Action: AuditAPIKeyRevoked, Target: keyTarget(k),
		Changes: changesBetween(properties{"revoked_at": k.RevokedAt}, properties{"revoked_at": now}),
	}
}

// keyTarget is the key without anything of its secret.
func keyTarget(k APIKey) AuditTarget {
	return AuditTarget{Kind: AuditAPIKey, ID: k.ID, Name: k.Name, UserID: k.UserID}
}

func memberTarget(u User) AuditTarget {
	return AuditTarget{Kind: AuditMember, ID: u.ID, Name: u.DisplayName}
}

// AuditMemberChange lists the events of a change of a member by another one: the
// role, the rate, and the end or the return of the membership, each if it changed.
func AuditMemberChange(u User, was, now Member) []AuditEvent {
	var events []AuditEvent
	add := func(action AuditAction, before, after properties) {
		if changes := changesBetween(before, after); len(changes) > 0 {
			events = append(events, AuditEvent{Action: action, Target: memberTarget(u), Changes: changes})
		}
	}
	add(AuditMemberRoleChanged, properties{"role": was.Role}, properties{"role": now.Role})
	add(AuditMemberRateChanged, properties{"hourly_rate": was.HourlyRate}, properties{"hourly_rate": now.HourlyRate})
	state := AuditMemberReactivated
	switch now.State {
	case MemberDeactivated:
		state = AuditMemberDeactivated
	case MemberLeft:
		state = AuditMemberLeft
	}
	add(state, properties{"is_deactivated": !was.Active()}, properties{"is_deactivated": !now.Active()})
	return events
}

// AuditJoin is the event of a user who becomes a member by an invitation. before
// is the earlier membership, nil for none.
func AuditJoin(u User, before *Member, now Member) AuditEvent {
	changes := changesBetween(nil, properties{"role": now.Role})
	if before != nil {
		changes = changesBetween(properties{"role": before.Role, "is_deactivated": true}, properties{"role": now.Role, "is_deactivated": false})
	}
	return AuditEvent{Action: AuditMemberJoined, Target: memberTarget(u), Changes: changes}.ByUser(u)
}

// AuditTransfer is the event of a new owner of a workspace.
func AuditTransfer(was, now Workspace) AuditEvent {
	return AuditEvent{
		Action: AuditOwnershipTransferred, Target: workspaceTarget(now),
		Changes: changesBetween(properties{"owner_id": was.OwnerID}, properties{"owner_id": now.OwnerID}),
	}
}

// AuditAccountAct is the event of an act of the operator on an account.
func AuditAccountAct(action AuditAction, was, now User) AuditEvent {
	return AuditEvent{Action: action, Target: memberTarget(now), Changes: changesBetween(accessProperties(was), accessProperties(now))}
}

// accessProperties are what the audit log shows of who has access to an account.
func accessProperties(u User) properties { return properties{"is_disabled": u.Disabled()} }

// AuditWorkspaceAct is the event of an act of the operator on a workspace.
func AuditWorkspaceAct(action AuditAction, was, now Workspace) AuditEvent {
	return AuditEvent{Action: action, Target: workspaceTarget(now), Changes: changesBetween(workspaceProperties(was), workspaceProperties(now))}
}

// AccountAct is what the operator does with an account.
type AccountAct struct {
	Action      AuditAction // in the audit log of each workspace that the user is an active member of
	Change      func(User, Instant) User
	LosesRights bool // whether the invitations and undecided client links of the user are void
}

// The operator's acts on an account.
var (
	DisableAccount     = AccountAct{AuditAccountDisabled, User.Disable, true}
	EnableAccount      = AccountAct{AuditAccountEnabled, func(u User, _ Instant) User { return u.Enable() }, false}
	EndAccountSessions = AccountAct{AuditAccountSessionsEnded, func(u User, _ Instant) User { return u.EndSessions() }, false}
	EndAccountKeys     = AccountAct{AuditAccountKeysEnded, User.VoidAPIKeys, false}
)

// ErrAccountDeleted refuses acts on a deleted account.
var ErrAccountDeleted = errors.New("the account is deleted")

// On is the user after the act, with the next version. changed is false when there is
// nothing to do: an account that is not disabled is not enabled. Errors:
// ErrAccountDeleted.
func (a AccountAct) On(u User, now Instant) (after User, changed bool, err error) {
	switch {
	case u.Deleted():
		return u, false, ErrAccountDeleted
	case a.Action == AuditAccountEnabled && !u.Disabled():
		return u, false, nil
	}
	u = a.Change(u, now)
	u.Version++
	return u, true, nil
}

// OnMember is the member after the act, with the next version if it changed.
func (a AccountAct) OnMember(m Member) Member {
	if !a.LosesRights {
		return m
	}
	m = m.LoseRights()
	m.Version++
	return m
}
