package accounts

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
)

// tokenStore finds and uses mailed tokens.
type tokenStore interface {
	// MailedToken finds a token of a kind by its digest, with its account; ok is
	// false for a token that is unknown, expired, used or of another kind.
	MailedToken(ctx context.Context, kind domain.MailKind, digest string) (t domain.MailedToken, u domain.User, ok bool, err error)
	// VerifyEmail uses a token and verifies the address. Errors: validation with
	// token_invalid; conflict when the user was changed since it was read.
	VerifyEmail(ctx context.Context, t domain.MailedToken, u domain.User) (domain.User, error)
	// ResetPassword uses a token and writes the account after a reset. Errors: as
	// VerifyEmail.
	ResetPassword(ctx context.Context, t domain.MailedToken, u domain.User) error
}

// MailedToken is a valid mailed token with its account.
type MailedToken struct {
	Token domain.MailedToken
	User  domain.User
}

// FindMailedToken finds a mailed token of a kind without using it; ok is false for a
// token that is unknown, used, expired or of another kind.
func (s *Service) FindMailedToken(ctx context.Context, kind domain.MailKind, raw string) (t MailedToken, ok bool, err error) {
	t.Token, t.User, ok, err = s.store.MailedToken(ctx, kind, derive.TokenDigest(raw))
	if kind == domain.MailPasswordReset && t.Token.Epoch != t.User.Epoch {
		ok = false // the password was changed after the mail was sent
	}
	return t, ok, err
}

// VerifyEmail uses a mailed token to verify the address that it was sent to. Errors:
// validation with token_invalid, conflict.
func (s *Service) VerifyEmail(ctx context.Context, raw string) (domain.User, error) {
	t, ok, err := s.FindMailedToken(ctx, domain.MailVerifyEmail, raw)
	if err != nil {
		return domain.User{}, err
	}
	if !ok {
		return domain.User{}, problem.InvalidField("token", problem.TokenInvalid)
	}
	return s.store.VerifyEmail(ctx, t.Token, t.User)
}

// PasswordReset is the use of a mailed token to set a password.
type PasswordReset struct {
	Token       MailedToken
	Password    string // that CheckPassword has accepted
	KeepAPIKeys bool   // whether the API keys of the account stay valid
}

// ResetPassword sets the password of an account and ends all sessions, and all API keys
// unless KeepAPIKeys is set. The address counts as verified, because the token was sent
// there. Errors: validation with token_invalid when the token was used since it was
// found, conflict.
func (s *Service) ResetPassword(ctx context.Context, now domain.Instant, r PasswordReset) error {
	user := r.Token.User.ResetPassword(s.hasher.Hash(r.Password), r.KeepAPIKeys, now)
	user.EmailVerified = true
	if err := s.store.ResetPassword(ctx, r.Token.Token, user); err != nil {
		return err
	}
	s.RememberNetwork(ctx, user.Email)
	return nil
}
