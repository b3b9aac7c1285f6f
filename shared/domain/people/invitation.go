package people

import (
	"time"

	"stint/shared/domain"
)

const (
	// InvitationLifetime is how long an invitation can be accepted.
	InvitationLifetime = 14 * 24 * time.Hour
	// InvitationRetention is how long an invitation is stored after its end, so that
	// accepting it again gets the same answer.
	InvitationRetention = 14 * 24 * time.Hour
)

// Invitation asks the holder of an e-mail address to join a workspace.
type Invitation struct {
	ID          domain.ID       `db:"id"`
	WorkspaceID domain.ID       `db:"wid"`
	Email       domain.Email    `db:"email"`
	Role        Role            `db:"role"` // admin, user or analyst
	InviterID   domain.ID       `db:"inviter"`
	Resends     int             `db:"round"` // how often it was sent again; each time with a new token
	CreatedAt   domain.Instant  `db:"created"`
	ExpiresAt   domain.Instant  `db:"ends"`
	AcceptedBy  domain.ID       `db:"accepted_by,omitempty"` // "" before that
	AcceptedAt  *domain.Instant `db:"accepted,omitempty"`
	Version     int64           `db:"ver"`

	InviterEpoch int64 `db:"rights,omitempty"` // the inviter's RightsEpoch when they invited
}

// NewInvitation invites an address into a workspace for InvitationLifetime.
func NewInvitation(w Workspace, inviter Member, to domain.Email, role Role, now domain.Instant) Invitation {
	return Invitation{
		ID: domain.NewID(), WorkspaceID: w.ID, Email: to, Role: role, InviterID: inviter.UserID,
		InviterEpoch: inviter.RightsEpoch, CreatedAt: now, ExpiresAt: now.Plus(InvitationLifetime), Version: 1,
	}
}

// IsOpen reports whether the invitation can be accepted now, if its inviter still
// may invite.
func (i Invitation) IsOpen(now domain.Instant) bool {
	return i.AcceptedBy == "" && now.Before(i.ExpiresAt.Time)
}

// Resend is the invitation after a member sent it again: they are its inviter from
// then on, it has a new token, and InvitationLifetime counts from now.
func (i Invitation) Resend(by Member, now domain.Instant) Invitation {
	i.InviterID, i.InviterEpoch = by.UserID, by.RightsEpoch
	i.Resends++
	i.ExpiresAt = now.Plus(InvitationLifetime)
	i.Version++
	return i
}

// Accept is the invitation after a user accepted it.
func (i Invitation) Accept(by domain.ID, now domain.Instant) Invitation {
	i.AcceptedBy, i.AcceptedAt = by, &now
	i.Version++
	return i
}

// RetainUntil is when the invitation is deleted: InvitationRetention after its
// end.
func (i Invitation) RetainUntil() domain.Instant {
	if i.AcceptedAt != nil {
		return i.AcceptedAt.Plus(InvitationRetention)
	}
	return i.ExpiresAt.Plus(InvitationRetention)
}

// NewMail is the message that contains the invitation's current token.
func (i Invitation) NewMail(now domain.Instant) domain.Mail {
	return domain.Mail{
		ID: domain.NewID(), Kind: domain.MailInvitation, UserID: i.InviterID, WorkspaceID: i.WorkspaceID,
		TargetID: i.ID, Round: i.Resends, CreatedAt: now,
	}
}

// Made is when the invitation was made.
func (i Invitation) Made() domain.OrderedInstant {
	return domain.OrderedInstant{At: i.CreatedAt, ID: i.ID}
}

// MarkOfInvitation is the mark of an invitation that was revoked or declined.
func MarkOfInvitation(i Invitation) domain.DeletionMark {
	made := i.Made()
	return domain.DeletionMark{ID: i.ID, Made: &made}
}

// InvitationDetails is an invitation as the invited person sees it.
type InvitationDetails struct {
	Invitation Invitation
	Workspace  Workspace
	Inviter    domain.Name // display name; "" if the account is deleted
	HasAccount bool        // whether the address has an account already
	Member     *Member     // the recipient's earlier or current membership, if it was read

	InviterLanguage domain.Language // "" if the inviter chose none or is deleted
	InviterMember   *Member         // nil if the inviter was never a member
}

// IsOpen reports whether the invitation can be accepted now.
func (d InvitationDetails) IsOpen(now domain.Instant) bool {
	return d.Invitation.IsOpen(now) && d.Invitation.Status(d.InviterMember) == InvitationOpen && !d.Workspace.Deleted()
}

// AcceptedMember is the member after accepting: a new one, or an earlier one that
// rejoins with the invited role. An active member stays unchanged.
func (d InvitationDetails) AcceptedMember(user domain.ID, now domain.Instant) Member {
	switch {
	case d.Member == nil:
		return NewMember(user, d.Invitation.Role, now)
	case d.Member.Active():
		return *d.Member
	default:
		return d.Member.Rejoin(d.Invitation.Role)
	}
}

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
