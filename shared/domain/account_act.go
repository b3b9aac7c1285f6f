package domain

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

// On is the membership after the act. Its member has the next version if it changed.
func (a AccountAct) On(m Member) Member {
	if !a.LosesRights {
		return m
	}
	m = m.LoseRights()
	m.Version++
	return m
}
