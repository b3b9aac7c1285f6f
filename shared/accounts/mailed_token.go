package accounts

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/auth/password"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// tokenStore takes mailed tokens back.
type tokenStore interface {
	// MailedToken finds a token of a kind by its digest, with its account; ok is
	// false for one that is dead, used or of another kind.
	MailedToken(ctx context.Context, kind domain.MailKind, digest string) (t domain.MailedToken, u domain.User, ok bool, err error)
	// VerifyEmail uses a token up. Errors: validation with token_invalid,
	// conflict when the user was changed meanwhile.
	VerifyEmail(ctx context.Context, t domain.MailedToken, u domain.User) (domain.User, error)
	// ResetPassword uses a token up and ends all sessions. Errors: as VerifyEmail.
	ResetPassword(ctx context.Context, t domain.MailedToken, u domain.User, hash string) error
}

// MailedToken is a mailed token that is good, with the account that it is for.
type MailedToken struct {
	Token domain.MailedToken
	User  domain.User
}

// FindMailedToken finds a mailed token of a kind without using it up; ok is false for
// one that is unknown, used, dead or of another kind.
func (s *Service) FindMailedToken(ctx context.Context, kind domain.MailKind, raw string) (t MailedToken, ok bool, err error) {
	t.Token, t.User, ok, err = s.store.MailedToken(ctx, kind, derive.TokenDigest(raw))
	if kind == domain.MailPasswordReset && t.Token.Epoch != t.User.Epoch {
		ok = false // the password was changed since
	}
	return t, ok, err
}

// VerifyEmail uses a mailed token up to verify the address that it was sent
// to. Errors: validation with token_invalid, conflict.
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

// ResetPassword uses a letter up to give its account an acceptable password.
// All sessions end. Errors: validation with token_invalid when the letter was
// used meanwhile, conflict.
func (s *Service) ResetPassword(ctx context.Context, t MailedToken, plain string) error {
	return s.store.ResetPassword(ctx, t.Token, t.User, s.hasher.Hash(plain))
}

// CheckPassword finds what is wrong with a password that is to be chosen,
// before anything is hashed. An empty address is not compared.
func CheckPassword(issues *wire.Issues, path, plain string, e domain.Email) {
	if !issues.IsClean(path) {
		return
	}
	if code := password.Check(plain, string(e)); code != "" {
		issues.Add(path, code)
	}
}
