package peopledb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// InvitationByToken finds an open invitation by the digest of its token. Errors:
// not_found.
func (s *Store) InvitationByToken(ctx context.Context, tokenDigest string) (_ people.InvitationDetails, err error) {
	defer core.Wrap(&err, "InvitationByToken")
	token, err := table.GetExisting[people.MailedToken](ctx, s.Table, key.Token(tokenDigest))
	if err != nil {
		return people.InvitationDetails{}, err
	}
	if token.Kind != domain.MailInvitation {
		return people.InvitationDetails{}, problem.NotFound()
	}
	p := InvitationPointer{ID: token.TargetID, WorkspaceID: token.WorkspaceID, InviterID: token.UserID}
	account := key.Email(token.Email)
	f, err := s.Table.BatchGet(ctx, append(p.keys(), account)...)
	if err != nil {
		return people.InvitationDetails{}, err
	}
	details, ok, err := p.details(f)
	if err == nil && !(ok && details.IsOpen(s.Instant())) {
		err = problem.NotFound()
	}
	_, details.HasAccount = f[account]
	return details, err
}

// InvitationForUser finds an invitation to a user's address by its id, together
// with the user's membership: an open one, or one that this user accepted.
// Errors: not_found.
func (s *Store) InvitationForUser(
	ctx context.Context, u people.User, id domain.ID,
) (_ people.InvitationDetails, err error) {
	defer core.Wrap(&err, "InvitationForUser", u.ID, id)
	p, err := table.GetExisting[InvitationPointer](ctx, s.Table, key.EmailInvitation(u.Email, id))
	if err != nil {
		return people.InvitationDetails{}, err
	}
	mine := key.Member(p.WorkspaceID, u.ID)
	f, err := s.Table.BatchGet(ctx, append(p.keys(), mine)...)
	if err != nil {
		return people.InvitationDetails{}, err
	}
	details, ok, err := p.details(f)
	if err != nil {
		return details, err
	}
	accepted := details.Invitation.AcceptedBy == u.ID && !details.Workspace.Deleted()
	if !ok || !accepted && !details.IsOpen(s.Instant()) {
		return details, problem.NotFound()
	}
	details.Member, err = table.LookupOrNil[people.Member](f, mine)
	if err != nil || !accepted || details.Member != nil && details.Member.Active() {
		return details, err
	}
	// The batch read is no snapshot: it may have read the member before another request of the
	// user accepted, and the invitation after.
	member, ok, err := table.Get[people.Member](ctx, s.Table, mine)
	if ok {
		details.Member = &member
	}
	return details, err
}

// InvitationsForEmail lists the open invitations of an address, oldest first.
func (s *Store) InvitationsForEmail(
	ctx context.Context, e domain.Email, p table.PageRequest,
) (_ table.Page[people.InvitationDetails], err error) {
	defer core.Wrap(&err, "InvitationsForEmail")
	pointers, err := table.List[InvitationPointer](ctx, s.Table, invitationsOfEmail(e), p, nil)
	if err != nil {
		return table.Page[people.InvitationDetails]{}, err
	}
	open, err := s.openInvitations(ctx, pointers.Items)
	return table.Page[people.InvitationDetails]{Items: open, Next: pointers.Next}, err
}

// openInvitations are the open invitations that pointers lead to, with one batch read.
func (s *Store) openInvitations(ctx context.Context, pointers []InvitationPointer) ([]people.InvitationDetails, error) {
	var keys []table.Key
	for _, p := range pointers {
		keys = append(keys, p.keys()...)
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	open := []people.InvitationDetails{}
	for _, p := range pointers {
		details, ok, err := p.details(f)
		if err != nil {
			return nil, err
		}
		if ok && details.IsOpen(s.Instant()) {
			open = append(open, details)
		}
	}
	return open, nil
}

// maxInvitationsRead is how many invitations of an address HasOpenInvitation reads.
const maxInvitationsRead = 100

// HasOpenInvitation reports whether one of the first invitations of an address is open.
// It needs no cursor, because functions that sign users in may not seal any.
func (s *Store) HasOpenInvitation(ctx context.Context, e domain.Email) (_ bool, err error) {
	defer core.Wrap(&err, "HasOpenInvitation")
	pointers, err := table.ReadFirst[InvitationPointer](ctx, s.Table, invitationsOfEmail(e), maxInvitationsRead)
	if err != nil {
		return false, err
	}
	open, err := s.openInvitations(ctx, pointers)
	return len(open) > 0, err
}

// invitationsOfEmail is the range of the pointers to the invitations of an address.
func invitationsOfEmail(e domain.Email) table.Range {
	return table.PrefixRange(table.Base, key.EmailPK(e), key.EmailInvitationPrefix)
}

// keys are the items that invitation details are made of.
func (p InvitationPointer) keys() []table.Key {
	return []table.Key{
		key.Invitation(p.WorkspaceID, p.ID), key.Workspace(p.WorkspaceID), key.Profile(p.InviterID),
		key.Member(p.WorkspaceID, p.InviterID),
	}
}

// details makes the invitation details of the items that were read; ok is false
// when one of them is missing.
func (p InvitationPointer) details(f table.Items) (details people.InvitationDetails, ok bool, err error) {
	keys := p.keys()
	if details.Invitation, ok, err = table.Lookup[people.Invitation](f, keys[0]); !ok {
		return details, false, err
	}
	if details.Workspace, ok, err = table.Lookup[people.Workspace](f, keys[1]); !ok {
		return details, false, err
	}
	inviter, _, err := table.Lookup[people.User](f, keys[2])
	if err != nil {
		return details, false, err
	}
	details.Inviter, details.InviterLanguage = inviter.DisplayName, inviter.Language
	details.InviterMember, err = table.LookupOrNil[people.Member](f, keys[3])
	return details, err == nil, err
}
