package accounts

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// invitations are taken up.
type invitations interface {
	// Offer finds an invitation by the digest of its token. Errors: not_found
	// for one that cannot be taken up any more.
	Offer(ctx context.Context, tokenDigest string) (domain.Offer, error)
	// OfferTo finds an invitation to a user's address that can be taken up, or
	// that this user has accepted. Errors: not_found.
	OfferTo(ctx context.Context, u domain.User, id domain.ID) (domain.Offer, error)
	// Accept makes the membership. Errors: not_found when the workspace is
	// gone; conflict when invitation or membership changed meanwhile.
	Accept(ctx context.Context, a store.Acceptance) error
	// CreateInvitedAccount registers a user who joins a workspace, all or
	// nothing. Errors: conflict when the address is taken; validation with
	// token_invalid when the invitation has ended meanwhile.
	CreateInvitedAccount(ctx context.Context, a store.InvitedAccount) error
}

// Offer finds an invitation by the token that was mailed; ok is false for one
// that cannot be taken up any more.
func (d *Desk) Offer(ctx context.Context, raw string) (offer domain.Offer, ok bool, err error) {
	offer, err = d.store.Offer(ctx, derive.Digest(raw))
	if problem.Is(err, problem.NotFound) {
		return offer, false, nil
	}
	return offer, err == nil, err
}

// InvitationToken is the digest of an invitation's present token.
func (d *Desk) InvitationToken(i domain.Invitation) string {
	return derive.Digest(derive.TokenFor(d.config.MasterSecret, i.Mail(i.CreatedAt)))
}

// NewUser is somebody who registers now with an acceptable password.
func (d *Desk) NewUser(now domain.Instant, e domain.Email, name domain.Name, plain string) domain.User {
	return domain.User{
		ID: domain.NewID(), Email: e, DisplayName: name, PasswordHash: d.hasher.Hash(plain), CreatedAt: now, Version: 1,
	}
}

// Invited is somebody who registered by an invitation.
type Invited struct {
	User    domain.User
	Session domain.Session // the workspace they joined is active in it
}

// RegisterInvited makes the account of somebody who was invited. The token came
// by mail, so the address is theirs. Errors: conflict when the address is
// taken; validation with token_invalid when the invitation has ended meanwhile.
func (d *Desk) RegisterInvited(ctx context.Context, r *route.Request, user domain.User, offer domain.Offer) (Invited, error) {
	open := offer.Invitation
	user.EmailVerified, user.LastWorkspace = true, open.WorkspaceID
	session := NewSession(r, user, open.WorkspaceID)
	return Invited{user, session}, d.store.CreateInvitedAccount(ctx, store.InvitedAccount{
		User: user, Session: session,
		Acceptance: store.Acceptance{
			Open: open, Accepted: open.Accepted(user.ID, r.Now), Member: offer.Joining(user.ID, r.Now),
			Token: d.InvitationToken(open),
		},
	})
}

// OfferTo finds an invitation to a user's address that can be taken up, or that
// this user has accepted. Errors: not_found.
func (d *Desk) OfferTo(ctx context.Context, u domain.User, id domain.ID) (domain.Offer, error) {
	return d.store.OfferTo(ctx, u, id)
}

// Accept makes a user a member by an invitation to their verified address, or
// finds the membership that it made before. When another request of the same
// person was faster, this one gets the result of that one. Errors: not_found
// when the invitation cannot be taken up, or what it made has ended since;
// conflict.
func (d *Desk) Accept(ctx context.Context, now domain.Instant, u domain.User, o domain.Offer) (domain.Offer, domain.Member, error) {
	return d.accept(ctx, now, u, o, nil)
}

// AcceptMailed is Accept for somebody who presented the token that was mailed
// to their address, which verifies it.
func (d *Desk) AcceptMailed(ctx context.Context, now domain.Instant, u domain.User, o domain.Offer) (domain.Offer, domain.Member, error) {
	if u.EmailVerified {
		return d.accept(ctx, now, u, o, nil)
	}
	return d.accept(ctx, now, u, o, &u)
}

func (d *Desk) accept(ctx context.Context, now domain.Instant, u domain.User, o domain.Offer, verifies *domain.User) (domain.Offer, domain.Member, error) {
	member, err := d.join(ctx, now, u, o, verifies)
	if !problem.Is(err, problem.Conflict) {
		return o, member, err
	}
	if o, err = d.OfferTo(ctx, u, o.Invitation.ID); err != nil {
		return o, member, err
	}
	member, err = d.join(ctx, now, u, o, verifies)
	return o, member, err
}

// join is the membership that accepting makes, or has made before.
func (d *Desk) join(ctx context.Context, now domain.Instant, u domain.User, o domain.Offer, verifies *domain.User) (domain.Member, error) {
	if o.Invitation.AcceptedBy != "" {
		if o.Member == nil || !o.Member.Active() {
			return domain.Member{}, problem.Missing()
		}
		return *o.Member, nil
	}
	member := o.Joining(u.ID, now)
	return member, d.store.Accept(ctx, store.Acceptance{
		Open: o.Invitation, Accepted: o.Invitation.Accepted(u.ID, now), Token: d.InvitationToken(o.Invitation),
		Before: o.Member, Member: member, Verifies: verifies,
	})
}
