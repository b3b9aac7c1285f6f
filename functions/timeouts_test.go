package functions_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"stint/functions"
	"stint/functions/deliverer"
	"stint/functions/worker"
	"stint/internal/apitest"
)

// Every function has a time within its bounds. The gateway waits 29 seconds for those with routes.
func TestTimeoutsAreWithinTheirBounds(t *testing.T) {
	t.Parallel()
	for _, name := range functions.Names() {
		got := functions.TimeoutOf(name)
		most := 28 * time.Second
		if slices.Contains([]string{functions.Worker, functions.Deliverer}, name) {
			most = 900 * time.Second
		}
		if got.Least <= 0 || got.Default < got.Least || got.Default > got.Most || got.Most != most ||
			got.Least%time.Second != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The shortest time that a setting allows suffices for work. A function with less fails.
func TestTheLeastTimeSufficesForWork(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for name, c := range map[string]struct {
		call   func(context.Context) error
		noTime error
	}{
		functions.Worker: {worker.New(api.Deps.Store, api.Deps.Log, nil).Work, worker.ErrNoTime},
		functions.Deliverer: {func(ctx context.Context) error { return api.NewDeliverer().Deliver(ctx) },
			deliverer.ErrNoTime},
	} {
		for limit, want := range map[time.Duration]error{functions.TimeoutOf(name).Least: nil, time.Second: c.noTime} {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			if err := c.call(ctx); err != want {
				t.Errorf("%s with %s: %v, want %v", name, limit, err, want)
			}
			cancel()
		}
	}
}
