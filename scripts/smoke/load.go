package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"
)

// loadPause is the pause between two requests of the load.
const loadPause = 200 * time.Millisecond

// checkLoad sends reads and writes for a while. An update that is deployed in that time
// must not make one of them fail.
func checkLoad(ctx context.Context, v *smokeRun) (string, error) {
	if v.owner == nil {
		return "", errNoAccount
	}
	end, next := time.After(v.load), time.NewTicker(loadPause)
	defer next.Stop()
	sent, failures, first := 0, 0, error(nil)
	for {
		select {
		case <-next.C:
			sent++
			if err := v.sendLoad(ctx, sent); err != nil {
				failures++
				first = cmp.Or(first, err)
			}
			continue
		case <-ctx.Done():
			return "", ctx.Err()
		case <-end:
		}
		if failures > 0 {
			return "", fmt.Errorf("%d of %d requests failed, the first: %w", failures, sent, first)
		}
		return fmt.Sprintf("%d requests", sent), nil
	}
}

// sendLoad sends the n-th request: a read, or the start of a timer, which stops the one
// before. The session is renewed before its access token ends.
func (v *smokeRun) sendLoad(ctx context.Context, n int) error {
	if n%requestsPerLogin == 0 {
		if err := v.signIn(ctx, v.owner); err != nil {
			return err
		}
	}
	if n%4 != 0 {
		_, err := v.do(ctx, v.owner, http.MethodGet, "/api/entries?limit=10", nil)
		return err
	}
	_, err := v.do(ctx, v.owner, http.MethodPost, "/api/timers/start", nil)
	return err
}

// requestsPerLogin is how many requests of the load one access token is used for: those
// of eight minutes.
const requestsPerLogin = int(8 * time.Minute / loadPause)
