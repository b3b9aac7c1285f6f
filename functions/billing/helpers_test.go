package billing_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"stint/internal/apitest"
)

type object = map[string]any

const settingsPath = "/api/workspaces/me/billable-settings"

// settingsBody are the settings that a workspace starts with, as a request.
func settingsBody(changes object) object {
	body := object{
		"currency": "EUR", "defaultHourlyRate": nil, "defaultIsBillable": true,
		"rounding": object{"mode": "none"}, "membersSeeRates": false,
	}
	maps.Copy(body, changes)
	return body
}

func putSettings(p *apitest.User, changes object) *apitest.Answer {
	return p.Do("PUT", settingsPath, settingsBody(changes))
}

// at is a moment some minutes after the first time of a service's clock.
func at(minutes int) string {
	return apitest.StartTime.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

// trackHour makes an entry of an hour and gives it as it was answered.
func trackHour(p *apitest.User, more object) object {
	body := object{"startedAt": at(-120), "stoppedAt": at(-60)}
	maps.Copy(body, more)
	return p.Post("/api/entries", body).OK()
}

// rateSnapshotOf is what an answer says an entry is worth, as "rate source amount currency".
func rateSnapshotOf(e object) string {
	return fmt.Sprint(e["hourly_rate"], " ", e["rate_source"], " ", e["amount"], " ", e["currency"])
}

func wantRateSnapshot(t *testing.T, what string, e object, want string) {
	t.Helper()
	if got := rateSnapshotOf(e); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// setMemberRate sets a member's rate in the workspace; nil inherits.
func setMemberRate(by, user *apitest.User, rate any) {
	by.Patch("/api/workspaces/"+by.WorkspaceID+"/members/"+user.ID, object{"hourlyRate": rate}).OK()
}

// addProjectMember makes a user a member of a project with a rate of their own there.
func addProjectMember(by *apitest.User, project string, user *apitest.User, more object) {
	body := object{"userId": user.ID}
	maps.Copy(body, more)
	by.Post("/api/projects/"+project+"/members", body).OK()
}

func newProject(p *apitest.User, name string, more object) string {
	body := object{"name": name}
	maps.Copy(body, more)
	return p.Post("/api/projects", body).ID()
}

func bulk(p *apitest.User, rows ...object) *apitest.Answer {
	return p.Post("/api/entries:bulk", object{"items": rows})
}
