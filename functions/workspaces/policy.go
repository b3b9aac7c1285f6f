package workspaces

import (
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
)

var errPolicyNotMet = problem.Conflict(problem.SecondFactorMissing, "Sign in yourself in the way that the workspace is to require, and then set it.")

// checkPolicy keeps callers from setting a sign-in policy that they do not meet
// themselves, which would lock them out. Errors: conflict.
func checkPolicy(c auth.Caller, w domain.Workspace) error {
	if w.MissingProof(c.User, c.Session) != "" {
		return errPolicyNotMet
	}
	return nil
}
