// Package people has accounts, sessions, credentials, workspaces, members and invitations.
package people

import (
	"slices"

	"stint/shared/domain"
)

// User is a person with an account. An account belongs to no workspace.
type User struct {
	ID              domain.ID       `db:"id"`
	Email           domain.Email    `db:"email"`
	EmailVerified   bool            `db:"verified"`
	DisplayName     domain.Name     `db:"name"`
	Language        domain.Language `db:"lang,omitempty"`      // "" if the user chose none
	PasswordHash    string          `db:"pw,omitempty"`        // PHC string; "" is no password
	Epoch           int64           `db:"epoch"`               // sessions of an older epoch are not valid
	APIKeyEpoch     int64           `db:"key_epoch,omitempty"` // API keys of an older epoch are never valid again
	APIKeysVoidedAt *domain.Instant `db:"keys_void,omitempty"` // when APIKeyEpoch was last raised; nil is never
	// raised when an owner or admin ends the sessions of the user for a workspace; see Session.Enters
	AccessEpoch int64 `db:"access,omitempty"`
	// mailed tokens to reset the password of an older epoch are not valid
	PasswordEpoch int64 `db:"pw_epoch,omitempty"`
	// networks that were remembered in an older epoch are not known
	NetworkEpoch    int64           `db:"net_epoch,omitempty"`
	LastWorkspaceID domain.ID       `db:"last_wid,omitempty"`
	Logins          []ExternalLogin `db:"logins,omitempty"`
	CreatedAt       domain.Instant  `db:"created"`
	Version         int64           `db:"ver"`
	WorkspacesMade  int             `db:"made,omitempty"`    // by this user and not yet purged
	SecondFactor    *SecondFactor   `db:"totp,omitempty"`    // nil is none
	Devices         []Device        `db:"devices,omitempty"` // from which the user signed in, by last use

	Passkeys int `db:"passkeys,omitempty"` // how many the user has

	// whether the operator allowed it; it counts where only the operator decides who makes workspaces
	MakesWorkspaces bool `db:"makes_ws,omitempty"`

	MutedMails []domain.MailKind `db:"muted,omitempty"` // the notifications that the user switched off; see Wants

	DisabledAt *domain.Instant `db:"disabled,omitempty"` // by the operator; nil is not disabled
	// how often the user became an owner: by making, restoring or receiving a workspace
	TimesOwner int64           `db:"owned,omitempty"`
	DeletedAt  *domain.Instant `db:"deleted_at,omitempty"` // nil unless the account is deleted; see User.Delete
}

// ExternalLogin links an account to a subject at an identity provider.
type ExternalLogin struct {
	Provider string         `db:"provider"`
	Subject  string         `db:"sub"`
	LinkedAt domain.Instant `db:"linked"`
}

// AllowWorkspaces is the user who may make workspaces, or may not, where the operator decides it.
func (u User) AllowWorkspaces(allowed bool) User {
	u.MakesWorkspaces = allowed
	return u
}

// FindLogin finds the login of an identity provider; linked is false if there is
// none.
func (u User) FindLogin(provider string) (login ExternalLogin, linked bool) {
	for _, l := range u.Logins {
		if l.Provider == provider {
			return l, true
		}
	}
	return ExternalLogin{}, false
}

// SetPassword is the user with a new password. Tokens that were mailed before to reset it
// are void.
func (u User) SetPassword(hash string) User {
	u.PasswordHash = hash
	u.PasswordEpoch++
	return u
}

// VoidAPIKeys is the user whose API keys of all workspaces have ended.
func (u User) VoidAPIKeys(now domain.Instant) User {
	u.APIKeyEpoch++
	u.APIKeysVoidedAt = &now
	return u
}

// AddLogin is the user with one more external login.
func (u User) AddLogin(l ExternalLogin) User {
	u.Logins = append(slices.Clone(u.Logins), l)
	return u
}

// RemoveLogin is the user without the login of a provider.
func (u User) RemoveLogin(provider string) User {
	u.Logins = slices.DeleteFunc(slices.Clone(u.Logins), func(l ExternalLogin) bool { return l.Provider == provider })
	return u
}

// LoginsNotOf lists the external logins of the user that another state of the user lacks.
func (u User) LoginsNotOf(other User) (missing []ExternalLogin) {
	for _, login := range u.Logins {
		if at, ok := other.FindLogin(login.Provider); !ok || at.Subject != login.Subject {
			missing = append(missing, login)
		}
	}
	return missing
}

// CanSignIn reports whether the user has a password, an external login or a passkey.
func (u User) CanSignIn() bool { return u.HasPassword() || len(u.Logins) > 0 || u.HasPasskey() }

// HasPassword reports whether the user can sign in with a password.
func (u User) HasPassword() bool { return u.PasswordHash != "" }

// Wants reports whether the user is sent a kind of mail. Kinds that are no notifications cannot
// be switched off.
func (u User) Wants(k domain.MailKind) bool { return !slices.Contains(u.MutedMails, k) }

// MuteOnly is the user who wants all notifications but the given ones.
func (u User) MuteOnly(kinds ...domain.MailKind) User {
	u.MutedMails = kinds
	return u
}

// Disabled reports whether the operator disabled the account.
func (u User) Disabled() bool { return u.DisabledAt != nil }

// Disable is the user after the operator disabled the account. All sessions and API keys end; they
// stay invalid after Enable. A password reset or single sign-on does not enable it.
func (u User) Disable(now domain.Instant) User {
	if !u.Disabled() {
		u.DisabledAt = &now
	}
	return u.EndSessions().VoidAPIKeys(now)
}

// Enable is the user after the operator enabled the account.
func (u User) Enable() User {
	u.DisabledAt = nil
	return u
}

// EndSessions is the user whose sessions have ended.
func (u User) EndSessions() User {
	u.Epoch++
	return u
}

// MayAct reports whether the account is neither disabled nor deleted. Otherwise nobody
// signs in to it, and it has no valid session and no valid API key.
func (u User) MayAct() bool { return !u.Disabled() && !u.Deleted() }
