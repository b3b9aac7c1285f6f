package domain

// MemberUser is a member together with the account behind it.
type MemberUser struct {
	Member Member
	User   User
	Timer  *Entry // that runs, where it was asked for; nil when none does
}
