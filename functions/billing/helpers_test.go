package billing_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"stint/functions/apitest"
)

type object = map[string]any

const settingsPath = "/api/workspaces/me/billable-settings"

// plain are the settings that a workspace starts with, as a request.
func plain(changes object) object {
	body := object{
		"currency": "EUR", "defaultHourlyRate": nil, "defaultIsBillable": true,
		"rounding": object{"mode": "none"}, "membersSeeRates": false,
	}
	maps.Copy(body, changes)
	return body
}

func put(p *apitest.Person, changes object) *apitest.Answer {
	return p.Do("PUT", settingsPath, plain(changes))
}

// at is a moment some minutes from when a house's clock stands at first.
func at(minutes int) string {
	return apitest.Start.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

// hour makes an entry of an hour and gives it as it was answered.
func hour(p *apitest.Person, more object) object {
	body := object{"startedAt": at(-120), "stoppedAt": at(-60)}
	maps.Copy(body, more)
	return p.Post("/api/entries", body).OK()
}

// worth is what an answer says an entry is worth, as "rate source amount currency".
func worth(e object) string {
	return fmt.Sprint(e["hourly_rate"], " ", e["rate_source"], " ", e["amount"], " ", e["currency"])
}

func wantWorth(t *testing.T, what string, e object, want string) {
	t.Helper()
	if got := worth(e); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// rateMember sets somebody's rate in the workspace; nil inherits.
func rateMember(by, who *apitest.Person, rate any) {
	by.Patch("/api/workspaces/"+by.WorkspaceID+"/members/"+who.ID, object{"hourlyRate": rate}).OK()
}

// place makes somebody a member of a project with a rate of their own there.
func place(by *apitest.Person, project string, who *apitest.Person, more object) {
	body := object{"userId": who.ID}
	maps.Copy(body, more)
	by.Post("/api/projects/"+project+"/members", body).OK()
}

func newProject(p *apitest.Person, name string, more object) string {
	body := object{"name": name}
	maps.Copy(body, more)
	return p.Post("/api/projects", body).ID()
}

func bulk(p *apitest.Person, rows ...object) *apitest.Answer {
	return p.Post("/api/entries:bulk", object{"items": rows})
}
