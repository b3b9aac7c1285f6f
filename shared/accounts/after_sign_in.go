package accounts

import (
	"context"
	"sync"

	"stint/shared/domain"
)

// AfterSignIn does what follows a new session: the account remembers the network, and
// its oldest sessions end when it has too many. Failures do not fail the sign-in; the
// next one tries again.
func (s *Service) AfterSignIn(ctx context.Context, u domain.User) {
	var group sync.WaitGroup
	group.Go(func() { s.RememberNetwork(ctx, u) })
	group.Go(func() {
		if keep := s.config.Limits.Sessions; keep > 0 {
			_ = s.store.EndOldestSessions(ctx, u, keep)
		}
	})
	group.Wait()
}
