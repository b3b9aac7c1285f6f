package deliverer

import (
	"context"

	"stint/shared/answers"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/store/feeddb"
)

// readsAudit reports whether the webhook is sent events of the audit log that this run has not read.
func (r *run) readsAudit() bool { return !r.isAuditRead && r.webhook.IsSentAudit(r.in.OwnerID) }

// readAudit reads the next records of the audit log, and writes the deliveries that they make with the position behind
// them.
func (r *run) readAudit(ctx context.Context) error {
	began := domain.InstantOf(r.now())
	from, err := r.auditPosition()
	if err != nil {
		return err
	}
	page, err := r.feed.ReadAudit(ctx, r.webhook.WorkspaceID, from, readLimit)
	if isTooOld(err) {
		r.log.Warn("a webhook was not sent the audit log for too long and goes on from now", "webhook", r.webhook.ID)
		page.Next, err = r.feed.Since(began)
	}
	if err != nil {
		return err
	}
	reading, err := r.auditReading(ctx, page.Records)
	if err != nil {
		return err
	}
	reading.AuditCursor, reading.AuditReadAt = string(page.Next), &began
	if reading.Actions() > 1 || page.More || isOld(r.webhook.AuditReadAt, began) {
		if err := r.keep(ctx, reading); err != nil {
			return err
		}
	}
	r.isAuditRead = !page.More
	return nil
}

// auditRecord is the record that all events of the audit log are about: they are sent in its order.
const auditRecord = "audit"

// auditPosition is the position of the webhook in the audit log.
func (r *run) auditPosition() (changes.Position, error) {
	if r.webhook.AuditCursor != "" {
		return changes.Position(r.webhook.AuditCursor), nil
	}
	since := r.webhook.AuditSince(r.in.OwnedSince)
	if now := domain.InstantOf(r.now()); since.Before(now.Add(-feed.MaxChangeAge)) {
		since = now
	}
	return r.feed.Since(since)
}

// auditReading makes deliveries of the events that the webhook does not have yet. It leaves out those from before the
// webhook asked for them, and those from the time in which another user was the owner.
func (r *run) auditReading(ctx context.Context, records []audit.Record) (feeddb.WebhookReading, error) {
	var named []domain.ID
	for _, record := range records {
		named = append(named, record.NamedUsers()...)
	}
	deleted, err := r.store.DeletedUsers(ctx, named...)
	if err != nil {
		return feeddb.WebhookReading{}, err
	}
	m, since := maker{run: r}, r.webhook.AuditSince(r.in.OwnedSince)
	for _, record := range records {
		events, err := record.Split()
		if err != nil {
			return feeddb.WebhookReading{}, err
		}
		for _, e := range events {
			if !e.At.Before(since.Time) {
				shown := answers.OfAuditEvent(e.WithoutNames(deleted))
				m.queue(feed.AuditEvent(string(e.Action)), auditRecord, e.At, shown, string(e.ID))
			}
		}
	}
	return m.reading(ctx)
}
