package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// AfterSignIn does what follows a new session: the account remembers the network, and
// its oldest sessions end when it has too many. Failures do not fail the sign-in; the
// next one tries again.
func (s *Service) AfterSignIn(ctx context.Context, u domain.User) {
	var group errgroup.Group
	group.Go(func() error {
		s.RememberNetwork(ctx, u.Email)
		return nil
	})
	group.Go(func() error {
		if keep := s.config.Limits.Sessions; keep > 0 {
			_ = s.store.EndOldestSessions(ctx, u, keep)
		}
		return nil
	})
	_ = group.Wait()
}
