package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// TokenMail is a mail together with the mailed token in it.
type TokenMail struct {
	Mail  domain.Mail
	Token people.MailedToken
}

// SendTokenMail queues a mail and keeps its token.
func (s *Store) SendTokenMail(ctx context.Context, x TokenMail) (err error) {
	defer core.Wrap(&err, "SendTokenMail")
	return s.Table.Commit(ctx, table.Create(TokenItem(x.Token)), core.Enqueue(x.Mail, x.Mail.CreatedAt))
}

// MailedToken finds a mailed token by its digest, with its account; ok is false
// when the token or the account is gone, the token is of another kind, or the
// account has another address.
func (s *Store) MailedToken(
	ctx context.Context, kind domain.MailKind, digest string,
) (t people.MailedToken, u people.User, ok bool, err error) {
	defer core.Wrap(&err, "MailedToken")
	t, ok, err = table.Get[people.MailedToken](ctx, s.Table, key.Token(digest))
	if err != nil || !ok || t.Kind != kind {
		return t, u, false, err
	}
	u, ok, err = table.Get[people.User](ctx, s.Table, key.Profile(t.UserID))
	return t, u, ok && !u.Deleted() && u.Email == t.Email, err
}

// EmailVerification is the use of a mailed token to prove an address.
type EmailVerification struct {
	Token  people.MailedToken
	Change AccessChange
	Keep   *people.Session // stays valid; nil for none
}

// VerifyEmail uses a token to prove the address of an account. An account that was
// proved before stays as it is. Errors: validation token_invalid when the token was
// used concurrently; conflict when the account was changed or the session has ended.
func (s *Store) VerifyEmail(ctx context.Context, v EmailVerification) (_ people.User, err error) {
	defer core.Wrap(&err, "VerifyEmail")
	if !people.IsFirstProof(v.Change.Was, v.Change.User) {
		return v.Change.Was, s.Table.Commit(ctx, consumeToken(v.Token))
	}
	if err := s.prepare(ctx, &v.Change); err != nil {
		return v.Change.Was, err
	}
	u, changes := v.Change.write()
	actions := append([]table.Action{consumeToken(v.Token)}, changes...)
	if v.Keep != nil {
		actions = append(actions, keepSession(*v.Keep, u))
	}
	return u, s.Table.Commit(ctx, actions...)
}

// ResetPassword uses a token, writes the account after a reset, and tells the account.
// Errors: validation token_invalid when the token was used concurrently; conflict when
// the account was changed.
func (s *Store) ResetPassword(ctx context.Context, t people.MailedToken, c AccessChange) (err error) {
	defer core.Wrap(&err, "ResetPassword")
	if err := s.prepare(ctx, &c); err != nil {
		return err
	}
	_, changes := c.write()
	actions := append([]table.Action{consumeToken(t)}, changes...)
	return s.Table.Commit(ctx, append(actions, s.Notify(domain.NoticePassword, c.User.ID))...)
}

// consumeToken deletes a token, which must exist, so that it works once.
func consumeToken(t people.MailedToken) table.Action {
	same := core.Field[people.MailedToken]("Digest").Equal(expression.Value(t.Digest))
	return table.Delete(key.Token(t.Digest)).Provided(same).Or(problem.InvalidField("token", problem.TokenInvalid))
}

// TokenItem is the item of a mailed token, which expires with the token.
func TokenItem(t people.MailedToken) table.Item {
	return table.WithExpiry(table.Encode(key.Token(t.Digest), t), t.ExpiresAt.Time)
}
