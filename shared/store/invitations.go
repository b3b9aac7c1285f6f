package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// An invitation lies with its workspace. A guard beside it keeps a second one
// for the same address out; a pointer under the address lets its holder find
// it; its token leads to it from the mail.

// What an inviter is told.
var (
	errInvited = problem.Clash("There is an open invitation for this address already.")
	errMember  = problem.Clash("They are a member of the workspace already.")
)

// invitationPointer leads from an address to an invitation.
type invitationPointer struct {
	ID          domain.ID `db:"id"`
	WorkspaceID domain.ID `db:"wid"`
	InviterID   domain.ID `db:"inviter"`
}

// openInvitation is the guard: the one invitation of an address that is open.
type openInvitation struct {
	ID domain.ID `db:"id"`
}

// Invitable checks that an address can be invited. Errors: conflict for that
// of an active member, and where an invitation is open.
func (s *Store) Invitable(ctx context.Context, w domain.ID, e domain.Email) error {
	guard := openInvitationKey(w, e)
	f, err := s.batch(ctx, emailKey(e), guard)
	if err != nil {
		return err
	}
	account, known, err := one[emailGuard](f, emailKey(e))
	if err != nil {
		return err
	}
	if known {
		member, ok, err := get[domain.Member](ctx, s, memberKey(w, account.UserID))
		if err != nil {
			return err
		}
		if ok && member.Active() {
			return errMember
		}
	}
	if _, open := f[guard]; open {
		return errInvited
	}
	return nil
}

// Invite is a new invitation with the token and the mail that carry it.
type Invite struct {
	Invitation domain.Invitation
	Token      domain.Token
	Mail       domain.Mail
	Remember   domain.Remember
}

// Invite makes an invitation. Errors: conflict where one for the address is
// open, also by a concurrent request.
func (s *Store) Invite(ctx context.Context, x Invite) error {
	i := x.Invitation
	actions := append(s.remembering(x.Remember),
		createOver(guardItem(i), s.instant()).or(errInvited),
		create(invitationItem(i)),
		create(pointerItem(i)),
		create(tokenItem(x.Token)),
		queued(x.Mail, i.CreatedAt),
	)
	return s.commit(ctx, actions...)
}

// InviteAgain gives an open invitation a new token in place of the old one,
// and a new life. Errors: conflict when it was changed or ended meanwhile.
func (s *Store) InviteAgain(ctx context.Context, was domain.Invitation, oldToken string, x Invite) error {
	i := x.Invitation
	return s.commit(ctx,
		replace(invitationItem(i), was.Version),
		put(guardItem(i)).provided(isGuardOf(i)),
		put(pointerItem(i)),
		erase(tokenKey(oldToken)),
		create(tokenItem(x.Token)),
		queued(x.Mail, x.Mail.CreatedAt),
	)
}

// Invitations lists the open invitations of a workspace, oldest first.
func (s *Store) Invitations(ctx context.Context, w domain.ID, p Page) (Listed[domain.Invitation], error) {
	now := s.instant()
	open := func(i domain.Invitation) bool { return i.Open(now) }
	return list(ctx, s, under(base, workspacePK(w), "I#"), p, open)
}

// Invitation finds an open invitation of a workspace. Errors: not_found for
// one that has ended.
func (s *Store) Invitation(ctx context.Context, w, id domain.ID) (domain.Invitation, error) {
	i, err := mustGet[domain.Invitation](ctx, s, invitationKey(w, id))
	if err == nil && !i.Open(s.instant()) {
		err = problem.Missing()
	}
	return i, err
}

// EndInvitation removes an open invitation that is revoked or declined.
// Errors: conflict when it was changed or ended meanwhile.
func (s *Store) EndInvitation(ctx context.Context, i domain.Invitation, token string) error {
	return s.commit(ctx,
		erase(invitationKey(i.WorkspaceID, i.ID)).provided(atVersion(i.Version)),
		erase(openInvitationKey(i.WorkspaceID, i.Email)).provided(noGuardOfAnother(i)),
		erase(emailInvitationKey(i.Email, i.ID)),
		erase(tokenKey(token)),
	)
}

func invitationItem(i domain.Invitation) item {
	return expiring(encode(invitationKey(i.WorkspaceID, i.ID), i), i.KnownUntil())
}

func pointerItem(i domain.Invitation) item {
	p := invitationPointer{ID: i.ID, WorkspaceID: i.WorkspaceID, InviterID: i.InviterID}
	return expiring(encode(emailInvitationKey(i.Email, i.ID), p), i.KnownUntil())
}

func guardItem(i domain.Invitation) item {
	return expiring(encode(openInvitationKey(i.WorkspaceID, i.Email), openInvitation{ID: i.ID}), i.ExpiresAt)
}

// isGuardOf holds while the guard stands for that invitation.
func isGuardOf(i domain.Invitation) expression.ConditionBuilder {
	return expression.Name("id").Equal(expression.Value(string(i.ID)))
}

// noGuardOfAnother holds unless the guard stands for a later invitation.
func noGuardOfAnother(i domain.Invitation) expression.ConditionBuilder {
	return expression.Or(absent, isGuardOf(i))
}
