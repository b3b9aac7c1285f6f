package calendar

import (
	"bytes"
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/gcal"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/vault"
)

// expiryMargin is how long before its end an access token is renewed, so that it does
// not expire during the request.
const expiryMargin = time.Minute

// sealTokens adds the encrypted tokens of a grant to the connection. The refresh token
// stays when the grant has none. Errors: vault.ErrTooLong.
func (f *Family) sealTokens(ctx context.Context, c people.CalendarConnection,
	g gcal.Grant) (people.CalendarConnection, error) {
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

const (
	renewTimeout = 10 * time.Second       // how long a renewal may take
	pollInterval = 100 * time.Millisecond // how often others check whether it is done
	saveTimeout  = 3 * time.Second        // how long writing its result may take after that
)

var errDisconnected = errors.New("calendar: the connection was ended")

// renewAccessToken returns the connection with a fresh access token. Concurrent
// requests share one renewal, also across instances. Errors: errDisconnected; a
// gcal.Failure; calendar_token_revoked.
func (f *Family) renewAccessToken(ctx context.Context, c people.CalendarConnection) (people.CalendarConnection, error) {
	result := f.renewals.DoChan(string(c.UserID), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewTimeout) // other requests share this renewal
		defer cancel()
		return f.renewOrWait(ctx, c)
	})
	select {
	case <-ctx.Done():
		return c, ctx.Err()
	case r := <-result:
		return r.Val.(people.CalendarConnection), r.Err
	}
}

// renewOrWait renews the access token, or waits for another instance that renews it.
// The token that the connection has at the call has expired or was refused, so only
// another one counts as fresh.
func (f *Family) renewOrWait(ctx context.Context, c people.CalendarConnection) (people.CalendarConnection, error) {
	used := c.AccessToken
	renewerID := domain.NewID()
	for {
		switch now := domain.InstantOf(f.now()); {
		case c.Status == people.CalendarReconnectRequired:
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

// errConnectionChanged says that another request renewed, replaced or removed the
// connection.
var errConnectionChanged = errors.New("calendar: the connection has changed since it was read")

// saveConnection writes a connection. Errors: errConnectionChanged when it is not the
// version that was read.
func (f *Family) saveConnection(ctx context.Context, c people.CalendarConnection) (people.CalendarConnection, error) {
	saved, err := f.store.ChangeCalendar(ctx, c)
	if problem.Is(err, problem.CodeConflict) {
		err = errConnectionChanged
	}
	return saved, err
}

func (f *Family) claimAndRenew(ctx context.Context,
	claim people.CalendarConnection) (people.CalendarConnection, error) {
	claimed, err := f.saveConnection(ctx, claim)
	if err != nil {
		return claimed, err
	}
	return f.renewClaimed(ctx, claimed)
}

// renewClaimed requests a new access token from the provider and saves the result. It
// marks the connection when the grant was revoked or its token cannot be decrypted.
// When another request changed the connection, that change wins: the error is
// errConnectionChanged, and the caller reads the connection again.
func (f *Family) renewClaimed(ctx context.Context, c people.CalendarConnection) (people.CalendarConnection, error) {
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

func (f *Family) requestToken(ctx context.Context, c people.CalendarConnection) (people.CalendarConnection, error) {
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
