package tools

import (
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// checkKey refuses a key without a letter: two calls that have nothing in common would share it.
func checkKey(key string) error {
	if strings.TrimSpace(key) == "" {
		return invalid("request_key", "required", "The key is a random text of your own, another one for each new call.")
	}
	return nil
}

// loggedEntry is what a row of log_time made or found.
type loggedEntry struct {
	sentEntry
	Existed bool
}

// checkReuse refuses a key whose entries are not those of the rows. Then the key was used for other time, or somebody
// changed the entries since; to answer that the rows are logged would be wrong.
func checkReuse(rows []map[string]any, items []loggedEntry) error {
	var others []string
	for i, e := range items {
		if e.Existed && !e.isOf(rows[i]) {
			others = append(others, e.ID)
		}
	}
	if others == nil {
		return nil
	}
	return failure{Code: "conflict", Reason: string(problem.RequestKeyReused),
		Detail: "An earlier call with this request_key made these entries, which are not as this call says: " +
			strings.Join(others, ", ") + ". This call changes nothing of them. For other time call again with a new " +
			"request_key. If it is the same time, somebody changed it since: look at it with list_time."}
}

// isOf reports whether an entry is as a row says.
func (e loggedEntry) isOf(row map[string]any) bool {
	task, project := idIn(row, "taskId"), idIn(row, "projectId")
	if task == nil && !isSame(e.ProjectID, project) {
		return false
	}
	return isSame(e.TaskID, task) && e.Description == row["description"] && e.StoppedAt != nil &&
		isMoment(row["startedAt"], e.StartedAt) && isMoment(row["stoppedAt"], *e.StoppedAt)
}

// idIn is an id of a row; nil without one.
func idIn(row map[string]any, name string) *string {
	id, _ := row[name].(string)
	return domain.OrNull(id)
}

// isSame reports whether two ids are the same one, or none.
func isSame(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return strings.EqualFold(*a, *b)
}

// isMoment reports whether the text of a row names a moment.
func isMoment(sent any, moment string) bool {
	text, _ := sent.(string)
	a, err := time.Parse(time.RFC3339, text)
	b, otherErr := time.Parse(time.RFC3339, moment)
	return err == nil && otherErr == nil && a.Equal(b)
}
