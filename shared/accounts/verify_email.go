package accounts

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

// EmailConfirmation is the use of a mailed token to prove an address. It also needs a
// credential of the account: otherwise a click of the owner of an address would prove
// an account that another person registered.
type EmailConfirmation struct {
	Token    string
	Session  *people.Session       // of the access token; nil without one
	Password wire.Optional[string] // of the account
}

// VerifyEmail proves the address of an account. The session of the confirmation stays
// valid. Errors: validation with token_invalid, also for the token of another account
// than the session's and of a disabled account; with required for the password when there is no session either;
// with password_incorrect; rate_limited, conflict.
func (s *Service) VerifyEmail(ctx context.Context, now domain.Instant,
	c EmailConfirmation) (user people.User, err error) {
	mailed, err := s.checkConfirmation(ctx, c)
	if err != nil {
		return user, err
	}
	err = s.retryProof(ctx, mailed, func(t MailedToken) error {
		if !t.User.MayAct() {
			return errTokenInvalid // disabled since it was checked
		}
		if c.Session == nil && t.User.PasswordHash != mailed.User.PasswordHash {
			return problem.InvalidField("password", problem.PasswordIncorrect) // changed since it was checked
		}
		user, err = s.store.VerifyEmail(ctx, peopledb.EmailVerification{
			Token: t.Token, Keep: c.Session,
			Change: peopledb.AccessChange{Was: t.User, User: t.User.ProveEmail(people.ProofWithAccount, now)},
		})
		return err
	})
	return user, err
}

// checkConfirmation finds the token of a confirmation and checks its credential. Every
// attempt at a password is counted. Errors: as VerifyEmail.
func (s *Service) checkConfirmation(ctx context.Context, c EmailConfirmation) (MailedToken, error) {
	var issues wire.Issues
	mailed, ok, err := s.FindMailedToken(ctx, domain.MailVerifyEmail, c.Token)
	if err != nil {
		return mailed, err
	}
	if !ok || !mailed.User.MayAct() || c.Session != nil && c.Session.UserID != mailed.User.ID {
		issues.Add("token", problem.TokenInvalid)
	}
	switch {
	case c.Session == nil && !c.Password.Set:
		issues.Add("password", problem.Required)
	case c.Password.Set && issues.IsClean("token"):
		guess, err := s.BeginGuess(ctx, AttemptPassword, mailed.User)
		if err != nil {
			return mailed, err
		}
		if right, _ := s.hasher.Verify(mailed.User.PasswordHash, c.Password.Value); right {
			guess.WasRight(ctx)
		} else {
			issues.Add("password", problem.PasswordIncorrect)
		}
	}
	return mailed, issues.Err()
}

// proofTries is how often a proof is tried while other requests change the account. So
// the sessions that the proof ends cannot hold it off by changing the account.
var proofTries = retry.Policy{Tries: 12, Min: 5 * time.Millisecond, Max: 200 * time.Millisecond}

// retryProof runs a write that proves an address. After a conflict it finds the token
// again, with the account as it is by then. Errors: validation with token_invalid when
// the token was used, conflict.
func (s *Service) retryProof(ctx context.Context, t MailedToken, write func(MailedToken) error) error {
	first := true
	return retry.Do(ctx, proofTries, func() (bool, error) {
		if !first {
			again, ok, err := s.findTokenByDigest(ctx, t.Token.Kind, t.Token.Digest)
			if err != nil {
				return false, err
			}
			if !ok {
				return false, errTokenInvalid
			}
			t = again
		}
		first = false
		err := write(t)
		return problem.Is(err, problem.CodeConflict), err
	})
}
