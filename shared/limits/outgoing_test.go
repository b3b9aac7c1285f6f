package limits_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/limits"
)

// slowWindows answer about one subject when the context ends, and about others at once.
type slowWindows struct{ *sharedWindows }

func (s slowWindows) AddToWindow(ctx context.Context, q domain.Quota, at time.Time, uses int) (int, error) {
	if q.Subject == "slow" {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	return s.sharedWindows.AddToWindow(ctx, q, at, uses)
}

// A window that does not answer delays the webhooks of its workspace alone, and for a second.
func TestASlowWindowDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := limits.NewOutgoing(slowWindows{newShared()}, time.Now, config.Limits{Webhooks: 60})
		began, failed := time.Now(), make(chan error)
		go func() {
			_, _, err := o.TakeForWebhook(t.Context(), "slow", "example.com")
			failed <- err
		}()
		synctest.Wait()
		if _, ok, err := o.TakeForWebhook(t.Context(), "w", "example.com"); !ok || err != nil || time.Since(began) > 0 {
			t.Errorf("another workspace: %v %v after %v", ok, err, time.Since(began))
		}
		if err := <-failed; err == nil || time.Since(began) != time.Second {
			t.Errorf("the slow one: %v after %v", err, time.Since(began))
		}
	})
}

// An allowance is of the window in which it is used.
func TestAllowancesEndWithTheirWindow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := newShared()
		o := limits.NewOutgoing(shared, time.Now, config.Limits{Webhooks: 12, WebhookHost: 12})
		take := func() (sent int) {
			for range 20 {
				if _, ok, _ := o.TakeForWebhook(t.Context(), "w", "example.com"); ok {
					sent++
				}
			}
			return sent
		}
		for minute := range 3 {
			if n := take(); n != 12 {
				t.Errorf("minute %d: %d were sent, want 12", minute, n)
			}
			time.Sleep(time.Minute)
		}
	})
}

// What a host may not get any more is left for the other hosts of the workspace.
func TestAFullHostTakesNothingOfOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := limits.NewOutgoing(newShared(), time.Now, config.Limits{Webhooks: 12, WebhookHost: 4})
		take := func(host string) (sent int) {
			for range 20 {
				if _, ok, _ := o.TakeForWebhook(t.Context(), "w", host); ok {
					sent++
				}
			}
			return sent
		}
		if full, other := take("full.example"), take("other.example"); full != 4 || other != 4 {
			t.Errorf("%d to the full host and %d to another one, want 4 to each", full, other)
		}
	})
}
