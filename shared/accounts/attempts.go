package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/secret"
)

// The kinds of attempts that are counted per account and network. Each has a window of its own.
// The limit per client network is in shared/route/network_limit.go.
const (
	AttemptRegister = "account.register"
	AttemptLogin    = "account.login"
	AttemptPassword = "account.password" // the current password of a signed-in user
	AttemptCode     = "account.code"     // a code of the second factor of a signed-in user
	AttemptReset    = "account.reset"
	AttemptVerify   = "account.verify"
	AttemptExternal = "account.external" // a sign-in at a provider that gives this address
)

// CountAttempt counts an attempt at the account of an address from the network of the
// request, whether or not the account exists. Attempts from elsewhere count apart, so
// that they do not lock the owner out. Errors: rate_limited.
func (s *Service) CountAttempt(ctx context.Context, kind string, e domain.Email) error {
	if s.config.AttemptsPerAccount == 0 {
		return nil
	}
	return s.store.CountAttempt(ctx, kind, string(e)+"\n"+edge.RequestInfoFrom(ctx).Network(), s.config.AttemptsPerAccount)
}

// Guess is an attempt at a secret of an account, such as its password.
type Guess struct {
	service *Service
	failure *domain.Quota // counted already; nil from a known network
}

// BeginGuess counts an attempt at a secret of an account before the secret is checked.
// From a network that the account never signed in from, the guess counts as a failure
// until it turns out right. So others cannot lock out the owner, who has a known
// network, and many networks together have a bounded number of guesses a day. Errors:
// rate_limited.
func (s *Service) BeginGuess(ctx context.Context, kind string, u people.User) (Guess, error) {
	g, _, _, err := s.beginGuess(ctx, kind, u.Email,
		func(context.Context) (people.User, bool, error) { return u, true, nil })
	return g, err
}

// beginGuessAndFindUser begins a guess and finds the account at the same time; ok is
// false when there is none. An address without an account counts alike. Errors:
// rate_limited.
func (s *Service) beginGuessAndFindUser(ctx context.Context, kind string,
	e domain.Email) (g Guess, user people.User, ok bool, err error) {
	return s.beginGuess(ctx, kind, e,
		func(ctx context.Context) (people.User, bool, error) { return s.store.UserByEmail(ctx, e) })
}

func (s *Service) beginGuess(ctx context.Context, kind string, e domain.Email,
	find func(context.Context) (people.User, bool, error)) (g Guess, user people.User, ok bool, err error) {
	var network *people.KnownNetwork
	limit := s.config.Limits.FailuresPerDay
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.CountAttempt(groupCtx, kind, e) })
	group.Go(func() (err error) {
		user, ok, err = find(groupCtx)
		return err
	})
	if limit > 0 {
		group.Go(func() (err error) {
			network, err = s.knownNetwork(groupCtx, e)
			return err
		})
	}
	if err := group.Wait(); err != nil || limit == 0 || network != nil && user.KnowsNetwork(*network) {
		return Guess{}, user, ok, err
	}
	failure := &domain.Quota{Kind: "account.failure", Subject: string(e), Limit: limit, Window: domain.Day}
	return Guess{s, failure}, user, ok, s.store.Count(ctx, *failure)
}

// WasRight takes the failure back. When that fails, one of the day's failures is lost.
func (g Guess) WasRight(ctx context.Context) {
	if g.failure != nil {
		_ = g.service.store.Uncount(ctx, *g.failure)
	}
}

// RememberNetwork notes that the account proved itself from the network of the request.
// An error must not fail the sign-in. The next sign-in tries again.
func (s *Service) RememberNetwork(ctx context.Context, u people.User) {
	if s.config.Limits.FailuresPerDay > 0 {
		_ = s.rememberNetwork(ctx, u)
	}
}

// rememberNetwork notes that the account signed in from the network of the request.
func (s *Service) rememberNetwork(ctx context.Context, u people.User) error {
	hash, err := s.networkHash(ctx, u.Email)
	if err != nil {
		return err
	}
	return s.store.RememberNetwork(ctx, hash, u.KnownNetwork())
}

// knownNetwork is the note of the network of the request; nil when there is none.
func (s *Service) knownNetwork(ctx context.Context, e domain.Email) (*people.KnownNetwork, error) {
	hash, err := s.networkHash(ctx, e)
	if err != nil {
		return nil, err
	}
	network, ok, err := s.store.KnownNetwork(ctx, hash)
	if err != nil || !ok {
		return nil, err
	}
	return &network, nil
}

// noteFailure notes for the log from which network a sign-in failed, without the network: 16 digits of a keyed hash
// tell networks apart. It reads nothing more than the failed sign-in did. An error must not change the answer.
func (s *Service) noteFailure(ctx context.Context) {
	if hash, err := s.networkHash(ctx, ""); err == nil {
		edge.RequestInfoFrom(ctx).FailedFrom = hash[:16]
	}
}

// networkHash is a keyed hash of an account's address and the network of the request.
func (s *Service) networkHash(ctx context.Context, e domain.Email) (string, error) {
	key, err := s.secrets.Key(ctx, secret.Network)
	if err != nil {
		return "", err
	}
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(string(e) + "\n" + edge.RequestInfoFrom(ctx).Network()))
	return hex.EncodeToString(hash.Sum(nil)), nil
}
