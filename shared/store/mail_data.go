package store

import (
	"cmp"
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// MailData is what a mail is composed from when it is sent.
type MailData struct {
	Token     people.MailedToken
	Recipient domain.Name // "" without an account
	Inviter   domain.Name
	Workspace domain.Name
	Role      people.Role
	Submitter domain.Name     // of the timesheet
	Content   []byte          // that the client signs; nil in other mails
	Language  domain.Language // that the recipient reads, as far as it is known; "" for none
	Zone      domain.Timezone // of the workspace, or of the last one of the recipient; "" for none

	Logo *people.LogoFile // of the workspace; nil without one
}

// MailData reads the token with the given digest and the names that its mail
// shows. Errors: not_found when the token was used, revoked or has expired, or
// its record is gone.
func (s *Store) MailData(ctx context.Context, m domain.Mail, tokenDigest string) (_ MailData, err error) {
	defer core.Wrap(&err, "MailData", m.ID)
	switch m.Kind {
	case domain.MailInvitation:
		return s.invitationMailData(ctx, tokenDigest)
	case domain.MailSSOVerify:
		return s.loginConfirmationMailData(ctx, tokenDigest)
	case domain.MailClientLink:
		return s.clientLinkMailData(ctx, tokenDigest)
	}
	token, user, ok, err := s.MailedToken(ctx, m.Kind, tokenDigest)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	if err != nil {
		return MailData{}, err
	}
	zone, err := s.ZoneOf(ctx, user)
	return MailData{Token: token, Recipient: user.DisplayName, Language: cmp.Or(user.Language, token.Language),
		Zone: zone}, err
}

// ZoneOf is the time zone of the workspace that a user was active in last; "" without one.
func (s *Store) ZoneOf(ctx context.Context, u people.User) (_ domain.Timezone, err error) {
	defer core.Wrap(&err, "ZoneOf", u.ID)
	if u.LastWorkspaceID == "" {
		return "", nil
	}
	w, _, err := table.Get[people.Workspace](ctx, s.core.Table, key.Workspace(u.LastWorkspaceID))
	return w.Timezone, err
}

func (s *Store) invitationMailData(ctx context.Context, tokenDigest string) (MailData, error) {
	details, err := s.InvitationByToken(ctx, tokenDigest)
	if err != nil {
		return MailData{}, err
	}
	language, err := s.languageOfInvited(ctx, details)
	if err != nil {
		return MailData{}, err
	}
	logo, err := s.LogoFile(ctx, details.Workspace)
	if err != nil {
		return MailData{}, err
	}
	i := details.Invitation
	return MailData{
		Token: people.MailedToken{Digest: tokenDigest, Kind: domain.MailInvitation, TargetID: i.ID, Email: i.Email,
			ExpiresAt: i.ExpiresAt},
		Inviter: details.Inviter, Workspace: details.Workspace.Name, Role: i.Role,
		Language: language, Zone: details.Workspace.Timezone, Logo: logo,
	}, nil
}

// languageOfInvited is the language that the owner of the invited address chose, or else that of the inviter.
func (s *Store) languageOfInvited(ctx context.Context, d people.InvitationDetails) (domain.Language, error) {
	if !d.HasAccount {
		return d.InviterLanguage, nil
	}
	invited, known, err := s.UserByEmail(ctx, d.Invitation.Email)
	if known && invited.Language != "" {
		return invited.Language, err
	}
	return d.InviterLanguage, err
}

func (s *Store) clientLinkMailData(ctx context.Context, tokenDigest string) (MailData, error) {
	c, err := s.ClientLinkByToken(ctx, tokenDigest)
	if err != nil {
		return MailData{}, err
	}
	if c.Submission.LinkStatus(c.Link.ID, s.core.Instant()) != timesheets.LinkOpen {
		return MailData{}, problem.NotFound()
	}
	f, err := s.core.Table.BatchGet(ctx, key.Profile(c.Link.CreatedBy), key.Profile(c.Submission.UserID))
	if err != nil {
		return MailData{}, err
	}
	creator, _, err := table.Lookup[people.User](f, key.Profile(c.Link.CreatedBy))
	if err != nil {
		return MailData{}, err
	}
	submitter, _, err := table.Lookup[people.User](f, key.Profile(c.Submission.UserID))
	if err != nil {
		return MailData{}, err
	}
	logo, err := s.LogoFile(ctx, c.Workspace)
	return MailData{
		Token: people.MailedToken{Digest: tokenDigest, Kind: domain.MailClientLink, TargetID: c.Link.ID,
			Email: c.Link.Email, ExpiresAt: c.Link.ExpiresAt},
		Inviter: creator.DisplayName, Workspace: c.Workspace.Name,
		Submitter: submitter.DisplayName, Content: c.Content,
		Language: creator.Language, Zone: c.Workspace.Timezone, Logo: logo,
	}, err
}

// loginConfirmationMailData has no names: the name that a provider gives to an
// unverified user must not reach the owner of the address.
func (s *Store) loginConfirmationMailData(ctx context.Context, tokenDigest string) (MailData, error) {
	token, ok, err := s.ExternalMailedToken(ctx, tokenDigest)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	return MailData{Token: token, Language: token.Language}, err
}

// NoticeRecipient reads the account that a notice is for. Errors: not_found when the
// account is gone.
func (s *Store) NoticeRecipient(ctx context.Context, u domain.ID) (_ people.User, err error) {
	defer core.Wrap(&err, "NoticeRecipient", u)
	user, err := table.GetExisting[people.User](ctx, s.core.Table, key.Profile(u))
	if err == nil && user.Deleted() {
		err = problem.NotFound()
	}
	return user, err
}

// StayingWebhooks reads the active webhooks that a former admin of a workspace made. Errors: not_found when there is
// none, the workspace is deleted, or the maker is an active member again.
func (s *Store) StayingWebhooks(ctx context.Context, w, maker domain.ID) (_ *feed.StayingWebhooks, err error) {
	defer core.Wrap(&err, "StayingWebhooks", w, maker)
	x := new(feed.StayingWebhooks)
	if x.Workspace, err = s.core.LiveWorkspace(ctx, w); err != nil {
		return nil, err
	}
	found, err := s.core.Table.BatchGet(ctx, key.Member(w, maker), key.Profile(maker))
	if err != nil {
		return nil, err
	}
	member, _, err := table.Lookup[people.Member](found, key.Member(w, maker))
	if err != nil {
		return nil, err
	}
	if x.Maker, _, err = table.Lookup[people.User](found, key.Profile(maker)); err != nil {
		return nil, err
	}
	all, err := s.WebhooksOf(ctx, w)
	x.Webhooks = slices.DeleteFunc(all, func(h feed.Webhook) bool { return !h.IsActive || h.MadeBy != maker })
	if err == nil && (member.Active() || len(x.Webhooks) == 0) {
		err = problem.NotFound()
	}
	return x, err
}

// DeletedWorkspace reads a deleted workspace. Errors: not_found when it was restored or
// nothing is left of it.
func (s *Store) DeletedWorkspace(ctx context.Context, id domain.ID) (_ people.Workspace, err error) {
	defer core.Wrap(&err, "DeletedWorkspace", id)
	w, err := table.GetExisting[people.Workspace](ctx, s.core.Table, key.Workspace(id))
	if err == nil && !w.Deleted() {
		err = problem.NotFound()
	}
	return w, err
}
