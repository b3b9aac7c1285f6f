package deliverer

import (
	"context"

	"stint/shared/answers"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/timesheets"
	"stint/shared/store/feeddb"
	"stint/shared/tracking"
)

// maker makes the deliveries of one page of the feed, in its order. They are sent in this order; series.go says when
// one waits for another.
type maker struct {
	*run
	seen       map[string]feeddb.WebhookSeen // what the webhook has seen, by name
	kept       map[string]feeddb.WebhookSeen // what the page changes of it
	deliveries []feed.Delivery
	cause      string // trace of the change whose deliveries are made; "" when it is not known
}

// toReading makes deliveries of items: those that the webhook wants and does not have yet.
// Errors: totals.ErrNotBuilt with budgets whose totals are not ready.
func (r *run) toReading(ctx context.Context, items []changes.Item, withBudgets bool) (feeddb.WebhookReading, error) {
	all, err := r.toChanges(ctx, items)
	if err != nil {
		return feeddb.WebhookReading{}, err
	}
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.recordName()
	}
	seen, err := r.store.SeenBefore(ctx, r.webhook, names)
	if err != nil {
		return feeddb.WebhookReading{}, err
	}
	m := maker{run: r, seen: seen, kept: map[string]feeddb.WebhookSeen{}}
	for _, c := range all {
		m.add(c)
	}
	if withBudgets {
		if err := m.addBudgets(ctx, all); err != nil {
			return feeddb.WebhookReading{}, err
		}
	}
	return m.reading(ctx)
}

// add makes the deliveries of one change.
func (m *maker) add(c change) {
	record := c.recordName()
	was, noted := m.seen[record]
	if noted && c.isRepetitionOf(was) {
		return
	}
	defer func() { m.cause = "" }()
	known := noted && !was.WasDeleted || c.isOlderThan(m.webhook.NewSince())
	names := feed.EventsOf(c.facts, feed.ChangeSeen{Known: known, Running: was.Running})
	for i, name := range names {
		m.cause = c.causeOf(name, i == len(names)-1)
		version := []string{c.last()}
		if name.IsFirst() && c.facts.CreatedAt != nil && !was.WasDeleted {
			version = []string{c.facts.CreatedAt.String()} // once, whatever follows
		}
		m.deliver(name, record, c.ChangedAt, c.Item, append(version, record, string(name))...)
	}
	for i, e := range c.history {
		if m.cause = ""; i == len(c.history)-1 { // the earlier steps are of other requests
			m.cause = c.Cause
		}
		if name, ok := feed.EventOfSubmission(e.Type); ok {
			told := answers.OfSubmissionEvent(tracking.Viewer{Caller: m.viewer}, timesheets.Submission{}, e)
			m.deliver(name, record, e.At, submissionData{c.Item, told}, string(e.ID))
		}
	}
	m.remember(c, record, known, noted)
}

// submissionData is the data of an event of a submission.
type submissionData struct {
	changes.Item
	Event answers.SubmissionEvent `json:"event"`
}

// remember keeps what the webhook has seen of a record that is a running timer or may count as
// new. Once it is kept for a record, it is kept again at each change of it.
func (m *maker) remember(c change, record string, known, noted bool) {
	running := c.Type == feed.ChangeEntry && !c.facts.Deleted && c.facts.StoppedAt == nil
	if isOld := known || c.facts.Deleted; isOld && !noted && !running && !c.OfLock {
		return
	}
	now := feeddb.WebhookSeen{Record: record, LastChange: c.last(), Running: running, WasDeleted: c.facts.Deleted}
	m.kept[record], m.seen[record] = now, now
}

// maxBody is the largest body of a delivery in bytes. An item of the table takes 400 KB.
const maxBody = 300 << 10

// deliver makes a delivery of an event of a record, if the webhook wants the event.
func (m *maker) deliver(name feed.EventName, record string, at domain.Instant, data any, id ...string) {
	if m.webhook.Wants(name) {
		m.queue(name, record, at, data, id...)
	}
}

// queue makes a delivery of an event that the webhook wants.
func (m *maker) queue(name feed.EventName, record string, at domain.Instant, data any, id ...string) {
	h := m.webhook
	d := feed.Delivery{
		ID: feed.DeliveryID(h.ID, id...), WebhookID: h.ID, Event: name, Record: record, Status: feed.DeliveryPending,
		CreatedAt: domain.InstantOf(m.now()), Body: feed.EncodeEvent(name, at, h.WorkspaceID, data), Cause: m.cause,
	}
	if len(d.Body) > maxBody {
		d.Body = feed.EncodeEvent(name, at, h.WorkspaceID, withoutRecord(data))
	}
	m.deliveries = append(m.deliveries, d)
}

// withoutRecord is the data of an event whose record is too large. The receiver can read the
// record by its id.
func withoutRecord(data any) any {
	switch d := data.(type) {
	case changes.Item:
		d.Record = nil
		return d
	case submissionData:
		d.Record = nil
		return d
	}
	return data
}

// reading is what the page changes, without the deliveries that the webhook has already.
func (m *maker) reading(ctx context.Context) (feeddb.WebhookReading, error) {
	var ids []domain.ID
	for _, d := range m.deliveries {
		ids = append(ids, d.ID)
	}
	out := feeddb.WebhookReading{}
	made, err := m.store.MadeBefore(ctx, m.webhook, ids)
	if err != nil {
		return out, err
	}
	for _, d := range m.deliveries {
		if !made[d.ID] {
			made[d.ID] = true
			out.Deliveries = append(out.Deliveries, d)
		}
	}
	for _, seen := range m.kept {
		out.Seen = append(out.Seen, seen)
	}
	return out, nil
}
