package calendar

import (
	"bytes"
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/problem"
	"stint/shared/vault"
	"stint/shared/wait"
)

// margin is how long before its end an access token is renewed, so that it does
// not end on its way.
const margin = time.Minute

// sealed is the connection with the tokens of a grant. A refresh token that was
// not given out anew stays. Errors: vault.ErrTooLong.
func (f *Family) sealed(ctx context.Context, c domain.CalendarConnection, g gcal.Grant) (domain.CalendarConnection, error) {
	var err error
	if c.Access, err = f.vault.Seal(ctx, c.UserID, g.Access); err != nil {
		return c, err
	}
	if g.Refresh != "" {
		if c.Refresh, err = f.vault.Seal(ctx, c.UserID, g.Refresh); err != nil {
			return c, err
		}
	}
	c.AccessUntil = domain.At(f.now().Add(max(g.Life-margin, 0)))
	return c, nil
}

// How long a renewal may take, how often those that wait for one look, and how
// long what came of it may take to be kept, however late it comes.
const (
	renewal = 10 * time.Second
	look    = 100 * time.Millisecond
	keeping = 3 * time.Second
)

var errEnded = errors.New("calendar: the connection was ended")

// renewed is the connection with a fresh access token. However many ask for it at
// once, in however many instances, the provider is asked once. Errors: errEnded; a gcal.Failure;
// calendar_token_revoked.
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

// renewOnce renews the access token unless another instance does, or has. One
// that is as before counts as used up, even while it looks good.
func (f *Family) renewOnce(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	used := c.Access
	me := domain.NewID()
	for {
		switch now := domain.At(f.now()); {
		case c.Status == domain.CalendarReconnect:
			return c, problem.New(problem.CalendarTokenRevoked)
		case c.Fresh(now) && !bytes.Equal(c.Access, used):
			return c, nil
		case !c.Renewing(now):
			renewed, err := f.claimAndRenew(ctx, c.Claimed(me, now.Plus(renewal)))
			if !errors.Is(err, errOvertaken) {
				return renewed, err
			}
		default:
			if err := wait.For(ctx, look); err != nil {
				return c, err
			}
		}
		again, ok, err := f.store.Calendar(ctx, c.UserID, c.Provider)
		if err != nil {
			return c, err
		}
		if !ok {
			return c, errEnded
		}
		c = again
	}
}

// errOvertaken says that a connection was changed meanwhile: renewed by another
// instance, made anew, or ended.
var errOvertaken = errors.New("calendar: the connection was changed meanwhile")

// keep keeps a connection in place of the version that was read. Errors:
// errOvertaken.
func (f *Family) keep(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	kept, err := f.store.ChangeCalendar(ctx, c)
	if problem.Is(err, problem.Conflict) {
		err = errOvertaken
	}
	return kept, err
}

func (f *Family) claimAndRenew(ctx context.Context, claim domain.CalendarConnection) (domain.CalendarConnection, error) {
	claimed, err := f.keep(ctx, claim)
	if err != nil {
		return claimed, err
	}
	return f.renew(ctx, claimed)
}

// renew asks the provider for a new access token, and keeps what it says. A grant
// that is gone, or that cannot be opened any more, is kept as that. What becomes
// of somebody who was overtaken is for the connection as it is now to say.
func (f *Family) renew(ctx context.Context, c domain.CalendarConnection) (domain.CalendarConnection, error) {
	fresh, failure := f.ask(ctx, c)
	switch {
	case gcal.Is(failure, gcal.Revoked), errors.Is(failure, vault.ErrSealed):
		fresh, failure = c.Revoked(), problem.Wrap(problem.CalendarTokenRevoked, failure)
	case failure != nil:
		fresh = c.Released()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keeping)
	defer cancel()
	kept, err := f.keep(ctx, fresh)
	if failure != nil && !errors.Is(err, errOvertaken) {
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
