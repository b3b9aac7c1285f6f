package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Acceptance is an invitation that is taken up.
type Acceptance struct {
	Open     domain.Invitation // as it was read
	Accepted domain.Invitation
	Token    string         // digest of the token, which is used up with it
	Before   *domain.Member // the membership as it was read; nil when there never was one
	Member   domain.Member  // the membership from now on
	Verifies *domain.User   // as it was read: whose address counts as verified from now on; nil for nobody's
}

// Accept makes the membership, all or nothing. Errors: not_found when the
// workspace is gone; conflict when the invitation, the membership or the user
// was changed meanwhile.
func (s *Store) Accept(ctx context.Context, a Acceptance) error {
	return s.commit(ctx, a.actions(problem.Missing())...)
}

// actions take up the invitation. A workspace that is gone is told as given.
// Somebody who is a member already stays what they are.
func (a Acceptance) actions(gone error) []action {
	w, u := a.Open.WorkspaceID, a.Member.UserID
	all := []action{
		replace(invitationItem(a.Accepted), a.Open.Version),
		put(pointerItem(a.Accepted)),
		erase(openInvitationKey(w, a.Open.Email)).provided(noGuardOfAnother(a.Open)),
		erase(tokenKey(a.Token)),
		check(metaKey(w), standing).or(gone),
	}
	if a.Verifies != nil {
		user := *a.Verifies
		user.EmailVerified = true
		all = append(all, profileChange(&user))
	}
	if a.Before != nil && a.Before.Active() {
		return all
	}
	return append(all, joining(w, u, a.Before, a.Member)...)
}

// joining puts a membership in force: a first one, or one that had ended, whose
// closed place for a timer is opened again.
func joining(w, u domain.ID, before *domain.Member, member domain.Member) []action {
	it := encode(memberKey(w, u), member)
	pointer := put(encode(membershipKey(u, w), membership{WorkspaceID: w}))
	if before == nil {
		return []action{create(it), pointer}
	}
	return []action{replace(it, before.Version), pointer, erase(timerKey(w, u)).provided(closedTimer)}
}

var (
	// standing holds while the workspace is not deleted.
	standing = expression.And(present, expression.AttributeNotExists(expression.Name("deleted_at")))
	// closedTimer holds while no timer runs: nothing is there, or the mark that
	// closes the place.
	closedTimer = expression.AttributeNotExists(expression.Name("id"))
)

// InvitedAccount is everything that a registration with an invitation makes.
type InvitedAccount struct {
	User       domain.User
	Session    domain.Session
	Acceptance Acceptance
}

// CreateInvitedAccount registers a user who joins the workspace that they were
// invited to, all or nothing. Errors: conflict when the address is taken;
// validation with token_invalid when the invitation has ended meanwhile.
func (s *Store) CreateInvitedAccount(ctx context.Context, a InvitedAccount) error {
	gone := problem.InvalidField("invitationToken", problem.TokenInvalid)
	actions := append([]action{
		create(encode(emailKey(a.User.Email), emailGuard{UserID: a.User.ID})).or(errEmailTaken),
		create(encode(profileKey(a.User.ID), a.User)),
		create(sessionItem(a.Session)),
	}, a.Acceptance.actions(gone)...)
	for i := range actions {
		if actions[i].clash == nil {
			actions[i].clash = gone
		}
	}
	return s.commit(ctx, actions...)
}
