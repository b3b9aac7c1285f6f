package tools

import (
	"cmp"
	"net/url"
	"strconv"
)

var listTime = declaration{"list_time", "List time",
	"Lists entries, newest first, from the start of one day to the start of another. Without a person it lists the time " +
		"that the person may see.", reads}

type listInput struct {
	Place
	From   string `json:"from,omitempty" jsonschema:"the earliest start, as 2026-06-15 or a local time"`
	To     string `json:"to,omitempty" jsonschema:"the start of the first day that is left out, or a local time"`
	UserID string `json:"user_id,omitempty" jsonschema:"whose time; find gives the id of a person"`
	Words  string `json:"words,omitempty" jsonschema:"a part of the description"`
	Limit  int    `json:"limit,omitempty" jsonschema:"1 to 50; 20, if absent"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before"`
}

// TimeList is a page of entries.
type TimeList struct {
	Status     string      `json:"status" jsonschema:"listed or choose"`
	Entries    []*Entry    `json:"entries"`
	NextCursor *string     `json:"next_cursor,omitempty" jsonschema:"absent at the end"`
	Candidates []Candidate `json:"candidates,omitempty" jsonschema:"the records that fit, when there are several"`
}

func (c *call) listTime(in listInput) (TimeList, error) {
	if err := c.loadZone(); err != nil {
		return TimeList{}, err
	}
	place, err := c.find(in.Place)
	if err != nil || place.candidates != nil {
		return TimeList{Status: "choose", Entries: []*Entry{}, Candidates: place.candidates}, err
	}
	query, err := c.listQuery(in, place)
	if err != nil {
		return TimeList{}, err
	}
	page, err := run[struct {
		Items []sentEntry
		Next  *string `json:"next_cursor"`
	}](c, Request{Operation: "entries.list.v1", Query: query})
	if err != nil {
		return TimeList{}, err
	}
	out := TimeList{Status: "listed", Entries: []*Entry{}, NextCursor: page.Next}
	for _, e := range page.Items {
		out.Entries = append(out.Entries, c.entry(e))
	}
	return out, nil
}

// maxListed bounds the entries of an answer, so that a model can read it. usuallyListed are those of an answer without
// a limit.
const (
	maxListed     = 50
	usuallyListed = 20
)

// listQuery is the query of the list. Errors: a failure for a time that cannot be read.
func (c *call) listQuery(in listInput, place found) (url.Values, error) {
	if in.Limit < 0 || in.Limit > maxListed {
		return nil, invalid("limit", "max_value", "The limit is 1 to 50.")
	}
	query := url.Values{"limit": {strconv.Itoa(cmp.Or(in.Limit, usuallyListed))}}
	for name, text := range map[string]string{"from": in.From, "to": in.To} {
		at, err := c.readDay(name, text)
		if err != nil {
			return nil, err
		}
		setGiven(query, name, at)
	}
	setGiven(query, "user_id", in.UserID)
	setGiven(query, "search", in.Words)
	setGiven(query, "cursor", in.Cursor)
	setGiven(query, "project_id", place.projectID)
	setGiven(query, "task_id", place.taskID)
	return query, nil
}

// setGiven sets a parameter that has a value.
func setGiven(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}
