package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/limits"
	"stint/shared/problem"
	"stint/shared/store/peopledb"
)

// tokenStore finds and uses mailed tokens.
type tokenStore interface {
	// MailedToken finds a token of a kind by its digest, with its account; ok is
	// false for a token that is unknown, expired, used or of another kind.
	MailedToken(ctx context.Context, kind domain.MailKind,
		digest string) (t people.MailedToken, u people.User, ok bool, err error)
	// VerifyEmail uses a token to prove the address. Errors: validation with
	// token_invalid; conflict when the user was changed since it was read, or the
	// session that stays valid has ended.
	VerifyEmail(ctx context.Context, v peopledb.EmailVerification) (people.User, error)
	// ResetPassword uses a token and writes the account after a reset. Errors: as
	// VerifyEmail.
	ResetPassword(ctx context.Context, t people.MailedToken, c peopledb.AccessChange) error
}

// MailedToken is a valid mailed token with its account.
type MailedToken struct {
	Token people.MailedToken
	User  people.User
}

// FindMailedToken finds a mailed token of a kind without using it; ok is false for a
// token that is unknown, used, expired or of another kind.
func (s *Service) FindMailedToken(ctx context.Context, kind domain.MailKind,
	raw string) (t MailedToken, ok bool, err error) {
	return s.findTokenByDigest(ctx, kind, opaque.TokenDigest(raw))
}

func (s *Service) findTokenByDigest(ctx context.Context, kind domain.MailKind,
	digest string) (t MailedToken, ok bool, err error) {
	t.Token, t.User, ok, err = s.store.MailedToken(ctx, kind, digest)
	if kind == domain.MailPasswordReset && t.Token.Epoch != t.User.PasswordEpoch {
		ok = false // the password was changed, or the address proved, after the mail was sent
	}
	return t, ok, err
}

// PasswordReset is the use of a mailed token to set a password.
type PasswordReset struct {
	Token       MailedToken
	Password    string // that CheckPassword has accepted
	KeepAPIKeys bool   // whether the API keys of the account stay valid
}

// ResetPassword sets the password of an account and ends all sessions, and all API keys
// unless KeepAPIKeys is set. It proves the address, because the token was sent there. The
// network becomes known unless the account has a second factor.
// Errors: validation with token_invalid when the token was used since it was found,
// conflict.
func (s *Service) ResetPassword(ctx context.Context, now domain.Instant, r PasswordReset) error {
	hash := s.hasher.Hash(r.Password)
	var user people.User
	err := s.retryProof(ctx, r.Token, func(t MailedToken) error {
		user = t.User.ResetPassword(hash, r.KeepAPIKeys, now)
		return s.store.ResetPassword(ctx, t.Token, peopledb.AccessChange{Was: t.User, User: user, OfAnyVersion: true})
	})
	if err == nil && !user.HasSecondFactor() {
		s.RememberNetwork(ctx, user) // with a second factor, a sign-in does it: the mailbox alone opens nothing
	}
	return err
}

// MaySend counts a mail that anybody can request for an address, whether or not it has
// an account. Over a limit it is false: the mail is not sent, and the answer is the
// same as if it was, so that it reveals nothing.
func (s *Service) MaySend(ctx context.Context, attempt string, kind domain.MailKind, to domain.Email) (bool, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.CountAttempt(ctx, attempt, to) })
	group.Go(func() error { return s.mail.Count(ctx, limits.Sending{Kind: kind, To: to}) })
	err := group.Wait()
	if problem.Is(err, problem.CodeRateLimited) {
		return false, nil
	}
	return err == nil, err
}

// MaySendReset is MaySend for the reset of a password. It finds the account of the address at
// the same time; known is false when there is none.
func (s *Service) MaySendReset(ctx context.Context,
	to domain.Email) (may bool, user people.User, known bool, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		may, err = s.MaySend(ctx, AttemptReset, domain.MailPasswordReset, to)
		return err
	})
	group.Go(func() (err error) {
		user, known, err = s.store.UserByEmail(ctx, to)
		return err
	})
	err = group.Wait()
	return may, user, known, err
}

// CountMail counts a mail that a user causes. Errors: rate_limited.
func (s *Service) CountMail(ctx context.Context, m limits.Sending) error { return s.mail.Count(ctx, m) }
