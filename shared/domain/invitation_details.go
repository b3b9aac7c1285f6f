package domain

// InvitationDetails is an invitation as the invited person sees it.
type InvitationDetails struct {
	Invitation Invitation
	Workspace  Workspace
	Inviter    Name    // display name; "" if the account is deleted
	HasAccount bool    // whether the address has an account already
	Member     *Member // the recipient's earlier or current membership, if it was read

	InviterLanguage Language // "" if the inviter chose none or is deleted
	InviterMember   *Member  // nil if the inviter was never a member
}

// IsOpen reports whether the invitation can be accepted now.
func (d InvitationDetails) IsOpen(now Instant) bool {
	return d.Invitation.IsOpen(now) && d.Invitation.Status(d.InviterMember) == InvitationOpen && !d.Workspace.Deleted()
}

// AcceptedMember is the member after accepting: a new one, or an earlier one that
// rejoins with the invited role. An active member stays unchanged.
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
