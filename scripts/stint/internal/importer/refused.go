package importer

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
	"stint/shared/problem"
)

// isOfRows reports whether other rows may succeed where a batch failed.
func isOfRows(p *client.Problem) bool {
	switch p.Status {
	case http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	case http.StatusForbidden:
		return p.Reason == "not_project_member"
	}
	return false
}

// isRefusedAlone reports whether other records may succeed where one failed.
func isRefusedAlone(p *client.Problem) bool {
	return p.Status == http.StatusConflict || p.Status == http.StatusUnprocessableEntity
}

// isWithheld reports whether the key's user may not do this, or does not see the record any more.
func isWithheld(p *client.Problem) bool {
	return p.Status == http.StatusForbidden || p.Status == http.StatusNotFound
}

// issuesOf are what a problem says of the properties of each row: of paths such as "items[12].projectId".
func issuesOf(p *client.Problem) map[int][]client.FieldError {
	all := map[int][]client.FieldError{}
	for _, e := range p.Errors {
		number, property, ok := strings.Cut(strings.TrimPrefix(e.Field, "items["), "]")
		if row, err := strconv.Atoi(number); ok && err == nil && row >= 0 {
			e.Field = strings.TrimPrefix(property, ".")
			all[row] = append(all[row], e)
		}
	}
	return all
}

// reasonOf is what a problem says of a row that has these issues.
func reasonOf(p *client.Problem, issues []client.FieldError) string {
	if len(issues) == 0 {
		return p.Detail
	}
	return issues[0].Field + " " + issues[0].Title + " (" + issues[0].Code + ")"
}

// reasonOfRow is reasonOf, with the project or task that it is about.
func reasonOfRow(w row, p *client.Problem, issues []client.FieldError) string {
	reason, about := reasonOf(p, issues), ""
	switch property, _, _ := strings.Cut(reason, " "); property {
	case "projectId":
		about = joined(w.Client, w.Project)
	case "taskId":
		about = joined(w.Client, w.Project, w.Task)
	}
	if about == "" {
		return reason
	}
	return reason + ": " + about
}

// dropRefused notes the rows that a problem names, and returns the others. Rows that overlap each
// other are named together: the first of them is tried again before the later ones.
func (x *run) dropRefused(batch []row, p *client.Problem) (first, later []row) {
	issues := issuesOf(p)
	overlap := make([]bool, len(batch)) // named only because they overlap others
	for i := range batch {
		overlap[i] = len(issues[i]) > 0 &&
			!slices.ContainsFunc(issues[i], func(e client.FieldError) bool { return e.Code != string(problem.EntryOverlap) })
	}
	for i, w := range batch {
		switch {
		case len(issues[i]) == 0:
			first = append(first, w)
		case overlap[i] && overlapsAny(w, batch[:i], overlap):
			later = append(later, w)
		case overlap[i] && overlapsAny(w, batch[i+1:], overlap[i+1:]):
			first = append(first, w)
		default:
			x.refuse(w, reasonOfRow(w, p, issues[i]))
			x.progress(rowsIn(batch[i : i+1]))
		}
	}
	return first, later
}

// overlapsAny reports whether a row overlaps one of those that are marked.
func overlapsAny(w row, rows []row, marked []bool) bool {
	for i, o := range rows {
		if marked[i] && o.user == w.user && o.from.Before(w.to()) && w.from.Before(o.to()) {
			return true
		}
	}
	return false
}

// RefusedRecord is a client, project, task or tag that the service did not make and for which no row
// is refused.
type RefusedRecord struct {
	Record string `json:"record"` // its name, with what it belongs to
	Reason string `json:"reason"`
}

// failure is why a record is not made. The records that need it have the same one.
type failure struct {
	RefusedRecord
	isListed bool // with a row that is refused for it
}

// fail gives a record a failure, and an id that no record has: it tells the sums of its time from
// those of other records.
func (x *run) fail(r *record, reason string) {
	r.failure = &failure{RefusedRecord: RefusedRecord{r.label, reason}}
	r.id = uuid.NewSHA1(uuid.Nil, []byte(reason))
	x.failures = append(x.failures, r.failure)
}

// failWith gives a record that is to be made the failure of one that it needs, if there is one.
func (r *record) failWith(needed *record) {
	if needed != nil && needed.failure != nil && !r.exists() {
		r.failure, r.id = needed.failure, uuid.NewSHA1(uuid.Nil, []byte(r.label+needed.failure.Reason))
	}
}

// failureReason says why a record is not made. A project whose name is in use and that no list has
// is one that the key's user does not see.
func failureReason(r *record, issues []client.FieldError, said string) string {
	if r.kind == projectKind && len(issues) > 0 && isTaken(issues) {
		return fmt.Sprintf("the project %s exists and you do not see it: ask an owner, an admin or a manager of the "+
			"project to add you, as a manager if it needs new tasks", r.label)
	}
	return fmt.Sprintf("the service refuses the %s %s: %s", r.kind.name, r.label, said)
}

// failureOf is the failure of what a row refers to, nil if all of it exists.
func (x *run) failureOf(r timefile.Row) *failure {
	if len(x.failures) == 0 {
		return nil
	}
	needed := []*record{x.files.catalog.project(r), x.files.catalog.task(r)}
	for _, tag := range r.Tags {
		needed = append(needed, x.files.catalog.tag(tag))
	}
	for _, r := range needed {
		if r != nil && r.failure != nil {
			return r.failure
		}
	}
	return nil
}

// listFailures lists the records that are not made and for which no row is refused.
func (x *run) listFailures() {
	for _, f := range slices.SortedFunc(slices.Values(x.failures),
		func(a, b *failure) int { return cmp.Compare(a.Record, b.Record) }) {
		if !f.isListed {
			x.result.RefusedRecords = append(x.result.RefusedRecords, f.RefusedRecord)
		}
	}
}
