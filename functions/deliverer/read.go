package deliverer

import (
	"context"
	"time"

	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/problem"
	"stint/shared/store/feeddb"
	"stint/shared/table"
)

// readLimit is how many items of the feed are read at a time. Each makes three actions of a
// transaction at most: two events, and what was seen.
const readLimit = 30

// positionAge is how old a stored position may be. A newer one is not written if nothing
// happened.
const positionAge = 10 * time.Minute

// maxWriteBytes bounds the bodies of one transaction, which takes 4 MB.
const maxWriteBytes = 2 << 20

// readFeed reads the next page of the feed, and writes the deliveries that it makes with the
// position behind it.
func (r *run) readFeed(ctx context.Context) error {
	began := domain.InstantOf(r.now())
	from, err := r.position()
	if err != nil {
		return err
	}
	page, err := r.readPage(ctx, from)
	if isTooOld(err) {
		return r.readFromNow(ctx, began)
	}
	if err != nil {
		return err
	}
	reading, err := r.readItems(ctx, page.Items, from)
	if err != nil {
		return err
	}
	if !page.More {
		reading.ReadAt = &began
	}
	reading.Cursor = string(page.Next)
	if reading.Actions() > 1 || page.More || isOld(r.webhook.ReadAt, began) {
		if err := r.keep(ctx, reading); err != nil {
			return err
		}
	}
	r.isRead = !page.More
	return nil
}

// isOld reports whether a position is written although nothing happened. It was read last at a time, nil for never.
func isOld(read *domain.Instant, now domain.Instant) bool {
	return read == nil || !now.Before(read.Plus(positionAge).Time)
}

func isTooOld(err error) bool { return problem.Is(err, problem.CodeValidation) }

// readFromNow gives up a position that is too old for the feed.
func (r *run) readFromNow(ctx context.Context, began domain.Instant) error {
	r.log.Warn("a webhook was not served for too long and starts from now", "webhook", r.webhook.ID)
	position, err := r.feed.FromNow(ctx, r.webhook.WorkspaceID)
	if err != nil {
		return err
	}
	return r.store.KeepReading(ctx, r.webhook, feeddb.WebhookReading{Cursor: string(position), ReadAt: &began})
}

// position is the position of the webhook in the feed.
func (r *run) position() (changes.Position, error) {
	if r.webhook.Cursor == "" {
		return r.feed.Since(r.webhook.Since)
	}
	return changes.Position(r.webhook.Cursor), nil
}

// readPage reads the feed after a position, as the owner of the workspace.
func (r *run) readPage(ctx context.Context, from changes.Position) (changes.Page, error) {
	owner, member, billing, err := r.store.OwnerOf(ctx, r.in)
	if err != nil {
		return changes.Page{}, err
	}
	r.currency, r.viewer = billing.Currency, changes.CallerOf(owner, r.in, member, billing)
	return r.feed.Read(ctx, changes.Request{
		Caller: r.viewer, From: from, Types: r.webhook.ChangeTypesFor(), Limit: readLimit, EachChange: true,
	})
}

// keep writes a reading. One that does not fit a transaction is written in several, the
// position with the last one. After a crash in between, the feed is read again, and the
// deliveries that were written are recognised by their ids.
func (r *run) keep(ctx context.Context, reading feeddb.WebhookReading) error {
	const most = table.MaxActions / 2
	for len(reading.Deliveries) > 0 && (reading.Actions() > most || bytesOf(reading.Deliveries) > maxWriteBytes) {
		n := fitting(reading.Deliveries, most-1)
		part := feeddb.WebhookReading{Deliveries: reading.Deliveries[:n]}
		if err := r.store.KeepReading(ctx, r.webhook, part); err != nil {
			return err
		}
		r.webhook.LastDelivery += int64(n)
		reading.Deliveries = reading.Deliveries[n:]
	}
	return r.store.KeepReading(ctx, r.webhook, reading)
}

func bytesOf(all []feed.Delivery) (n int) {
	for _, d := range all {
		n += len(d.Body)
	}
	return n
}

// fitting is how many of the deliveries fit a transaction, at least one.
func fitting(all []feed.Delivery, most int) int {
	n := min(len(all), most)
	for n > 1 && bytesOf(all[:n]) > maxWriteBytes {
		n--
	}
	return n
}
