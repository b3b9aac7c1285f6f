package calendar

import (
	"bytes"
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/vault"
)

// expiryMargin is how long before its end an access token is renewed, so that it does
// not end on its way.
const expiryMargin = time.Minute

// sealTokens is the connection with the tokens of a grant. A refresh token that was
// not given out anew stays. Errors: vault.ErrTooLong.
func (f *Family) sealTokens(ctx context.Context, c domain.CalendarConnection, g gcal.Grant) (domain.CalendarConnection, error) {
	var err error
	if c.AccessToken, err = f.vault.Seal(ctx, c.UserID, g.AccessToken); err != nil {
		return c, err
	}
	if g.RefreshToken != "" {
		if c.RefreshToken, err = f.vault.Seal(ctx, c.UserID, g.RefreshToken); err != nil {
			return c, err
		}
	}
	c.AccessTokenUntil = domain.InstantOf(f.now().Add(max(g.Lifetime-expiryMargin, 0)))
	return c, nil
}

// How long a renewal may take, how often those that wait for one look, and how
// long what came of it may take to be kept, however late it comes.
const (
	renewTimeout = 10 * time.Second
	pollInterval = 100 * time.Millisecond
	saveTimeout  = 3 * time.Second
)

var errDisconnected = errors.New("calendar: the connection was ended")

// renewAccessToken is the connection with a fresh access token. However many ask for it at
// once, in however many instances, the provider is asked once. Errors: errDisconnected; a gcal.Failure;
// calendar_token_revoked.
func (f *Family) renewAccessToken(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	result := f.renewals.DoChan(string(c.UserID), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewTimeout) // others wait for it, too
		defer cancel()
		return f.renewOrWait(ctx, c)
	})
	select {
	case <-ctx.Done():
		return c, ctx.Err()
	case r := <-result:
		return r.Val.(domain.CalendarConnection), r.Err
	}
}

// renewOrWait renews the access token unless another instance does, or has. One
// that is as before counts as used up, even while it looks good.
func (f *Family) renewOrWait(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	used := c.AccessToken
	renewerID := domain.NewID()
	for {
		switch now := domain.InstantOf(f.now()); {
		case c.Status == domain.CalendarReconnectRequired:
			return c, problem.New(problem.CodeCalendarTokenRevoked)
		case c.HasFreshToken(now) && !bytes.Equal(c.AccessToken, used):
			return c, nil
		case !c.Renewing(now):
			renewed, err := f.claimAndRenew(ctx, c.ClaimRenewal(renewerID, now.Plus(renewTimeout)))
			if !errors.Is(err, errConnectionChanged) {
				return renewed, err
			}
		default:
			if err := retry.Wait(ctx, pollInterval); err != nil {
				return c, err
			}
		}
		current, ok, err := f.store.Calendar(ctx, c.UserID, c.Provider)
		if err != nil {
			return c, err
		}
		if !ok {
			return c, errDisconnected
		}
		c = current
	}
}

// errConnectionChanged says that a connection was changed meanwhile: renewed by another
// instance, made anew, or ended.
var errConnectionChanged = errors.New("calendar: the connection was changed meanwhile")

// saveConnection keeps a connection in place of the version that was read. Errors:
// errConnectionChanged.
func (f *Family) saveConnection(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	saved, err := f.store.ChangeCalendar(ctx, c)
	if problem.Is(err, problem.CodeConflict) {
		err = errConnectionChanged
	}
	return saved, err
}

func (f *Family) claimAndRenew(ctx context.Context, claim domain.CalendarConnection) (domain.CalendarConnection, error) {
	claimed, err := f.saveConnection(ctx, claim)
	if err != nil {
		return claimed, err
	}
	return f.renewClaimed(ctx, claimed)
}

// renewClaimed asks the provider for a new access token, and keeps what it says. A grant
// that is gone, or that cannot be opened any more, is kept as that. What becomes
// of somebody who was overtaken is for the connection as it is now to say.
func (f *Family) renewClaimed(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	fresh, failure := f.requestToken(ctx, c)
	switch {
	case gcal.Is(failure, gcal.Revoked), errors.Is(failure, vault.ErrCannotOpen):
		fresh, failure = c.RequireReconnect(), problem.Wrap(problem.CodeCalendarTokenRevoked, failure)
	case failure != nil:
		fresh = c.ReleaseRenewal()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	saved, err := f.saveConnection(ctx, fresh)
	if failure != nil && !errors.Is(err, errConnectionChanged) {
		return c, failure
	}
	return saved, err
}

func (f *Family) requestToken(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	refresh, err := f.vault.Open(ctx, c.UserID, c.RefreshToken)
	if err != nil {
		return c, err
	}
	grant, err := f.provider.Refresh(ctx, refresh)
	if err != nil {
		return c, err
	}
	return f.sealTokens(ctx, c.ReleaseRenewal(), grant)
}
