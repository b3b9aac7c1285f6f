package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/route"
)

// exportedAccount is the caller's account with all records about it, without secrets.
type exportedAccount struct {
	accounts.UserAnswer
	HasPassword       bool            `json:"has_password"`        // Whether the account has a password.
	SecondFactorSince *domain.Instant `json:"second_factor_since"` // null when it is off
	// The logins at identity providers that open the account.
	ExternalLogins []exportedLogin   `json:"external_logins"`
	Passkeys       []passkeyAnswer   `json:"passkeys"` // The passkeys of the account.
	Sessions       []exportedSession `json:"sessions"` // The sessions of the account.
	// The networks and programs from which the user signed in.
	KnownDevices []exportedDevice `json:"known_devices"`
	// The API keys of the account, without their secrets.
	APIKeys []exportedKey `json:"api_keys"`
	Apps    []exportedApp `json:"apps"` // The apps that may act for the account.
	// The calendar feeds of the account, without their addresses.
	CalendarFeeds []exportedFeed       `json:"calendar_feeds"`
	Memberships   []exportedMembership `json:"memberships"` // also those that have ended
	// The calendars that the account is connected to.
	CalendarConnections []exportedCalendar   `json:"calendar_connections"`
	Invitations         []exportedInvitation `json:"invitations"`   // open, to the verified address
	Notifications       notificationSettings `json:"notifications"` // which mails the user gets
}

// exportedLogin is a login at an identity provider that opens the account.
type exportedLogin struct {
	Provider string         `json:"provider"`
	Subject  string         `json:"subject"`   // the user's id at the provider
	LinkedAt domain.Instant `json:"linked_at"` // When the login was linked to the account.
}

// exportedSession is a session of the account.
type exportedSession struct {
	ID         domain.ID      `json:"id"`
	CreatedAt  domain.Instant `json:"created_at"`
	LastUsedAt domain.Instant `json:"last_used_at"` // when its tokens were last refreshed
	UserAgent  string         `json:"user_agent"`   // The program that sent the request, as it named itself.
	Network    *string        `json:"network"`      // null when unknown
	IsActive   bool           `json:"is_active"`    // false for one that has ended
}

// exportedDevice is a network and a program that the account knows. The service keeps
// only a digest of both.
type exportedDevice struct {
	LastSignIn domain.Date `json:"last_sign_in"` // When the user last signed in from there.
}

// exportedMembership is a workspace that the account is or was a member of.
type exportedMembership struct {
	WorkspaceID   domain.ID          `json:"workspace_id"`
	WorkspaceName domain.Name        `json:"workspace_name"`
	Role          people.Role        `json:"role"`
	State         people.MemberState `json:"state"`     // Whether the membership is active, deactivated or left.
	JoinedAt      domain.Instant     `json:"joined_at"` // When the user became a member.
	// Why the export has no time of the workspace; null if it has it.
	TimeWithheld *withheldReason `json:"time_withheld" enum:"membership_ended,network_not_allowed,second_factor_required,sessions_ended,sso_required"`
}

// exportedCalendar is a calendar that the account is connected to.
type exportedCalendar struct {
	Provider     string                `json:"provider"`
	AccountEmail string                `json:"account_email"` // The address of the account at the provider.
	Status       people.CalendarStatus `json:"status"`
	ConnectedAt  domain.Instant        `json:"connected_at"` // When the calendar was connected.
}

func (f *Family) exportAccount(ctx context.Context, r *route.Request,
	memberships []people.Membership) (*exportedAccount, error) {
	u := r.User
	answer := &exportedAccount{
		UserAnswer: accounts.UserAnswerOf(u), HasPassword: u.HasPassword(),
		Passkeys: []passkeyAnswer{}, CalendarConnections: []exportedCalendar{}, Notifications: notificationSettingsOf(u),
		ExternalLogins: paging.ToRows(u.Logins, func(l people.ExternalLogin) exportedLogin {
			return exportedLogin{l.Provider, l.Subject, l.LinkedAt}
		}),
		KnownDevices: paging.ToRows(u.Devices, func(d people.Device) exportedDevice {
			return exportedDevice{d.LastSignIn()}
		}),
	}
	if u.HasSecondFactor() {
		answer.SecondFactorSince = u.SecondFactor.EnabledAt
	}
	if k := r.Calendar; k != nil {
		answer.CalendarConnections = append(answer.CalendarConnections,
			exportedCalendar{k.Provider, k.Account, k.Status, k.ConnectedAt})
	}
	sessions, err := f.store.FirstSessions(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	answer.Sessions = paging.ToRows(sessions, func(x people.Session) exportedSession {
		return exportedSession{x.ID, x.CreatedAt, x.RotatedAt, x.UserAgent, domain.OrNull(x.Network), x.Valid(u, r.Now)}
	})
	answer.Memberships = paging.ToRows(memberships, func(m people.Membership) exportedMembership {
		return exportedMembership{m.Workspace.ID, m.Workspace.Name, m.Role(), m.Member.State, m.Member.JoinedAt,
			timeWithheld(r.Caller, m)}
	})
	return answer, f.exportAccess(ctx, r, answer)
}
