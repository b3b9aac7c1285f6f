package deliverer

import (
	"context"
	"errors"

	"stint/shared/changes"
	"stint/shared/store/feeddb"
	"stint/shared/totals"
)

// Budgets cannot be checked while their totals are built or are far behind. The other events do
// not wait for that. The webhook keeps the position from which budgets are not checked. A later
// run reads the feed again from there, with the budgets, and goes on where that ends. Events that
// were delivered before have the same ids, so they are not delivered again.

// readItems makes deliveries of the items after a position. Without ready totals it leaves out
// budgets and keeps the position.
func (r *run) readItems(ctx context.Context, items []changes.Item,
	from changes.Position) (feeddb.WebhookReading, error) {
	if r.webhook.BudgetsFrom != "" {
		return r.toReading(ctx, items, false)
	}
	reading, err := r.toReading(ctx, items, true)
	if !errors.Is(err, totals.ErrNotBuilt) {
		return reading, err
	}
	r.isLate = true
	reading, err = r.toReading(ctx, items, false)
	reading.Budgets = new(string(from))
	return reading, err
}

// hasLateBudgets reports whether there are budgets to check that could not be checked before.
// A run tries it once.
func (r *run) hasLateBudgets() bool { return r.webhook.BudgetsFrom != "" && !r.isLate }

// checkLateBudgets reads the next page of changes whose budgets were not checked.
func (r *run) checkLateBudgets(ctx context.Context) error {
	page, err := r.readPage(ctx, changes.Position(r.webhook.BudgetsFrom))
	if isTooOld(err) {
		r.log.Warn("budgets could not be checked for too long", "webhook", r.webhook.ID)
		return r.store.KeepReading(ctx, r.webhook, feeddb.WebhookReading{Budgets: new("")})
	}
	if err != nil {
		return err
	}
	reading, err := r.toReading(ctx, page.Items, true)
	if errors.Is(err, totals.ErrNotBuilt) {
		r.isLate = true
		return nil
	}
	if err != nil {
		return err
	}
	if page.More {
		reading.Budgets = new(string(page.Next))
	} else {
		reading.Budgets, reading.Cursor = new(""), string(page.Next)
	}
	return r.keep(ctx, reading)
}
