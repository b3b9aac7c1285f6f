package accounts

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/auth/password"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// letters takes mailed tokens back.
type letters interface {
	// Letter finds a token of a kind by its digest, with its account; ok is
	// false for one that is dead, used or of another kind.
	Letter(ctx context.Context, kind domain.MailKind, digest string) (t domain.Token, u domain.User, ok bool, err error)
	// VerifyEmail uses a token up. Errors: validation with token_invalid,
	// conflict when the user was changed meanwhile.
	VerifyEmail(ctx context.Context, t domain.Token, u domain.User) (domain.User, error)
	// ResetPassword uses a token up and ends all sessions. Errors: as VerifyEmail.
	ResetPassword(ctx context.Context, t domain.Token, u domain.User, hash string) error
}

// Letter is a mailed token that is good, with the account that it is for.
type Letter struct {
	Token domain.Token
	User  domain.User
}

// Letter finds a mailed token of a kind without using it up; ok is false for
// one that is unknown, used, dead or of another kind.
func (d *Desk) Letter(ctx context.Context, kind domain.MailKind, raw string) (l Letter, ok bool, err error) {
	l.Token, l.User, ok, err = d.store.Letter(ctx, kind, derive.Digest(raw))
	if kind == domain.MailPasswordReset && l.Token.Epoch != l.User.Epoch {
		ok = false // the password was changed since
	}
	return l, ok, err
}

// VerifyEmail uses a mailed token up to verify the address that it was sent
// to. Errors: validation with token_invalid, conflict.
func (d *Desk) VerifyEmail(ctx context.Context, raw string) (domain.User, error) {
	l, ok, err := d.Letter(ctx, domain.MailVerifyEmail, raw)
	if err != nil {
		return domain.User{}, err
	}
	if !ok {
		return domain.User{}, problem.InvalidField("token", problem.TokenInvalid)
	}
	return d.store.VerifyEmail(ctx, l.Token, l.User)
}

// ResetPassword uses a letter up to give its account an acceptable password.
// All sessions end. Errors: validation with token_invalid when the letter was
// used meanwhile, conflict.
func (d *Desk) ResetPassword(ctx context.Context, l Letter, plain string) error {
	return d.store.ResetPassword(ctx, l.Token, l.User, d.hasher.Hash(plain))
}

// CheckPassword finds what is wrong with a password that is to be chosen,
// before anything is hashed. An empty address is not compared.
func CheckPassword(issues *wire.Issues, path, plain string, e domain.Email) {
	if !issues.Clean(path) {
		return
	}
	if code := password.Acceptable(plain, string(e)); code != "" {
		issues.Add(path, code)
	}
}
