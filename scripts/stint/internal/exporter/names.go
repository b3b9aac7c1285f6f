package exporter

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/shared/client/api"
)

// names are what people call the records that entries name by their ids. A key may not read all of them.
type names struct {
	of       map[uuid.UUID]string    // users, clients, projects, tasks and tags
	clientOf map[uuid.UUID]uuid.UUID // by project
}

// columnsForPeople are the first columns of entries.csv: when, who, on what and how much. Names stand beside ids.
var columnsForPeople = []string{"id", "started_at", "stopped_at", "duration_seconds", "user_id", "user", "client",
	"project_id", "project", "task_id", "task", "description", "tag_ids", "tags", "is_billable", "hourly_rate", "currency",
	"amount"}

// entryColumns are the columns of entries.csv: those for people, and then the other properties of an entry.
func entryColumns() []string {
	others := slices.DeleteFunc(columnsOf(reflect.TypeFor[api.Entry]()), func(column string) bool {
		return slices.Contains(columnsForPeople, column)
	})
	return slices.Concat(columnsForPeople, others)
}

// beside are the names that an entry has beside its ids, as values of JSON. What is unknown has none.
func (n names) beside(e api.Entry) map[string]json.RawMessage {
	texts := map[string]string{"user": n.of[e.UserId]}
	if e.ProjectId != nil {
		texts["project"], texts["client"] = n.of[*e.ProjectId], n.of[n.clientOf[*e.ProjectId]]
	}
	if e.TaskId != nil {
		texts["task"] = n.of[*e.TaskId]
	}
	var tags []string
	for _, id := range e.TagIds {
		tags = append(tags, n.of[id])
	}
	texts["tags"] = strings.Join(tags, ", ")
	all := map[string]json.RawMessage{}
	for column, text := range texts {
		all[column], _ = json.Marshal(text) // a text cannot fail
	}
	return all
}
