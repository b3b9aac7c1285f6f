package tools

import "stint/shared/problem"

var editTime = declaration{"edit_time", "Change time",
	"Changes one entry. It needs the version that list_time showed, so that nobody's change is lost.", changes}

type editInput struct {
	ID      string `json:"id" jsonschema:"the entry"`
	Version int64  `json:"version" jsonschema:"the version that was shown"`
	Place
	Description *string `json:"description,omitempty" jsonschema:"the new description; an empty one clears it, null leaves it"`
	StartedAt   string  `json:"started_at,omitempty" jsonschema:"the new start, in local time"`
	StoppedAt   string  `json:"stopped_at,omitempty" jsonschema:"the new end, in local time"`
	Preview     bool    `json:"preview,omitempty" jsonschema:"true: only say what would change"`
}

// Edited says what changing an entry did.
type Edited struct {
	Status string `json:"status" jsonschema:"changed, preview or choose"`
	Before *Entry `json:"before,omitempty" jsonschema:"in a preview: the entry as it is"`
	Entry  *Entry `json:"entry,omitempty" jsonschema:"the entry afterwards"`
	Choice
}

func (c *call) editTime(in editInput) (Edited, error) {
	if in.Version < 1 {
		return Edited{}, invalid("version", "min_value", "The version is the one that was shown, at least 1.")
	}
	if err := c.loadZone(); err != nil {
		return Edited{}, err
	}
	place, err := c.find(in.Place)
	if err != nil {
		return Edited{}, err
	}
	if place.several != nil {
		return Edited{Status: "choose", Choice: *place.several}, nil
	}
	body, err := c.editBody(in, place)
	if err != nil {
		return Edited{}, err
	}
	if in.Preview {
		return c.previewEdit(in, body)
	}
	sent, err := run[sentEntry](c, Request{Operation: "entries.edit.v1", IDs: []string{in.ID}, Body: body,
		Version: in.Version})
	if err != nil {
		return Edited{}, err
	}
	return Edited{Status: "changed", Entry: c.entry(sent)}, nil
}

// editBody has what changes. Errors: a failure for a time that cannot be read.
func (c *call) editBody(in editInput, place found) (map[string]any, error) {
	body := map[string]any{}
	place.addTo(body)
	if in.Description != nil {
		body["description"] = *in.Description
	}
	for name, text := range map[string]string{"startedAt": in.StartedAt, "stoppedAt": in.StoppedAt} {
		at, err := c.readTime(name, text)
		if err != nil {
			return nil, err
		}
		if at != "" {
			body[name] = at
		}
	}
	return body, nil
}

// readEntry reads an entry of a version. Errors: a failure with conflict for another version.
func (c *call) readEntry(id string, version int64) (sentEntry, error) {
	sent, err := run[sentEntry](c, Request{Operation: "entries.get.v1", IDs: []string{id}})
	if err == nil && sent.Version != version {
		err = failure{Code: "conflict", Reason: string(problem.VersionStale), Detail: "The entry has another version."}
	}
	return sent, err
}

// previewEdit shows the entry before and after.
func (c *call) previewEdit(in editInput, body map[string]any) (Edited, error) {
	before, err := c.readEntry(in.ID, in.Version)
	if err != nil {
		return Edited{}, err
	}
	after, err := run[sentEntry](c, Request{Operation: "entries.edit.v1", IDs: []string{in.ID}, Query: dryRunQuery(),
		Body: body, Version: in.Version})
	if err != nil {
		return Edited{}, err
	}
	return Edited{Status: "preview", Before: c.entry(before), Entry: c.entry(after)}, nil
}
