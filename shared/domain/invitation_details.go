package domain

// InvitationDetails is an invitation as the one who was invited sees it.
type InvitationDetails struct {
	Invitation Invitation
	Workspace  Workspace
	Inviter    Name    // display name; "" when the account is gone
	HasAccount bool    // whether the address has an account already
	Member     *Member // the recipient's earlier or present membership, where it was asked for
}

// IsOpen reports whether the offer can be taken up now.
func (d InvitationDetails) IsOpen(now Instant) bool {
	return d.Invitation.IsOpen(now) && !d.Workspace.Deleted()
}

// AcceptedMember is the membership that accepting makes: a first one, or an earlier
// one that comes back, with the invited role. Who is a member already stays
// what they are.
func (d InvitationDetails) AcceptedMember(user ID, now Instant) Member {
	switch {
	case d.Member == nil:
		return NewMember(user, d.Invitation.Role, now)
	case d.Member.Active():
		return *d.Member
	default:
		return d.Member.Rejoin(d.Invitation.Role)
	}
}
