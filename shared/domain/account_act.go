package domain

import "errors"

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
