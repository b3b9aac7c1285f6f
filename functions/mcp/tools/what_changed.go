package tools

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain/feed"
)

var whatChanged = declaration{"what_changed", "What changed",
	"Lists what was made, changed or deleted in the workspace since a moment, oldest change first. Each record comes once, as " +
		"it is now.", reads}

type changesInput struct {
	Since  string   `json:"since,omitempty" jsonschema:"a local time, 2026-06-15, today or yesterday; at most 30 days ago; 24 hours ago, if absent. Not with cursor"`
	Types  []string `json:"types,omitempty" jsonschema:"only these: entry (also timers), client, project, project_member, task, tag, member, submission, invitation, workspace"`
	Limit  int      `json:"limit,omitempty" jsonschema:"1 to 50; 20, if absent"`
	Cursor string   `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before; with the same types"`
}

// Changes is a page of changes.
type Changes struct {
	Changes    []Change `json:"changes"`
	NextCursor string   `json:"next_cursor" jsonschema:"continues behind these changes, now or later"`
	HasMore    bool     `json:"has_more" jsonschema:"true: there are more changes now"`
}

// Change is a record that changed.
type Change struct {
	Type      string `json:"type"`
	ID        string `json:"id"`
	UserID    string `json:"user_id,omitempty" jsonschema:"whose it is"`
	ProjectID string `json:"project_id,omitempty"`
	Change    string `json:"change" jsonschema:"upsert: it was made or changed; delete: it was deleted, or the person does not see it any more"`
	ChangedAt string `json:"changed_at"`
	Revision  string `json:"revision" jsonschema:"the same one again says nothing new"`
	Name      *Text  `json:"name,omitempty" jsonschema:"the record's name, or the address of an invitation"`
	Status    string `json:"status,omitempty" jsonschema:"of a timesheet or an invitation"`
	Entry     *Entry `json:"entry,omitempty" jsonschema:"the entry or the timer"`
}

func (c *call) whatChanged(in changesInput) (Changes, error) {
	if err := c.loadZone(); err != nil {
		return Changes{}, err
	}
	query, err := c.changesQuery(in)
	if err != nil {
		return Changes{}, err
	}
	page, err := run[struct {
		Items []sentChange
		Next  string `json:"next_cursor"`
		More  bool   `json:"has_more"`
	}](c, Request{Operation: "changes.list.v1", Query: query})
	if err != nil {
		return Changes{}, err
	}
	out := Changes{Changes: []Change{}, NextCursor: page.Next, HasMore: page.More}
	for _, one := range page.Items {
		shown, err := c.change(one)
		if err != nil {
			return Changes{}, err
		}
		out.Changes = append(out.Changes, shown)
	}
	return out, nil
}

// changesQuery is the query of the feed. Errors: a failure for a time that cannot be read, and for a wrong limit.
func (c *call) changesQuery(in changesInput) (url.Values, error) {
	if in.Limit < 0 || in.Limit > maxListed {
		return nil, invalid("limit", "max_value", "The limit is 1 to 50.")
	}
	query := url.Values{"limit": {strconv.Itoa(cmp.Or(in.Limit, usuallyListed))}}
	setGiven(query, "types", strings.Join(in.Types, ","))
	setGiven(query, "cursor", in.Cursor)
	since, err := c.readSince(in.Since)
	if in.Since == "" && in.Cursor == "" {
		since = c.Now.Add(-24 * time.Hour).UTC().Format(time.RFC3339)
	}
	setGiven(query, "since", since)
	return query, err
}

// readSince is readDay that takes a period, too, whose start it means.
func (c *call) readSince(text string) (string, error) {
	if days, err := c.readPeriod(text); err == nil {
		return c.boundsOf(days).from, nil
	}
	return c.readDay("since", text)
}

// sentChange is a change as the API shows it.
type sentChange struct {
	Type      string
	ID        string
	UserID    string `json:"user_id"`
	ProjectID string `json:"project_id"`
	Change    string
	ChangedAt string `json:"changed_at"`
	Revision  string
	Record    json.RawMessage
}

// change shows a change.
func (c *call) change(x sentChange) (Change, error) {
	out := Change{Type: x.Type, ID: x.ID, UserID: x.UserID, ProjectID: x.ProjectID, Change: x.Change,
		ChangedAt: c.show(x.ChangedAt), Revision: x.Revision}
	if !slices.Contains([]string{"", "null"}, string(x.Record)) && x.Type == string(feed.ChangeEntry) {
		var e sentEntry
		err := json.Unmarshal(x.Record, &e)
		out.Entry = c.entry(e)
		return out, err
	}
	var record struct {
		Name, Status, Email string
		DisplayName         string `json:"display_name"`
	}
	if len(x.Record) > 0 {
		if err := json.Unmarshal(x.Record, &record); err != nil {
			return out, err
		}
	}
	out.Status = record.Status
	if name := cmp.Or(record.Name, record.DisplayName, record.Email); name != "" {
		out.Name = &Text{name}
	}
	return out, nil
}
