package domain

// MemberUser is a member together with the user's account.
type MemberUser struct {
	Member Member
	User   User
	Timer  *Entry // the running timer, if it was read; nil if none runs
}
