package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// InvitationByToken finds an invitation by the digest of its token. Errors: not_found for
// one that cannot be taken up any more.
func (s *Store) InvitationByToken(ctx context.Context, tokenDigest string) (domain.InvitationDetails, error) {
	token, err := getExisting[domain.MailedToken](ctx, s, tokenKey(tokenDigest))
	if err != nil {
		return domain.InvitationDetails{}, err
	}
	if token.Kind != domain.MailInvitation {
		return domain.InvitationDetails{}, problem.NotFound()
	}
	p := invitationPointer{ID: token.TargetID, WorkspaceID: token.WorkspaceID, InviterID: token.UserID}
	account := emailKey(token.Email)
	f, err := s.batchGet(ctx, append(p.keys(), account)...)
	if err != nil {
		return domain.InvitationDetails{}, err
	}
	details, ok, err := p.details(f)
	if err == nil && !(ok && details.IsOpen(s.instant())) {
		err = problem.NotFound()
	}
	_, details.HasAccount = f[account]
	return details, err
}

// InvitationForUser finds an invitation to a user's address by its id, with the user's
// membership: one that can be taken up, or that this user has accepted.
// Errors: not_found.
func (s *Store) InvitationForUser(ctx context.Context, u domain.User, id domain.ID) (domain.InvitationDetails, error) {
	p, err := getExisting[invitationPointer](ctx, s, emailInvitationKey(u.Email, id))
	if err != nil {
		return domain.InvitationDetails{}, err
	}
	mine := memberKey(p.WorkspaceID, u.ID)
	f, err := s.batchGet(ctx, append(p.keys(), mine)...)
	if err != nil {
		return domain.InvitationDetails{}, err
	}
	details, ok, err := p.details(f)
	if err != nil {
		return details, err
	}
	accepted := details.Invitation.AcceptedBy == u.ID && !details.Workspace.Deleted()
	if !ok || !accepted && !details.IsOpen(s.instant()) {
		return details, problem.NotFound()
	}
	details.Member, err = lookupOrNil[domain.Member](f, mine)
	return details, err
}

// InvitationsForEmail lists what an address is invited to now, oldest first.
func (s *Store) InvitationsForEmail(ctx context.Context, e domain.Email, p PageRequest) (Page[domain.InvitationDetails], error) {
	pointers, err := list[invitationPointer](ctx, s, prefixRange(baseTable, emailPK(e), "INV#"), p, nil)
	if err != nil {
		return Page[domain.InvitationDetails]{}, err
	}
	var keys []key
	for _, p := range pointers.Items {
		keys = append(keys, p.keys()...)
	}
	f, err := s.batchGet(ctx, keys...)
	if err != nil {
		return Page[domain.InvitationDetails]{}, err
	}
	out := Page[domain.InvitationDetails]{Items: []domain.InvitationDetails{}, Next: pointers.Next}
	for _, p := range pointers.Items {
		details, ok, err := p.details(f)
		if err != nil {
			return out, err
		}
		if ok && details.IsOpen(s.instant()) {
			out.Items = append(out.Items, details)
		}
	}
	return out, nil
}

// keys are what an offer is made of.
func (p invitationPointer) keys() []key {
	return []key{invitationKey(p.WorkspaceID, p.ID), workspaceKey(p.WorkspaceID), profileKey(p.InviterID)}
}

// details puts together what was read; ok is false when a part of it is gone.
func (p invitationPointer) details(f items) (details domain.InvitationDetails, ok bool, err error) {
	keys := p.keys()
	if details.Invitation, ok, err = lookup[domain.Invitation](f, keys[0]); !ok {
		return details, false, err
	}
	if details.Workspace, ok, err = lookup[domain.Workspace](f, keys[1]); !ok {
		return details, false, err
	}
	inviter, _, err := lookup[domain.User](f, keys[2])
	details.Inviter = inviter.DisplayName
	return details, err == nil, err
}
