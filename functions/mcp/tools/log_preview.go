package tools

import (
	"time"

	"stint/shared/domain"
)

// previewLog says what log_time would write.
func (c *call) previewLog(rows []map[string]any) Logged {
	out := Logged{Status: "preview"}
	for _, row := range rows {
		started, stopped := row["startedAt"].(string), row["stoppedAt"].(string)
		e := &Entry{
			ID: row["id"].(string), Description: Text{row["description"].(string)}, StartedAt: c.show(started),
			StoppedAt: new(c.show(stopped)), DurationSeconds: secondsBetween(started, stopped),
			Project: c.named("projects.get.v1", idIn(row, "projectId")), Task: c.named("tasks.get.v1", idIn(row, "taskId")),
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}

// idIn is an id of a row; nil without one.
func idIn(row map[string]any, name string) *string {
	id, _ := row[name].(string)
	return domain.OrNull(id)
}

// secondsBetween is the time between two moments that were read before.
func secondsBetween(started, stopped string) int64 {
	from, _ := time.Parse(time.RFC3339, started)
	to, _ := time.Parse(time.RFC3339, stopped)
	return int64(to.Sub(from) / time.Second)
}
