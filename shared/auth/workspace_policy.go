package auth

import "stint/shared/problem"

// RequireProof checks that the caller proved who they are in the way that their
// workspace requires. It reads nothing: the authenticator read all of it. Errors:
// forbidden with second_factor_required or sso_required.
func RequireProof(c Caller) error {
	if c.Workspace == nil {
		return nil
	}
	if missing := c.Workspace.MissingProof(c.User, c.Session); missing != "" {
		return problem.Forbidden(missing)
	}
	return nil
}
