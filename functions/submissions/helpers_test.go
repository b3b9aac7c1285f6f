package submissions_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

type object = map[string]any

// pathSubmissions is the path of the submissions.
const pathSubmissions = "/api/workspaces/me/timesheet-submissions"

// submittedWeek is the period that most tests submit.
var submittedWeek = object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}

// track makes a finished entry on a day of that week, so many minutes long.
func track(p *apitest.User, day, minutes int, more object) string {
	from := time.Date(2026, 6, day, 9, 0, 0, 0, time.UTC)
	to := from.Add(time.Duration(minutes) * time.Minute)
	return p.Track(domain.InstantOf(from).String(), domain.InstantOf(to).String(), more)
}

// createProject makes a project that everybody in the workspace can be made a member
// of, with a rate of 60 an hour.
func createProject(p *apitest.User, name string, members ...*apitest.User) string {
	id := p.Post("/api/projects", object{"name": name, "hourlyRate": 6000}).ID()
	for _, m := range members {
		p.Post("/api/projects/"+id+"/members", object{"userId": m.ID}).OK()
	}
	return id
}

// linesByProject are the lines of a submission in an answer, by project; "" is none.
func linesByProject(s object) map[string]object {
	found := map[string]object{}
	for _, l := range s["lines"].([]any) {
		line := l.(object)
		id, _ := line["project_id"].(string)
		found[id] = line
	}
	return found
}

// wantFields compares single properties of an answer.
func wantFields(t testing.TB, what string, got object, want object) {
	t.Helper()
	for name, value := range want {
		if toText(got[name]) != toText(value) {
			t.Errorf("%s: %s is %v, want %v", what, name, got[name], value)
		}
	}
}

// toText is a value as text, numbers without an exponent.
func toText(value any) string {
	if number, ok := value.(float64); ok {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// eventTypes is the types of a submission's events, oldest first.
func eventTypes(p *apitest.User, id string) (types []string) {
	for _, e := range p.Get(pathSubmissions + "/" + id + "/events").Items() {
		types = append(types, e["type"].(string))
	}
	return types
}

// lockedBy reports whether an entry is locked, and by which submission.
func lockedBy(p *apitest.User, entry string) string {
	e := p.Get("/api/entries/" + entry).OK()
	by, _ := e["submission_id"].(string)
	if e["is_locked"] != (by != "") {
		return "inconsistent"
	}
	return by
}
