package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Offer finds an invitation by the digest of its token. Errors: not_found for
// one that cannot be taken up any more.
func (s *Store) Offer(ctx context.Context, tokenDigest string) (domain.Offer, error) {
	token, err := mustGet[domain.Token](ctx, s, tokenKey(tokenDigest))
	if err != nil {
		return domain.Offer{}, err
	}
	if token.Kind != domain.MailInvitation {
		return domain.Offer{}, problem.Missing()
	}
	p := invitationPointer{ID: token.TargetID, WorkspaceID: token.WorkspaceID, InviterID: token.UserID}
	account := emailKey(token.Email)
	f, err := s.batch(ctx, append(p.keys(), account)...)
	if err != nil {
		return domain.Offer{}, err
	}
	offer, ok, err := p.offer(f)
	if err == nil && !(ok && offer.Standing(s.instant())) {
		err = problem.Missing()
	}
	_, offer.HasAccount = f[account]
	return offer, err
}

// OfferTo finds an invitation to a user's address by its id, with the user's
// membership: one that can be taken up, or that this user has accepted.
// Errors: not_found.
func (s *Store) OfferTo(ctx context.Context, u domain.User, id domain.ID) (domain.Offer, error) {
	p, err := mustGet[invitationPointer](ctx, s, emailInvitationKey(u.Email, id))
	if err != nil {
		return domain.Offer{}, err
	}
	mine := memberKey(p.WorkspaceID, u.ID)
	f, err := s.batch(ctx, append(p.keys(), mine)...)
	if err != nil {
		return domain.Offer{}, err
	}
	offer, ok, err := p.offer(f)
	if err != nil {
		return offer, err
	}
	accepted := offer.Invitation.AcceptedBy == u.ID && !offer.Workspace.Deleted()
	if !ok || !accepted && !offer.Standing(s.instant()) {
		return offer, problem.Missing()
	}
	offer.Member, err = orNil[domain.Member](f, mine)
	return offer, err
}

// Offers lists what an address is invited to now, oldest first.
func (s *Store) Offers(ctx context.Context, e domain.Email, p Page) (Listed[domain.Offer], error) {
	pointers, err := list[invitationPointer](ctx, s, under(base, emailPK(e), "INV#"), p, nil)
	if err != nil {
		return Listed[domain.Offer]{}, err
	}
	var keys []key
	for _, p := range pointers.Items {
		keys = append(keys, p.keys()...)
	}
	f, err := s.batch(ctx, keys...)
	if err != nil {
		return Listed[domain.Offer]{}, err
	}
	out := Listed[domain.Offer]{Items: []domain.Offer{}, Next: pointers.Next}
	for _, p := range pointers.Items {
		offer, ok, err := p.offer(f)
		if err != nil {
			return out, err
		}
		if ok && offer.Standing(s.instant()) {
			out.Items = append(out.Items, offer)
		}
	}
	return out, nil
}

// keys are what an offer is made of.
func (p invitationPointer) keys() []key {
	return []key{invitationKey(p.WorkspaceID, p.ID), metaKey(p.WorkspaceID), profileKey(p.InviterID)}
}

// offer puts together what was read; ok is false when a part of it is gone.
func (p invitationPointer) offer(f found) (offer domain.Offer, ok bool, err error) {
	keys := p.keys()
	if offer.Invitation, ok, err = one[domain.Invitation](f, keys[0]); !ok {
		return offer, false, err
	}
	if offer.Workspace, ok, err = one[domain.Workspace](f, keys[1]); !ok {
		return offer, false, err
	}
	inviter, _, err := one[domain.User](f, keys[2])
	offer.Inviter = inviter.DisplayName
	return offer, err == nil, err
}
