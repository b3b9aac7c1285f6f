package domain

// Status is the status of an invitation that IsOpen; inviter is the member who
// invited, nil if there is none.
func (i Invitation) Status(inviter *Member) InvitationStatus {
	if inviter == nil || !inviter.MayInvite() || inviter.RightsEpoch != i.InviterEpoch {
		return InvitationVoid
	}
	return InvitationOpen
}

// InvitationStatus says whether an invitation that has not ended can be accepted.
type InvitationStatus string

// The statuses of an invitation.
const (
	InvitationOpen InvitationStatus = "open"
	InvitationVoid InvitationStatus = "void" // its inviter lost the right to invite
)
