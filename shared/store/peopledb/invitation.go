package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// An invitation is in the partition of its workspace. Three more items belong to
// it: the open invitation, a guard that allows one per address; the pointer,
// under which the invited address lists it; and the mailed token.

// Errors of a new invitation.
var (
	errAlreadyInvited = problem.Conflict(problem.AlreadyInvited, "There is an open invitation for this address already.")
	errAlreadyMember  = problem.Conflict(problem.AlreadyMember, "They are a member of the workspace already.")
	errNewAccount     = problem.Conflict(problem.WriteRace,
		"Another request concerned this address at the same time. Try again.")
)

// InvitationPointer leads from an address to an invitation.
type InvitationPointer struct {
	ID          domain.ID `db:"id"`
	WorkspaceID domain.ID `db:"wid"`
	InviterID   domain.ID `db:"inviter"`
}

// OpenInvitation is the guard: the one open invitation of an address to a
// workspace.
type OpenInvitation struct {
	ID domain.ID `db:"id"`
}

// Invitee is the address of a new invitation, as it was read.
type Invitee struct {
	HasAccount bool
	Void       *people.Invitation // a void invitation, which the new one replaces; nil for none
}

// CheckInvitable checks that an address can be invited. Errors: conflict for the address
// of an active member, and for one with an open invitation.
func (s *Store) CheckInvitable(ctx context.Context, w domain.ID, e domain.Email) (x Invitee, err error) {
	defer core.Wrap(&err, "CheckInvitable", w)
	guard := key.OpenInvitation(w, e)
	f, err := s.Table.BatchGet(ctx, key.Email(e), guard)
	if err != nil {
		return x, err
	}
	account, known, err := table.Lookup[EmailGuard](f, key.Email(e))
	if err != nil {
		return x, err
	}
	if x.HasAccount = known; known {
		member, ok, err := table.Get[people.Member](ctx, s.Table, key.Member(w, account.UserID))
		if err != nil {
			return x, err
		}
		if ok && member.Active() {
			return x, errAlreadyMember
		}
	}
	open, ok, err := table.Lookup[OpenInvitation](f, guard)
	if err == nil && ok {
		x.Void, err = s.voidInvitation(ctx, w, open.ID)
	}
	return x, err
}

// InvitationWrite is a new invitation with its token and its mail.
type InvitationWrite struct {
	Invitation people.Invitation
	Token      people.MailedToken
	Mail       domain.Mail
	Remember   domain.ReplayRecord
	HasAccount bool                // as it was read
	Replaces   *ReplacedInvitation // the void invitation of the same address; nil for none
}

// CreateInvitation creates an invitation. An address without an account must still have
// none: its new account may be a member already. Errors: conflict when it has one, and
// when the address has an open invitation, also by a request at the same time.
func (s *Store) CreateInvitation(ctx context.Context, x InvitationWrite) (err error) {
	defer core.Wrap(&err, "CreateInvitation")
	i := x.Invitation
	actions := append(s.RememberActions(x.Remember), s.guardActions(x)...)
	actions = append(actions,
		table.Create(InvitationItem(i)),
		table.Create(InvitationPointerItem(i)),
		table.Create(TokenItem(x.Token)),
		core.Enqueue(x.Mail, i.CreatedAt),
	)
	if !x.HasAccount {
		actions = append(actions, table.Check(key.Email(i.Email), table.Absent).Or(errNewAccount))
	}
	created := audit.InvitationChange(audit.InvitationCreated, nil, &i)
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, i.WorkspaceID, created)...)...)
}

// ResendInvitation gives an open invitation a new token, a new mail and a new
// end. The old token stops working. Errors: conflict when the invitation was
// changed or ended concurrently.
func (s *Store) ResendInvitation(
	ctx context.Context, was people.Invitation, oldToken string, x InvitationWrite,
) (err error) {
	defer core.Wrap(&err, "ResendInvitation", was.ID)
	i := x.Invitation
	resent := audit.InvitationChange(audit.InvitationResent, &was, &i)
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, i.WorkspaceID, resent),
		table.Replace(InvitationItem(i), was.Version),
		table.Put(OpenInvitationItem(i)).Provided(isOpenInvitation(i)),
		table.Put(InvitationPointerItem(i)),
		table.Delete(key.Token(oldToken)),
		table.Create(TokenItem(x.Token)),
		core.Enqueue(x.Mail, x.Mail.CreatedAt),
	)...)
}

// Invitations lists the open and void invitations of a workspace, oldest first,
// with one query and one batch read.
func (s *Store) Invitations(
	ctx context.Context, w domain.ID, p table.PageRequest,
) (_ table.Page[InvitationWithStatus], err error) {
	defer core.Wrap(&err, "Invitations", w)
	now := s.Instant()
	open := func(i people.Invitation) bool { return i.IsOpen(now) }
	page, err := table.List(ctx, s.Table, table.PrefixRange(table.Base, key.WorkspacePK(w), key.InvitationPrefix), p, open)
	if err != nil {
		return table.Page[InvitationWithStatus]{}, err
	}
	items, err := s.withStatus(ctx, w, page.Items)
	return table.Page[InvitationWithStatus]{Items: items, Next: page.Next}, err
}

// Invitation reads an open or void invitation of a workspace. Errors: not_found, also for
// one that was accepted, revoked or declined, or has expired.
func (s *Store) Invitation(ctx context.Context, w, id domain.ID) (_ people.Invitation, err error) {
	defer core.Wrap(&err, "Invitation", w, id)
	i, err := table.GetExisting[people.Invitation](ctx, s.Table, key.Invitation(w, id))
	if err == nil && !i.IsOpen(s.Instant()) {
		err = problem.NotFound()
	}
	return i, err
}

// EndInvitation removes an open invitation that was revoked or declined. Errors:
// conflict when it was changed or ended concurrently.
func (s *Store) EndInvitation(ctx context.Context, i people.Invitation, token string, e audit.Event) (err error) {
	defer core.Wrap(&err, "EndInvitation", i.ID, e.ID)
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, i.WorkspaceID, e),
		s.deleteInvitation(i).Provided(table.AtVersion(i.Version)),
		table.Delete(key.OpenInvitation(i.WorkspaceID, i.Email)).Provided(noOtherOpenInvitation(i)),
		table.Delete(key.EmailInvitation(i.Email, i.ID)),
		table.Delete(key.Token(token)),
	)...)
}

func (s *Store) deleteInvitation(i people.Invitation) table.Action {
	return s.DeleteLeaving(key.Invitation(i.WorkspaceID, i.ID), people.MarkOfInvitation(i))
}

// InvitationItem is the item of an invitation, which is kept for some time after its end.
func InvitationItem(i people.Invitation) table.Item {
	return table.WithExpiry(table.Encode(key.Invitation(i.WorkspaceID, i.ID), i), i.RetainUntil().Time)
}

// InvitationPointerItem is the item under which the invited address lists an invitation.
func InvitationPointerItem(i people.Invitation) table.Item {
	p := InvitationPointer{ID: i.ID, WorkspaceID: i.WorkspaceID, InviterID: i.InviterID}
	return table.WithExpiry(table.Encode(key.EmailInvitation(i.Email, i.ID), p), i.RetainUntil().Time)
}

// OpenInvitationItem is the guard of an address that has an open invitation. It expires with it.
func OpenInvitationItem(i people.Invitation) table.Item {
	return table.WithExpiry(table.Encode(key.OpenInvitation(i.WorkspaceID, i.Email), OpenInvitation{ID: i.ID}),
		i.ExpiresAt.Time)
}

// isOpenInvitation holds while the guard names that invitation.
func isOpenInvitation(i people.Invitation) expression.ConditionBuilder {
	return core.Field[OpenInvitation]("ID").Equal(expression.Value(string(i.ID)))
}

// noOtherOpenInvitation holds unless the guard names another invitation.
func noOtherOpenInvitation(i people.Invitation) expression.ConditionBuilder {
	return expression.Or(table.Absent, isOpenInvitation(i))
}
