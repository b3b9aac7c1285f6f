package main

import (
	"context"
	"time"

	"stint/scripts/internal/homedata"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/store"
)

// runningTotals are those from which long summaries are made. The worker of the home server
// builds them.
type runningTotals struct {
	processes *processes
	ask       func(context.Context, *team, *person) error // a request that needs them
}

// totalsWait bounds how long the worker may take.
const totalsWait = 10 * time.Minute

// await lets the worker bring the totals up to date, and waits until it has. Where the
// entries are too few for totals, there is nothing to wait for.
func (r runningTotals) await(ctx context.Context, t *team) error {
	ctx, cancel := context.WithTimeout(ctx, totalsWait)
	defer cancel()
	records, err := r.openStore(ctx)
	if err == nil {
		err = r.ask(ctx, t, t.people[0])
	}
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for err == nil {
		var state domain.TotalsState
		state, err = records.ReportState(ctx, domain.ID(t.sample.ID))
		if err != nil || state.QueuedAt.IsZero() {
			break
		}
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-ticker.C:
		}
	}
	return err
}

// openStore opens the store of the home server, without secrets, which totals do not need.
func (r runningTotals) openStore(ctx context.Context) (*store.Store, error) {
	address, err := r.processes.engineAddress()
	if err != nil {
		return nil, err
	}
	db, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: address})
	if err != nil {
		return nil, err
	}
	return store.New(db, homedata.Table, nil, time.Now), nil
}
