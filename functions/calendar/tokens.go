package calendar

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/vault"
)

// margin is how long before its end an access token is renewed, so that it does
// not end on its way.
const margin = time.Minute

// sealed is the connection with the tokens of a grant. A refresh token that was
// not given out anew stays.
func (f *Family) sealed(ctx context.Context, c domain.CalendarConnection, g gcal.Grant) (domain.CalendarConnection, error) {
	var err error
	if c.Access, err = f.vault.Seal(ctx, c.UserID, g.Access); err != nil {
		return c, tooLong(err)
	}
	if g.Refresh != "" {
		if c.Refresh, err = f.vault.Seal(ctx, c.UserID, g.Refresh); err != nil {
			return c, tooLong(err)
		}
	}
	c.AccessUntil = domain.At(f.now().Add(max(g.Life-margin, 0)))
	return c, nil
}

// tooLong blames the provider for tokens that cannot be kept.
func tooLong(err error) error {
	if errors.Is(err, vault.ErrTooLong) {
		return &oauth.Failure{Step: "tokens", Reason: "one that is too long"}
	}
	return err
}

// How long a renewal may take, and how often those that wait for one look.
const (
	renewal = 10 * time.Second
	look    = 100 * time.Millisecond
)

var errEnded = errors.New("calendar: the connection was ended")

// renewed is the connection with a fresh access token. However many ask for it at
// once, in however many instances, the provider is asked once. Errors: errEnded; a gcal.Failure; calendar_token_revoked.
func (f *Family) renewed(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	result := f.renewals.DoChan(string(c.UserID), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewal) // others wait for it, too
		defer cancel()
		return f.renewOnce(ctx, c)
	})
	select {
	case <-ctx.Done():
		return c, ctx.Err()
	case r := <-result:
		return r.Val.(domain.CalendarConnection), r.Err
	}
}

// renewOnce renews the access token unless another instance does, or has.
func (f *Family) renewOnce(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	used := c.Version
	me := domain.NewID()
	for {
		switch now := domain.At(f.now()); {
		case c.Status == domain.CalendarReconnect:
			return c, problem.New(problem.CalendarTokenRevoked)
		case c.Version != used && c.Fresh(now):
			return c, nil
		case !c.Renewing(now):
			claimed, err := f.store.ChangeCalendar(ctx, c.Claimed(me, now.Plus(renewal)))
			if err == nil {
				return f.renew(ctx, claimed)
			}
			if !problem.Is(err, problem.Conflict) {
				return c, err
			}
		default:
			if err := pause(ctx, look); err != nil {
				return c, err
			}
		}
		again, ok, err := f.store.Calendar(ctx, c.UserID, c.Provider)
		if err != nil || !ok {
			return c, errors.Join(err, errEnded)
		}
		c = again
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// renew asks the provider for a new access token, and keeps what it says. A grant
// that is gone, or that cannot be opened any more, is kept as that.
func (f *Family) renew(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	fresh, failure := f.ask(ctx, c)
	switch {
	case gcal.Is(failure, gcal.Revoked), errors.Is(failure, vault.ErrSealed):
		fresh, failure = c.Revoked(), problem.Wrap(problem.CalendarTokenRevoked, failure)
	case failure != nil:
		fresh = c.Released()
	}
	kept, err := f.store.ChangeCalendar(ctx, fresh)
	if problem.Is(err, problem.Conflict) {
		err = errEnded // and perhaps connected anew: by the next request
	}
	if failure != nil {
		return c, failure
	}
	return kept, err
}

func (f *Family) ask(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	refresh, err := f.vault.Open(ctx, c.UserID, c.Refresh)
	if err != nil {
		return c, err
	}
	grant, err := f.provider.Renew(ctx, refresh)
	if err != nil {
		return c, err
	}
	return f.sealed(ctx, c.Released(), grant)
}
