package submissions_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/domain"
)

type object = map[string]any

// all is the path of the submissions.
const all = "/api/workspaces/me/timesheet-submissions"

// week is the period that most tests submit.
var week = object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}

// track makes a finished entry on a day of that week, so many minutes long.
func track(p *apitest.Person, day, minutes int, more object) string {
	from := time.Date(2026, 6, day, 9, 0, 0, 0, time.UTC)
	body := object{
		"startedAt": domain.At(from).String(), "stoppedAt": domain.At(from.Add(time.Duration(minutes) * time.Minute)).String(),
	}
	for name, value := range more {
		body[name] = value
	}
	return p.Post("/api/entries", body).ID()
}

// project makes a project that everybody in the workspace can be made a member
// of, with a rate of 60 an hour.
func project(p *apitest.Person, name string, members ...*apitest.Person) string {
	id := p.Post("/api/projects", object{"name": name, "hourlyRate": 6000}).ID()
	for _, m := range members {
		p.Post("/api/projects/"+id+"/members", object{"userId": m.ID}).OK()
	}
	return id
}

// lines are the lines of a submission in an answer, by project; "" is none.
func lines(s object) map[string]object {
	found := map[string]object{}
	for _, l := range s["lines"].([]any) {
		line := l.(object)
		id, _ := line["project_id"].(string)
		found[id] = line
	}
	return found
}

// expect compares single properties of an answer.
func expect(t testing.TB, what string, got object, want object) {
	t.Helper()
	for name, value := range want {
		if plain(got[name]) != plain(value) {
			t.Errorf("%s: %s is %v, want %v", what, name, got[name], value)
		}
	}
}

// plain is a value as text, numbers without an exponent.
func plain(value any) string {
	if number, ok := value.(float64); ok {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// history is the types of a submission's events, oldest first.
func history(p *apitest.Person, id string) (types []string) {
	for _, e := range p.Get(all + "/" + id + "/events").Items() {
		types = append(types, e["type"].(string))
	}
	return types
}

// locked reports whether an entry is locked, and by which submission.
func locked(p *apitest.Person, entry string) string {
	e := p.Get("/api/entries/" + entry).OK()
	by, _ := e["submission_id"].(string)
	if e["is_locked"] != (by != "") {
		return "inconsistent"
	}
	return by
}
