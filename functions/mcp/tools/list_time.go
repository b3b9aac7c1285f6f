package tools

import (
	"cmp"
	"net/url"
	"strconv"
)

var listTime = declaration{"list_time", "List time",
	"Lists entries, newest first, of a period or of a project, client, person or tag. Without a person it lists all time " +
		"that one may see.", reads}

type listInput struct {
	Filter
	Span
	Words  string `json:"words,omitempty" jsonschema:"a part of the description"`
	Limit  int    `json:"limit,omitempty" jsonschema:"1 to 50; 20, if absent"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before"`
}

// TimeList is a page of entries.
type TimeList struct {
	Status     string   `json:"status" jsonschema:"listed or choose"`
	Entries    []*Entry `json:"entries"`
	NextCursor *string  `json:"next_cursor,omitempty" jsonschema:"absent at the end"`
	Choice
}

func (c *call) listTime(in listInput) (TimeList, error) {
	if err := c.loadZone(); err != nil {
		return TimeList{}, err
	}
	query, several, err := c.filterQuery(in.Filter)
	if err != nil {
		return TimeList{}, err
	}
	if several != nil {
		return TimeList{Status: "choose", Entries: []*Entry{}, Choice: *several}, nil
	}
	if err := c.addListQuery(query, in); err != nil {
		return TimeList{}, err
	}
	page, err := run[page[sentEntry]](c, Request{Operation: "entries.list.v1", Query: query})
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

// addListQuery adds what only the list takes. Errors: a failure for a time that cannot be read, and for a wrong limit.
func (c *call) addListQuery(query url.Values, in listInput) error {
	if in.Limit < 0 || in.Limit > maxListed {
		return invalid("limit", "max_value", "The limit is 1 to 50.")
	}
	span, err := c.readSpan(in.Span, "")
	if err != nil {
		return err
	}
	query.Set("limit", strconv.Itoa(cmp.Or(in.Limit, usuallyListed)))
	setGiven(query, "from", span.from)
	setGiven(query, "to", span.to)
	setGiven(query, "search", in.Words)
	setGiven(query, "cursor", in.Cursor)
	return nil
}

// setGiven sets a parameter that has a value.
func setGiven(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}
