package domain

import "stint/shared/problem"

// MissingProof is what the sign-in policy of the workspace requires of a member and
// they lack: second_factor_required or sso_required; "" for nothing. The session is nil
// for an API key, whose owner must have what is required.
func (w Workspace) MissingProof(u User, session *Session) problem.Detail {
	_, linked := u.FindLogin(ProviderExternal)
	sso := linked && (session == nil || session.Method == BySSO)
	factor := u.HasSecondFactor() && (session == nil || session.Method == BySecondFactor)
	switch {
	case w.RequireSSO && !sso:
		return problem.SSORequired
	case w.RequireSecondFactor && !factor && !sso: // single sign-on counts as a second factor
		return problem.SecondFactorRequired
	default:
		return ""
	}
}
