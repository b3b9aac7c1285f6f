package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// An invitation is valid only while its inviter may invite. Readers ask for the
// inviter's member, and the write that accepts has it as a condition.

// InvitationWithStatus is an invitation that has not ended, open or void.
type InvitationWithStatus struct {
	Invitation people.Invitation
	Status     people.InvitationStatus
}

// withStatus reads the members who invited, with one batch read.
func (s *Store) withStatus(ctx context.Context, w domain.ID, all []people.Invitation) ([]InvitationWithStatus, error) {
	keys := make([]table.Key, len(all))
	for i, invitation := range all {
		keys[i] = key.Member(w, invitation.InviterID)
	}
	inviters, err := table.GetEach[people.Member](ctx, s.Table, keys)
	if err != nil {
		return nil, err
	}
	out := make([]InvitationWithStatus, len(all))
	for i, invitation := range all {
		out[i] = InvitationWithStatus{Invitation: invitation, Status: invitation.Status(inviters[i])}
	}
	return out, nil
}

// ReplacedInvitation is a void invitation that a new one to the same address
// replaces.
type ReplacedInvitation struct {
	Invitation  people.Invitation
	TokenDigest string
}

// voidInvitation reads the invitation that the guard of an address names. Errors:
// conflict unless it is void.
func (s *Store) voidInvitation(ctx context.Context, w, id domain.ID) (*people.Invitation, error) {
	i, ok, err := table.Get[people.Invitation](ctx, s.Table, key.Invitation(w, id))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errAlreadyInvited
	}
	found, err := s.withStatus(ctx, w, []people.Invitation{i})
	if err != nil {
		return nil, err
	}
	if found[0].Status != people.InvitationVoid {
		return nil, errAlreadyInvited
	}
	return &i, nil
}

// guardActions take the guard of the address, from nobody or from the invitation
// that is replaced.
func (s *Store) guardActions(x InvitationWrite) []table.Action {
	guard := OpenInvitationItem(x.Invitation)
	if x.Replaces == nil {
		return []table.Action{table.Create(guard).Or(errAlreadyInvited)}
	}
	old := x.Replaces.Invitation
	return []table.Action{
		table.Put(guard).Provided(noOtherOpenInvitation(old)).Or(errAlreadyInvited),
		s.deleteInvitation(old).Provided(table.AtVersion(old.Version)).Or(errAlreadyInvited),
		table.Delete(key.EmailInvitation(old.Email, old.ID)),
		table.Delete(key.Token(x.Replaces.TokenDigest)),
	}
}

// stillInvites holds while the member may invite and has lost no right since the
// given epoch; people.Invitation.Status is the same rule.
func stillInvites(epoch int64) expression.ConditionBuilder {
	return isAdmin().And(core.RightsLost.Is(epoch))
}
