package deliverer

import (
	"context"
	"encoding/json"
	"strings"

	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/timesheets"
	"stint/shared/store"
	"stint/shared/store/feeddb"
	"stint/shared/table"
)

// change is an item of the feed with what decides about its events.
type change struct {
	changes.Item
	subject
	facts   feed.ChangeFacts
	history []timesheets.SubmissionEvent // of a submission: the steps that may be new to the webhook
}

// last identifies the change among those of its record.
func (c change) last() string { return c.Revision + "#" + c.Moment }

// isRepetitionOf reports whether a webhook has seen the change: the feed shows it again, or its
// submission changed and its lock did not.
func (c change) isRepetitionOf(was feeddb.WebhookSeen) bool {
	return was.LastChange == c.last() || c.OfLock && strings.HasPrefix(was.LastChange, c.Revision+"#")
}

// isOlderThan reports whether the record was made before a time.
func (c change) isOlderThan(at domain.Instant) bool {
	return c.facts.CreatedAt != nil && c.facts.CreatedAt.Before(at.Time)
}

// causeOf is the trace of the request that made one of the events of the change; "" where it is not known. The change
// has the trace of the last request alone, so that of an earlier event is not known: of every one but the last, and of
// the first event of a record that was changed since.
func (c change) causeOf(name feed.EventName, isLast bool) string {
	if !isLast || name.IsFirst() && (c.facts.Version > 1 || c.OfLock) {
		return ""
	}
	return c.Cause
}

// recordName names the record of an item among those of its workspace.
func (c change) recordName() string {
	name := string(c.Type) + "#" + string(c.ID)
	if c.UserID != nil && c.Type == feed.ChangeEntry {
		name += "#" + string(*c.UserID) // two users may have entries with the same id
	}
	if c.ProjectID != nil && c.Type == feed.ChangeProjectMember {
		name += "#" + string(*c.ProjectID)
	}
	return name
}

// toChanges reads what items say about themselves. It leaves out what happened before the
// webhook was switched on.
func (r *run) toChanges(ctx context.Context, items []changes.Item) (all []change, err error) {
	for _, item := range items {
		if item.ChangedAt.Before(r.webhook.Since.Time) {
			continue
		}
		c, err := toChange(item)
		if err != nil {
			return nil, err
		}
		if item.Type == feed.ChangeSubmission && !c.facts.Deleted {
			if c.history, err = r.newHistory(ctx, item.ID); err != nil {
				return nil, err
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// shownRecord is what a change needs of a record as it is shown.
type shownRecord struct {
	CreatedAt     *domain.Instant `json:"created_at"`
	JoinedAt      *domain.Instant `json:"joined_at"` // of a member, in place of CreatedAt
	UpdatedAt     *domain.Instant `json:"updated_at"`
	StartedAt     *domain.Instant `json:"started_at"`
	StoppedAt     *domain.Instant `json:"stopped_at"`
	ProjectID     *domain.ID      `json:"project_id"`
	IsDeactivated bool            `json:"is_deactivated"`
	Version       int64           `json:"version"`
}

// toChange reads what an item says about itself.
func toChange(item changes.Item) (change, error) {
	c := change{Item: item, facts: feed.ChangeFacts{Type: item.Type, Deleted: item.Change == feed.ChangeDelete}}
	if c.facts.Deleted {
		return c, nil
	}
	var shown shownRecord
	if err := json.Unmarshal(item.Record, &shown); err != nil {
		return c, err
	}
	c.facts.CreatedAt, c.facts.UpdatedAt, c.facts.StoppedAt = shown.CreatedAt, shown.UpdatedAt, shown.StoppedAt
	c.facts.Version, c.facts.IsEnded = shown.Version, shown.IsDeactivated
	c.facts.IsDelayed = shown.UpdatedAt != nil && !item.ChangedAt.Before(shown.UpdatedAt.Plus(table.WriteMargin).Time)
	if shown.JoinedAt != nil {
		c.facts.CreatedAt = shown.JoinedAt
	}
	if item.Type == feed.ChangeTask {
		c.facts.CreatedAt = item.ID.MadeAt()
	}
	c.subject = subjectOf(item, shown.ProjectID, shown.StartedAt)
	return c, nil
}

// newHistory are the steps of a submission that may be new to the webhook.
func (r *run) newHistory(ctx context.Context, submission domain.ID) (all []timesheets.SubmissionEvent, err error) {
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
