package tools

import (
	"crypto/sha256"
	"fmt"
	"net/url"

	"github.com/google/uuid"

	"stint/shared/domain"
)

var logTime = declaration{"log_time", "Log time",
	fmt.Sprintf("Writes entries for time that has passed, up to %d in one call: all of them or none. Names are found by "+
		"words; when several records fit, status is choose and nothing is written.", maxLogged), adds}

// maxLogged bounds the entries of one call, because each may search for two names.
const maxLogged = 20

type logInput struct {
	Entries []newEntry `json:"entries" jsonschema:"1 to 20 entries"`
	Preview bool       `json:"preview,omitempty" jsonschema:"true: only say what would be written"`
	Key     string     `json:"request_key" jsonschema:"a random text of your own; the same call with the same one writes nothing twice, another call needs another one"`
}

type newEntry struct {
	Place
	Description string `json:"description,omitempty" jsonschema:"what the person did"`
	StartedAt   string `json:"started_at" jsonschema:"local time, as 2026-06-17T09:00"`
	StoppedAt   string `json:"stopped_at" jsonschema:"local time, as 2026-06-17T10:30"`
}

// Logged says what logging time did.
type Logged struct {
	Status  string   `json:"status" jsonschema:"logged, preview or choose"`
	Entries []*Entry `json:"entries,omitempty" jsonschema:"what was written, or would be"`
	Already []string `json:"already_logged,omitempty" jsonschema:"the ids of those that an earlier call with the same request_key wrote"`
	Row     int      `json:"row,omitempty" jsonschema:"with choose: the entry that the candidates are for, from 1"`
	Choice
}

func (c *call) logTime(in logInput) (Logged, error) {
	if err := checkCount(len(in.Entries)); err != nil {
		return Logged{}, err
	}
	if err := checkKey(in.Key); err != nil {
		return Logged{}, err
	}
	if err := c.loadZone(); err != nil {
		return Logged{}, err
	}
	rows, out, err := c.logRows(in)
	if err != nil || out.Status != "" {
		return out, err
	}
	planned, err := c.log(rows, dryRunQuery())
	if err != nil || in.Preview {
		return c.logged("preview", planned), err
	}
	written, err := c.log(rows, nil)
	return c.logged("logged", written), err
}

// checkCount checks how many entries a call has. Errors: a failure for none, and for more than maxLogged.
func checkCount(entries int) error {
	code := "max_items"
	switch {
	case entries == 0:
		code = "min_items"
	case entries <= maxLogged:
		return nil
	}
	return invalid("entries", code, fmt.Sprintf("One call logs 1 to %d entries.", maxLogged))
}

// log sends the batch. Errors: a failure for a key of other entries.
func (c *call) log(rows []map[string]any, query url.Values) ([]loggedEntry, error) {
	sent, err := run[struct{ Items []loggedEntry }](c, Request{Operation: "entries.bulk.v1", Query: query,
		Body: map[string]any{"items": rows}})
	if err != nil {
		return nil, err
	}
	return sent.Items, checkReuse(rows, sent.Items)
}

// logged shows what the batch made, or would, and what was there before.
func (c *call) logged(status string, items []loggedEntry) Logged {
	out := Logged{Status: status}
	for _, e := range items {
		out.Entries = append(out.Entries, c.entry(e.sentEntry))
		if e.Existed {
			out.Already = append(out.Already, e.ID)
		}
	}
	return out
}

// logRows makes the rows of the batch. A status other than "" is the answer. The id of a row follows from the key, the
// person and the row, so that the same call again writes nothing twice.
func (c *call) logRows(in logInput) (rows []map[string]any, out Logged, err error) {
	me, err := c.identity()
	if err != nil {
		return nil, out, err
	}
	for i, e := range in.Entries {
		place, err := c.find(e.Place)
		if err != nil {
			return nil, out, inRow(err, i)
		}
		if place.several != nil {
			return nil, Logged{Status: "choose", Row: i + 1, Choice: *place.several}, nil
		}
		row, err := c.logRow(e, place)
		if err != nil {
			return nil, out, inRow(err, i)
		}
		row["id"] = derivedID(me.Workspace.ID, me.User.ID, in.Key, i)
		rows = append(rows, row)
	}
	return rows, out, nil
}

// logRow makes one row. Errors: a failure for a time that cannot be read.
func (c *call) logRow(e newEntry, place found) (map[string]any, error) {
	started, err := c.readTime("started_at", e.StartedAt)
	if err != nil {
		return nil, err
	}
	stopped, err := c.readTime("stopped_at", e.StoppedAt)
	if err != nil {
		return nil, err
	}
	row := map[string]any{"op": "create", "description": e.Description, "startedAt": started, "stoppedAt": stopped}
	place.addTo(row)
	return row, nil
}

// derivedID is the id of a row of log_time. It follows from the workspace, the person, the key of the call and the
// number of the row, so that the same call names the same entries.
func derivedID(workspace, user, key string, row int) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "log_time\n%s\n%s\n%d\n%s", workspace, user, row, key))
	id := domain.ID(uuid.Must(uuid.FromBytes(digest[:16])).String())
	return string(id.OfOwner(domain.ID(user)))
}
