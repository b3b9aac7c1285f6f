package tools

import (
	"net/url"
	"strconv"
)

// Filter selects time, by words or ids.
type Filter struct {
	Place
	Client     string `json:"client,omitempty" jsonschema:"words of the client's name, or its id"`
	Person     string `json:"person,omitempty" jsonschema:"whose time: me, words of the name, or an id; all that one may see, if absent"`
	Tag        string `json:"tag,omitempty" jsonschema:"words of the tag's name, or its id"`
	IsBillable *bool  `json:"is_billable,omitempty" jsonschema:"true: only billable time; false: only other time"`
}

// filterQuery is the query of a filter. It answers either the query or the candidates for one of its words. Errors: a
// failure when nothing fits.
func (c *call) filterQuery(f Filter) (query url.Values, several *Choice, err error) {
	place, err := c.find(f.Place)
	if err != nil || place.several != nil {
		return nil, place.several, err
	}
	query = url.Values{}
	setGiven(query, "project_id", place.projectID)
	setGiven(query, "task_id", place.taskID)
	if f.IsBillable != nil {
		query.Set("is_billable", strconv.FormatBool(*f.IsBillable))
	}
	for name, choose := range map[string]func() (string, *Choice, error){
		"client_id": func() (string, *Choice, error) { return c.choose("client", "clients.list.v1", f.Client) },
		"tag_id":    func() (string, *Choice, error) { return c.choose("tag", "tags.list.v1", f.Tag) },
		"user_id":   func() (string, *Choice, error) { return c.choosePerson(f.Person) },
	} {
		id, several, err := choose()
		if err != nil || several != nil {
			return nil, several, err
		}
		setGiven(query, name, id)
	}
	return query, nil, nil
}
