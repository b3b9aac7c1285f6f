package domain

// MayAct reports whether the account is neither disabled nor deleted. Otherwise nobody
// signs in to it, and it has no valid session and no valid API key.
func (u User) MayAct() bool { return !u.Disabled() && !u.Deleted() }
