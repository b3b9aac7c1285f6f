package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// TokenMail is a mail that carries a one-time token, with that token.
type TokenMail struct {
	Mail  domain.Mail
	Token domain.MailedToken
}

// SendTokenMail puts a mail into the queue together with the token it will carry.
func (s *Store) SendTokenMail(ctx context.Context, x TokenMail) error {
	return s.table.Commit(ctx, table.Create(tokenItem(x.Token)), enqueue(x.Mail, x.Mail.CreatedAt))
}

// MailedToken finds a one-time token by its digest with the account it is for; ok is
// false when the token or its account is gone, or the token is not of the kind.
func (s *Store) MailedToken(ctx context.Context, kind domain.MailKind, digest string) (t domain.MailedToken, u domain.User, ok bool, err error) {
	t, ok, err = table.Get[domain.MailedToken](ctx, s.table, tokenKey(digest))
	if err != nil || !ok || t.Kind != kind {
		return t, u, false, err
	}
	u, ok, err = table.Get[domain.User](ctx, s.table, profileKey(t.UserID))
	return t, u, ok && u.Email == t.Email, err
}

// VerifyEmail uses a token up to verify the address of the account that was
// read with it. Errors: validation with token_invalid when the token was used
// meanwhile; conflict when the account was changed.
func (s *Store) VerifyEmail(ctx context.Context, t domain.MailedToken, u domain.User) (domain.User, error) {
	u.EmailVerified = true
	err := s.table.Commit(ctx, consumeToken(t), updateProfile(&u))
	return u, err
}

// ResetPassword uses a token up to give the account that was read with it a new
// password in a new epoch, so that all sessions end. Whoever holds the token
// reads the mail of the address, which verifies it. Errors: validation with
// token_invalid when the token was used meanwhile; conflict when the account
// was changed.
func (s *Store) ResetPassword(ctx context.Context, t domain.MailedToken, u domain.User, hash string) error {
	u.PasswordHash, u.EmailVerified = hash, true
	u.Epoch++
	return s.table.Commit(ctx, consumeToken(t), updateProfile(&u))
}

// consumeToken takes a token out of the table, once.
func consumeToken(t domain.MailedToken) table.Action {
	same := expression.Name("digest").Equal(expression.Value(t.Digest))
	return table.Delete(tokenKey(t.Digest)).Provided(same).Or(problem.InvalidField("token", problem.TokenInvalid))
}
