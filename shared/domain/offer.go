package domain

// Offer is an invitation as the one who was invited sees it.
type Offer struct {
	Invitation Invitation
	Workspace  Workspace
	Inviter    Name    // display name; "" when the account is gone
	HasAccount bool    // whether the address has an account already
	Member     *Member // the recipient's earlier or present membership, where it was asked for
}

// Standing reports whether the offer can be taken up now.
func (o Offer) Standing(now Instant) bool { return o.Invitation.Open(now) && !o.Workspace.Deleted() }

// Joining is the membership that accepting makes: a first one, or an earlier
// one that comes back, with the invited role. Who is a member already stays
// what they are.
func (o Offer) Joining(user ID, now Instant) Member {
	switch {
	case o.Member == nil:
		return Join(user, o.Invitation.Role, now)
	case o.Member.Active():
		return *o.Member
	default:
		return o.Member.Back(o.Invitation.Role)
	}
}
