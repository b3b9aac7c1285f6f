package audit

import (
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// SignIn is the event of a sign-in to the workspace that becomes active in the session; none without a workspace.
func SignIn(u people.User, s people.Session) []Event {
	if s.WorkspaceID == "" {
		return nil
	}
	return []Event{Event{Action: SessionOpened, Target: Target{Kind: KindSession, ID: s.ID}}.ByUser(u)}
}

// InvitationChange is the event of a new invitation, of its end, or of a
// change. A nil state is an invitation that is not there.
func InvitationChange(action Action, was, now *people.Invitation) Event {
	shown := now
	if shown == nil {
		shown = was
	}
	return Event{
		Action: action, Target: Target{Kind: KindInvitation, ID: shown.ID, Name: domain.Name(shown.Email)},
		Changes: changesBetween(invitationProperties(was), invitationProperties(now)),
	}
}

func invitationProperties(i *people.Invitation) properties {
	if i == nil {
		return nil
	}
	return properties{"email": i.Email, "role": i.Role, "expires_at": i.ExpiresAt, "accepted_at": i.AcceptedAt}
}

// KeyCreation is the event of a new API key, of a new calendar feed, or of an app that a user allows to act for them.
func KeyCreation(k people.APIKey) Event {
	action, shown := APIKeyCreated, properties{"name": k.Name, "access": k.Access, "expires_at": k.ExpiresAt}
	switch {
	case k.IsFeed():
		action, shown = CalendarFeedCreated, feedProperties(k)
	case k.IsGrant():
		action = AppAuthorized
		shown = properties{"client_id": k.App.ClientID, "host": k.App.Host, "access": k.Access}
	}
	return Event{Action: action, Target: keyTarget(k), Changes: changesBetween(nil, shown)}
}

// FeedDeletion is the event of a calendar feed that its user deletes.
func FeedDeletion(k people.APIKey) Event {
	return Event{Action: CalendarFeedDeleted, Target: keyTarget(k), Changes: changesBetween(feedProperties(k), nil)}
}

func feedProperties(k people.APIKey) properties {
	return properties{"name": k.Name, "project_id": k.Feed.ProjectID.OrNull(), "expires_at": k.ExpiresAt}
}

// RefusedApp is the event of a user who wants to allow an app that the setting of the workspace refuses.
func RefusedApp(w people.Workspace, a people.App) Event {
	shown := properties{"client_id": a.ClientID, "host": a.Host, "apps": w.AppPolicy()}
	return Event{Action: AppRefused, Target: workspaceTarget(w), Changes: changesBetween(nil, shown)}
}

// KeyRevocation is the event of the end of an API key, or of the access of an app.
func KeyRevocation(k people.APIKey, now domain.Instant) Event {
	action := APIKeyRevoked
	if k.IsGrant() {
		action = AppRevoked
	}
	return Event{
		Action: action, Target: keyTarget(k),
		Changes: changesBetween(properties{"revoked_at": k.RevokedAt}, properties{"revoked_at": now}),
	}
}

// keyTarget is the key, the feed or the app that was allowed, without anything of its secret.
func keyTarget(k people.APIKey) Target {
	kind := KindAPIKey
	switch {
	case k.IsGrant():
		kind = KindApp
	case k.IsFeed():
		kind = KindCalendarFeed
	}
	return Target{Kind: kind, ID: k.ID, Name: k.Name, UserID: k.UserID}
}

// OAuthClientChange is the event of an app that a workspace registers, changes or deletes. It never shows the secret,
// but says when it is another one. A nil state is an app that is not there.
func OAuthClientChange(was, now *people.OAuthClient) Event {
	action, shown := actionOf(was, now, OAuthClientCreated, OAuthClientChanged, OAuthClientDeleted)
	changes := changesBetween(oauthClientProperties(was), oauthClientProperties(now))
	if was != nil && now != nil && was.Secret != now.Secret {
		changes["secret_rotated"] = [2]any{false, true}
	}
	return Event{Action: action, Target: Target{Kind: KindOAuthClient, ID: shown.ID, Name: shown.Name}, Changes: changes}
}

func oauthClientProperties(c *people.OAuthClient) properties {
	if c == nil {
		return nil
	}
	return properties{"name": c.Name, "redirect_uris": c.RedirectURIs, "is_confidential": c.IsConfidential()}
}

func memberTarget(u people.User) Target {
	return Target{Kind: KindMember, ID: u.ID, Name: u.DisplayName}
}

// MemberChange lists the events of a change of a member by another one: the
// role, the rate, and the end or the return of the membership, each if it changed.
func MemberChange(u people.User, was, now people.Member) []Event {
	var events []Event
	add := func(action Action, before, after properties) {
		if changes := changesBetween(before, after); len(changes) > 0 {
			events = append(events, Event{Action: action, Target: memberTarget(u), Changes: changes})
		}
	}
	add(MemberRoleChanged, properties{"role": was.Role}, properties{"role": now.Role})
	add(MemberRateChanged, properties{"hourly_rate": was.HourlyRate}, properties{"hourly_rate": now.HourlyRate})
	state := MemberReactivated
	switch now.State {
	case people.MemberDeactivated:
		state = MemberDeactivated
	case people.MemberLeft:
		state = MemberLeft
	}
	add(state, properties{"is_deactivated": !was.Active()}, properties{"is_deactivated": !now.Active()})
	return events
}

// Join is the event of a user who becomes a member by an invitation. before
// is the earlier membership, nil for none.
func Join(u people.User, before *people.Member, now people.Member) Event {
	changes := changesBetween(nil, properties{"role": now.Role})
	if before != nil {
		changes = changesBetween(properties{"role": before.Role, "is_deactivated": true},
			properties{"role": now.Role, "is_deactivated": false})
	}
	return Event{Action: MemberJoined, Target: memberTarget(u), Changes: changes}.ByUser(u)
}

// Transfer is the event of a new owner of a workspace.
func Transfer(was, now people.Workspace) Event {
	return Event{
		Action: OwnershipTransferred, Target: workspaceTarget(now),
		Changes: changesBetween(properties{"owner_id": was.OwnerID}, properties{"owner_id": now.OwnerID}),
	}
}

// AccountActEvent is the event of an act of the operator on an account.
func AccountActEvent(action Action, was, now people.User) Event {
	return Event{Action: action, Target: memberTarget(now),
		Changes: changesBetween(accessProperties(was), accessProperties(now))}
}

// accessProperties are what the audit log shows of who has access to an account.
func accessProperties(u people.User) properties { return properties{"is_disabled": u.Disabled()} }

// WorkspaceActEvent is the event of an act of the operator on a workspace.
func WorkspaceActEvent(action Action, was, now people.Workspace) Event {
	return Event{Action: action, Target: workspaceTarget(now),
		Changes: changesBetween(workspaceProperties(was), workspaceProperties(now))}
}

// AccountAct is what the operator does with an account.
type AccountAct struct {
	Action      Action // in the audit log of each workspace that the user is an active member of
	Change      func(people.User, domain.Instant) people.User
	LosesRights bool // whether the invitations and undecided client links of the user are void
}

// The operator's acts on an account.
var (
	DisableAccount = AccountAct{AccountDisabled, people.User.Disable, true}
	EnableAccount  = AccountAct{AccountEnabled,
		func(u people.User, _ domain.Instant) people.User { return u.Enable() }, false}
	EndAccountSessions = AccountAct{AccountSessionsEnded,
		func(u people.User, _ domain.Instant) people.User { return u.EndSessions() }, false}
	EndAccountKeys  = AccountAct{AccountKeysEnded, people.User.VoidAPIKeys, false}
	AllowWorkspaces = AccountAct{AccountWorkspacesAllowed,
		func(u people.User, _ domain.Instant) people.User { return u.AllowWorkspaces(true) }, false}
	ForbidWorkspaces = AccountAct{AccountWorkspacesForbidden,
		func(u people.User, _ domain.Instant) people.User { return u.AllowWorkspaces(false) }, false}
)

// ErrAccountDeleted refuses acts on a deleted account.
var ErrAccountDeleted = errors.New("the account is deleted")

// On is the user after the act, with the next version. changed is false when the
// account is so already: enabled, or allowed or forbidden to make workspaces.
// Errors: ErrAccountDeleted.
func (a AccountAct) On(u people.User, now domain.Instant) (after people.User, changed bool, err error) {
	switch {
	case u.Deleted():
		return u, false, ErrAccountDeleted
	case a.Action == AccountEnabled && !u.Disabled():
		return u, false, nil
	case a.Action == AccountWorkspacesAllowed && u.MakesWorkspaces,
		a.Action == AccountWorkspacesForbidden && !u.MakesWorkspaces:
		return u, false, nil
	}
	u = a.Change(u, now)
	u.Version++
	return u, true, nil
}

// OnMember is the member after the act, with the next version if it changed.
func (a AccountAct) OnMember(m people.Member) people.Member {
	if !a.LosesRights {
		return m
	}
	m = m.LoseRights()
	m.Version++
	return m
}
