package invitations

import (
	"stint/shared/answers"
	"stint/shared/domain"
)

type invitationAnswer = answers.Invitation

func toAnswer(i domain.Invitation, status domain.InvitationStatus) invitationAnswer {
	return answers.OfInvitation(i, status)
}
