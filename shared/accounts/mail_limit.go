package accounts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/limits"
	"stint/shared/problem"
)

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

// MaySendAndFindUser is MaySend that finds the account of the address at the same time;
// known is false when there is none.
func (s *Service) MaySendAndFindUser(ctx context.Context, attempt string, kind domain.MailKind, to domain.Email) (may bool, user domain.User, known bool, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		may, err = s.MaySend(ctx, attempt, kind, to)
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
