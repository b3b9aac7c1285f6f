package tools

import "net/url"

var deleteTime = declaration{"delete_time", "Delete time",
	"Deletes one entry for good. It needs the version that was shown.", destroys}

type deleteInput struct {
	ID      string `json:"id" jsonschema:"the entry"`
	Version int64  `json:"version" jsonschema:"the version that was shown"`
	Preview bool   `json:"preview,omitempty" jsonschema:"true: only show what would be deleted"`
}

// Deleted says what deleting an entry did.
type Deleted struct {
	Status string `json:"status" jsonschema:"deleted or preview"`
	ID     string `json:"id"`
	Entry  *Entry `json:"entry,omitempty" jsonschema:"in a preview: the entry that would be deleted"`
}

func (c *call) deleteTime(in deleteInput) (Deleted, error) {
	if in.Version < 1 {
		return Deleted{}, invalid("version", "min_value", "The version is the one that was shown, at least 1.")
	}
	if in.Preview {
		if err := c.loadZone(); err != nil {
			return Deleted{}, err
		}
		sent, err := c.readEntry(in.ID, in.Version)
		if err != nil {
			return Deleted{}, err
		}
		if err := c.delete(in, dryRunQuery()); err != nil {
			return Deleted{}, err
		}
		return Deleted{Status: "preview", ID: in.ID, Entry: c.entry(sent)}, nil
	}
	return Deleted{Status: "deleted", ID: in.ID}, c.delete(in, nil)
}

// delete deletes the entry, or only asks.
func (c *call) delete(in deleteInput, query url.Values) error {
	_, err := run[struct{ Deleted bool }](c, Request{Operation: "entries.delete.v1", IDs: []string{in.ID}, Query: query,
		Version: in.Version})
	return err
}
