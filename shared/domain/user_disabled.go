package domain

// The operator can disable an account. A disabled account has no valid session and no
// valid API key, and nobody signs in to it: neither a password reset nor single
// sign-on enables it.

// Disabled reports whether the operator disabled the account.
func (u User) Disabled() bool { return u.DisabledAt != nil }

// Disable is the user after the operator disabled the account. All sessions and API keys end; they
// stay invalid after Enable.
func (u User) Disable(now Instant) User {
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
