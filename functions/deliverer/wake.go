package deliverer

import (
	"encoding/json"
	"slices"

	"stint/shared/domain"
	"stint/shared/store"
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
		if w, ok := store.WorkspaceOf(r.DynamoDB.Keys.PK.S); ok && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}
