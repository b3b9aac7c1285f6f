package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

// rateWorld is a workspace in which the member manages the project own, so he may set
// rates there, and is a plain member of the project other.
type rateWorld struct {
	owner, member *apitest.User
	own, other    string
	otherTask     string
}

func newRateWorld(t *testing.T) rateWorld {
	t.Helper()
	w := rateWorld{owner: apitest.New(t).Register("ada")}
	w.member = w.owner.AddMember("bob", "user")
	w.own = w.owner.Post("/api/projects", object{"name": "Own", "hourlyRate": 3000}).ID()
	w.other = w.owner.Post("/api/projects", object{"name": "Other", "hourlyRate": 5000}).ID()
	w.otherTask = w.owner.Post("/api/projects/"+w.other+"/tasks", object{"name": "T"}).ID()
	w.owner.Post("/api/projects/"+w.own+"/members", object{"userId": w.member.ID, "isManager": true}).OK()
	w.owner.Post("/api/projects/"+w.other+"/members", object{"userId": w.member.ID}).OK()
	return w
}

// wantRate checks the rate of an entry as the owner of the workspace sees it.
func (w rateWorld) wantRate(t *testing.T, what, entry string, rate any, source string) {
	t.Helper()
	got := w.owner.Get("/api/entries/" + entry).OK()
	if got["hourly_rate"] != rate || got["rate_source"] != source {
		t.Errorf("%s: %v from %v, want %v from %s", what, got["hourly_rate"], got["rate_source"], rate, source)
	}
}

// An own rate cannot be carried to a project where the caller may not set rates.
func TestMoveDropsOwnRate(t *testing.T) {
	t.Parallel()
	w := newRateWorld(t)
	for name, move := range map[string]func(id string, body object){
		"PATCH": func(id string, body object) { w.member.Patch("/api/entries/"+id, body).OK() },
		"bulk":  func(id string, body object) { sendBulk(w.member, withFields(body, row{"id": id})).OK() },
	} {
		for by, body := range map[string]object{"project": {"projectId": w.other}, "task": {"taskId": w.otherTask}} {
			what := name + " by its " + by
			entry := track(w.member, -60, -30, object{"projectId": w.own, "hourlyRate": 99000})
			w.wantRate(t, what, entry, 99000.0, "entry")
			move(entry, body)
			w.wantRate(t, what, entry, 5000.0, "project")
			move(entry, object{"projectId": w.own})
			w.wantRate(t, what+", and back", entry, 3000.0, "project")
		}
		entry := track(w.member, -60, -30, object{"projectId": w.own, "hourlyRate": 99000})
		move(entry, object{"projectId": nil})
		w.wantRate(t, name+" to no project", entry, nil, "none")
	}
}

// A timer keeps its own rate out of sight while it runs.
func TestMoveDropsOwnRateOfTimer(t *testing.T) {
	t.Parallel()
	w := newRateWorld(t)
	for name, stop := range map[string]func(timer string){
		"moved and stopped by PATCH": func(timer string) {
			w.member.Patch("/api/timers/"+timer, object{"projectId": w.other, "stoppedAt": at(-5)}).OK()
		},
		"moved by PATCH, then stopped": func(timer string) {
			w.member.Patch("/api/timers/"+timer, object{"projectId": w.other}).OK()
			w.member.Post("/api/timers/"+timer+"/stop", nil).OK()
		},
		"moved as an entry, then switched": func(timer string) {
			w.member.Patch("/api/entries/"+timer, object{"taskId": w.otherTask}).OK()
			w.member.Post("/api/timers/start", nil).OK()
			w.member.Delete("/api/timers/" + w.member.Get("/api/timers/current").OK()["timer"].(object)["id"].(string)).OK()
		},
		"moved and stopped in a batch": func(timer string) {
			sendBulk(w.member, row{"id": timer, "projectId": w.other, "stoppedAt": at(-5)}).OK()
		},
		"moved in a batch, then stopped": func(timer string) {
			sendBulk(w.member, row{"id": timer, "projectId": w.other}).OK()
			w.member.Post("/api/timers/"+timer+"/stop", nil).OK()
		},
		"moved there and back": func(timer string) {
			w.member.Patch("/api/timers/"+timer, object{"projectId": w.other}).OK()
			w.member.Patch("/api/timers/"+timer, object{"projectId": w.own}).OK()
			w.member.Patch("/api/timers/"+timer, object{"projectId": w.other, "stoppedAt": at(-5)}).OK()
		},
	} {
		timer := w.member.Post("/api/timers/start", object{"projectId": w.own, "startedAt": at(-10)}).ID()
		w.member.Patch("/api/timers/"+timer, object{"hourlyRate": 99000}).OK()
		stop(timer)
		w.wantRate(t, name, timer, 5000.0, "project")
	}
}

// Where the caller may set rates on the new project, the own rate goes along.
func TestMoveKeepsOwnRateForThoseWhoMaySetRates(t *testing.T) {
	t.Parallel()
	w := newRateWorld(t)
	entry := track(w.member, -60, -30, object{"projectId": w.own, "hourlyRate": 99000})
	w.member.Patch("/api/entries/"+entry, object{"projectId": w.own, "description": "stays"}).OK()
	w.wantRate(t, "not moved", entry, 99000.0, "entry")
	w.owner.Patch("/api/entries/"+entry, object{"projectId": w.other}).OK()
	w.wantRate(t, "moved by the owner", entry, 99000.0, "entry")
	w.member.Patch("/api/entries/"+entry, object{"description": "was priced by the owner"}).OK()
	w.wantRate(t, "edited", entry, 99000.0, "entry")
	w.member.Patch("/api/entries/"+entry, object{"projectId": w.own}).OK()
	w.wantRate(t, "moved to the own project", entry, 99000.0, "entry")
}
