package auth

import (
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// RequireFresh checks that the user of the caller's session proved who they are less
// than the given time ago. An API key proves nothing. Errors: forbidden with
// reauthentication_required.
func RequireFresh(c Caller, within time.Duration, now domain.Instant) error {
	if c.Session != nil && c.Session.Fresh(within, now) {
		return nil
	}
	return problem.Forbidden(problem.ReauthenticationRequired)
}
