package domain

import (
	"time"

	"stint/shared/problem"
)

// CheckKeyExpiry checks when a new API key of the workspace expires; nil is never. A
// workspace with MaxKeyDays takes only keys that expire within that many days of 24
// hours. It returns "" for an expiry that the workspace takes, else required or
// max_value. Keys made before the setting stay as they are.
func (w Workspace) CheckKeyExpiry(expires *Instant, now Instant) problem.FieldCode {
	switch {
	case w.MaxKeyDays == nil:
		return ""
	case expires == nil:
		return problem.Required
	case expires.After(now.Plus(time.Duration(*w.MaxKeyDays) * 24 * time.Hour).Time):
		return problem.MaxValue
	default:
		return ""
	}
}
