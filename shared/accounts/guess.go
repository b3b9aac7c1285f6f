package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

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
func (s *Service) BeginGuess(ctx context.Context, kind string, u domain.User) (Guess, error) {
	g, _, _, err := s.beginGuess(ctx, kind, u.Email, func(context.Context) (domain.User, bool, error) { return u, true, nil })
	return g, err
}

// BeginGuessAndFindUser begins a guess and finds the account at the same time; ok is
// false when there is none. An address without an account counts alike. Errors:
// rate_limited.
func (s *Service) BeginGuessAndFindUser(ctx context.Context, kind string, e domain.Email) (g Guess, user domain.User, ok bool, err error) {
	return s.beginGuess(ctx, kind, e, func(ctx context.Context) (domain.User, bool, error) { return s.store.UserByEmail(ctx, e) })
}

func (s *Service) beginGuess(ctx context.Context, kind string, e domain.Email, find func(context.Context) (domain.User, bool, error)) (g Guess, user domain.User, ok bool, err error) {
	var network *domain.KnownNetwork
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
// A failure must not fail the sign-in. The next one tries again.
func (s *Service) RememberNetwork(ctx context.Context, u domain.User) {
	if s.config.Limits.FailuresPerDay > 0 {
		_ = s.rememberNetwork(ctx, u)
	}
}
