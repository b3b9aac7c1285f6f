package deliverer

import (
	"context"
	"encoding/json"
	"strings"

	"stint/shared/answers"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/store"
)

// change is an item of the feed with what decides about its events.
type change struct {
	changes.Item
	subject
	facts   domain.ChangeFacts
	history []domain.SubmissionEvent // new steps of a submission
}

// last identifies the change among those of its record.
func (c change) last() string { return c.Revision + "#" + c.Moment }

// recordName names the record of an item among those of its workspace.
func (c change) recordName() string {
	name := string(c.Type) + "#" + string(c.ID)
	if c.UserID != nil && c.Type == domain.ChangeEntry {
		name += "#" + string(*c.UserID) // two users may have entries with the same id
	}
	if c.ProjectID != nil && c.Type == domain.ChangeProjectMember {
		name += "#" + string(*c.ProjectID)
	}
	return name
}

// toReading makes deliveries of items: those that the webhook wants and has not got yet.
func (r *run) toReading(ctx context.Context, items []changes.Item) (store.WebhookReading, error) {
	var all []change
	var names []string
	for _, item := range items {
		if item.ChangedAt.Before(r.webhook.Since.Time) {
			continue
		}
		c, err := r.toChange(ctx, item)
		if err != nil {
			return store.WebhookReading{}, err
		}
		all, names = append(all, c), append(names, c.recordName())
	}
	seen, _, err := r.store.SeenBefore(ctx, r.webhook, names, nil)
	if err != nil {
		return store.WebhookReading{}, err
	}
	m := reader{run: r, seen: seen, kept: map[string]store.WebhookSeen{}}
	for _, c := range all {
		m.add(c)
	}
	if err := m.addBudgets(ctx, all); err != nil {
		return store.WebhookReading{}, err
	}
	return m.reading(ctx)
}

// toChange reads what an item says about itself, and the new history of a submission.
func (r *run) toChange(ctx context.Context, item changes.Item) (change, error) {
	c := change{Item: item, facts: domain.ChangeFacts{Type: item.Type, Deleted: item.Change == domain.ChangeDelete, ChangedAt: item.ChangedAt}}
	if c.facts.Deleted {
		return c, nil
	}
	var shown struct {
		CreatedAt     *domain.Instant `json:"created_at"`
		JoinedAt      *domain.Instant `json:"joined_at"`
		UpdatedAt     *domain.Instant `json:"updated_at"`
		StartedAt     *domain.Instant `json:"started_at"`
		StoppedAt     *domain.Instant `json:"stopped_at"`
		ProjectID     *domain.ID      `json:"project_id"`
		IsDeactivated bool            `json:"is_deactivated"`
		Version       int64           `json:"version"`
	}
	if err := json.Unmarshal(item.Record, &shown); err != nil {
		return c, err
	}
	c.facts.CreatedAt, c.facts.UpdatedAt, c.facts.StoppedAt = shown.CreatedAt, shown.UpdatedAt, shown.StoppedAt
	c.subject = subjectOf(item, shown.ProjectID, shown.StartedAt)
	c.facts.Version, c.facts.IsEnded = shown.Version, shown.IsDeactivated
	if shown.JoinedAt != nil {
		c.facts.CreatedAt = shown.JoinedAt
	}
	if item.Type == domain.ChangeTask {
		c.facts.CreatedAt = item.ID.MadeAt()
	}
	if item.Type != domain.ChangeSubmission {
		return c, nil
	}
	var err error
	c.history, err = r.newHistory(ctx, item.ID)
	return c, err
}

// newHistory are the steps of a submission that may be new to the webhook.
func (r *run) newHistory(ctx context.Context, submission domain.ID) (all []domain.SubmissionEvent, err error) {
	page := store.PageRequest{Limit: 200}
	for {
		events, err := r.store.SubmissionEvents(ctx, r.webhook.WorkspaceID, submission, page)
		if err != nil {
			return nil, err
		}
		for _, e := range events.Items {
			if !e.At.Before(r.webhook.NewSince().Time) {
				all = append(all, e)
			}
		}
		if page.Cursor = events.Next; events.Next == "" {
			return all, nil
		}
	}
}

// reader makes the deliveries of one page, in its order.
type reader struct {
	*run
	seen       map[string]store.WebhookSeen // before the page
	kept       map[string]store.WebhookSeen // what changes in it
	deliveries []domain.Delivery
}

// add makes the deliveries of one change.
func (m *reader) add(c change) {
	record := c.recordName()
	was, noted := m.seen[record]
	if noted && (was.Last == c.last() || c.OfLock && strings.HasPrefix(was.Last, c.Revision+"#")) {
		return // the feed shows it again, or its submission changed and its lock did not
	}
	known := noted && !was.Gone
	if !known && c.facts.CreatedAt != nil {
		known = c.facts.CreatedAt.Before(m.webhook.NewSince().Time)
	}
	for _, name := range domain.EventsOf(c.facts, domain.ChangeSeen{Known: known, Running: was.Running}) {
		version := []string{c.last()}
		if name.IsFirst() && c.facts.CreatedAt != nil && !was.Gone {
			version = []string{c.facts.CreatedAt.String()} // once, whatever follows
		}
		m.deliver(name, c.ChangedAt, c.Item, append(version, record, string(name))...)
	}
	for _, e := range c.history {
		if name, ok := domain.EventOfSubmission(e.Type); ok {
			m.deliver(name, e.At, submissionData{c.Item, answers.OfSubmissionEvent(e)}, string(e.ID))
		}
	}
	m.remember(c, record, known, noted)
}

// submissionData is the data of an event of a submission.
type submissionData struct {
	changes.Item
	Event answers.SubmissionEvent `json:"event"`
}

// remember notes what the webhook has seen of a record that is a running timer or may count
// as new. What was noted once is noted at each change.
func (m *reader) remember(c change, record string, known, noted bool) {
	running := c.Type == domain.ChangeEntry && !c.facts.Deleted && c.facts.StoppedAt == nil
	if isOld := known || c.facts.Deleted; isOld && !noted && !running && !c.OfLock {
		return
	}
	now := store.WebhookSeen{Record: record, Last: c.last(), Running: running, Gone: c.facts.Deleted}
	m.kept[record], m.seen[record] = now, now
}

// maxBody is the largest body of a delivery in bytes. An item of the table takes 400 KB.
const maxBody = 300 << 10

// deliver makes a delivery, if the webhook wants the event.
func (m *reader) deliver(name domain.EventName, at domain.Instant, data any, id ...string) {
	h := m.webhook
	if !h.Wants(name) {
		return
	}
	d := domain.Delivery{
		ID: domain.DeliveryID(h.ID, id...), WebhookID: h.ID, Event: name, Status: domain.DeliveryPending, CreatedAt: domain.InstantOf(m.now()),
		Body: domain.EncodeEvent(name, at, h.WorkspaceID, data),
	}
	if len(d.Body) > maxBody {
		d.Body = domain.EncodeEvent(name, at, h.WorkspaceID, withoutRecord(data))
	}
	m.deliveries = append(m.deliveries, d)
}

// withoutRecord is the data of an event whose record is too large. The receiver reads it.
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
func (m *reader) reading(ctx context.Context) (store.WebhookReading, error) {
	var ids []domain.ID
	for _, d := range m.deliveries {
		ids = append(ids, d.ID)
	}
	out := store.WebhookReading{}
	_, made, err := m.store.SeenBefore(ctx, m.webhook, nil, ids)
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
