package deliverer

import (
	"encoding/json"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/store/key"
)

// turnTime is how long a run keeps a webhook. A step that began before then is finished.
const turnTime = 20 * time.Second

// Bounds of one call of the deliverer. A workspace without a turn comes before one that has some, so slow receivers of
// some workspaces do not hold up the others.
const (
	maxParallel     = 16 // webhooks that are served at a time
	maxPerWorkspace = 4  // webhooks of one workspace that are served at a time
)

// WorkspacesOf lists the workspaces of the items in an event of the table's stream. There are
// none in an event of the schedule.
func WorkspacesOf(event json.RawMessage) []domain.ID {
	var in struct {
		Records []struct {
			DynamoDB struct {
				Keys struct {
					PK struct{ S string } `json:"pk"`
				}
			} `json:"dynamodb"`
		}
	}
	_ = json.Unmarshal(event, &in) // an event in another form wakes no workspace
	var all []domain.ID
	for _, r := range in.Records {
		if w, ok := key.WorkspaceOf(r.DynamoDB.Keys.PK.S); ok && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}
