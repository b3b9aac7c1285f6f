package domain

import "time"

// SignInMethod is how the user of a session proved who they are.
type SignInMethod string

// The methods. Sessions that were opened before methods were recorded have none.
// They count as ByPassword.
const (
	ByPassword     SignInMethod = "password"
	BySecondFactor SignInMethod = "second_factor" // a password and a code
	BySSO          SignInMethod = "sso"           // single sign-on, which counts as a second factor
)

// strength orders the methods. A stronger one counts wherever a weaker one does.
var strength = map[SignInMethod]int{BySecondFactor: 1, BySSO: 2}

// ProvedNow is the session after its user proved again who they are. A method that
// proved more at an earlier time stays.
func (s Session) ProvedNow(by SignInMethod, now Instant) Session {
	s.ProvedAt = &now
	if strength[by] >= strength[s.Method] {
		s.Method = by
	}
	return s
}

// AuthTime is when the user of the session last proved who they are. A session that
// was opened before this was recorded was proved when it was created.
func (s Session) AuthTime() Instant {
	if s.ProvedAt != nil {
		return *s.ProvedAt
	}
	return s.CreatedAt
}

// Fresh reports whether the user of the session proved who they are less than the
// given time ago. A refresh of the session proves nothing.
func (s Session) Fresh(within time.Duration, now Instant) bool {
	return now.Before(s.AuthTime().Plus(within).Time)
}
