package importer_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// differs are the properties that are not read back, with the reason. "*" is a whole record.
var differs = map[string]string{
	"workspace.name":               "the workspace has its own name",
	"members.role":                 "an invitation gives a role, no folder",
	"members.is_deactivated":       "no import ends a membership",
	"invitations.*":                "an invitation sends a mail",
	"webhooks.*":                   "a secret is shown once",
	"client_links.*":               "a client signs in one workspace",
	"clients.external_id":          "a record without one gets one, so that it is found again after it was renamed",
	"projects.external_id":         "as of clients",
	"tasks.external_id":            "as of clients",
	"tags.external_id":             "as of clients",
	"project_members.*":            "a former member cannot be added to a project",
	"entries.*":                    "running timers are not imported",
	"entries.currency":             "an entry gets the currency of the workspace",
	"entries.hourly_rate":          "an entry without a rate has the rate 0 where the workspace has one by now",
	"entries.rate_source":          "a rate that is not today's becomes the entry's own",
	"submissions.*":                "withdrawn timesheets lock nothing",
	"submissions.client_status":    "as of client_links",
	"submissions.client_approval":  "as of client_links",
	"submissions.client_decisions": "as of client_links",
}

// owns are the properties that a record has of its own in each workspace.
var owns = []string{
	"workspace.require_second_factor", "workspace.require_sso", "members.joined_at", "submissions.submitted_at",
	"submissions.lines.decided_at", "created_at", "updated_at", "version",
}

func isOwn(property string) bool {
	return slices.Contains(owns, property) || slices.Contains(owns, property[strings.LastIndex(property, ".")+1:])
}

// every is a workspace with every property of every record set, as far as the API can set it.
func every(t *testing.T) *trial {
	t.Helper()
	x := newTrial(t)
	owner, member, admin := x.owner, x.owner.AddMember("bob", "user"), x.owner.AddMember("cyd", "admin")
	members := "/api/workspaces/" + owner.WorkspaceID + "/members/"
	entry := func(u *apitest.User, start string, more object) string {
		at, _ := time.Parse(time.RFC3339, start)
		body := object{"startedAt": start, "stoppedAt": at.Add(50 * time.Minute).Format(time.RFC3339),
			"description": "at " + start}
		maps.Copy(body, more)
		return u.Post("/api/entries", body).ID()
	}
	billed := object{"isBillable": true}
	entry(owner, "2026-06-12T06:00:00Z", billed) // in another currency
	billing := object{"currency": "CHF", "defaultHourlyRate": nil, "defaultIsBillable": true,
		"rounding": object{"mode": "up", "minutes": 15}, "membersSeeRates": true}
	owner.Do("PUT", "/api/workspaces/me/billable-settings", billing).OK()
	entry(owner, "2026-06-01T06:00:00Z", billed) // before there was a rate
	billing["defaultHourlyRate"] = 7000
	owner.Do("PUT", "/api/workspaces/me/billable-settings", billing).OK()
	entry(owner, "2026-06-01T07:00:00Z", nil)
	owner.Patch(members+owner.ID, object{"hourlyRate": 9000}).OK()
	owner.Patch(members+member.ID, object{"hourlyRate": 8000}).OK()
	customer := owner.Post("/api/clients", object{"name": "Babbage & Co", "email": "b@example.com",
		"externalId": "crm-1"}).ID()
	idle := owner.Post("/api/clients", object{"name": "Idle", "isArchived": true}).ID()
	owner.Post("/api/projects", object{"name": "Idle", "clientId": idle, "isArchived": true, "externalId": "pm-2",
		"budget": object{"kind": "amount", "limit": 500, "period": "week"}}).OK()
	engine := owner.Post("/api/projects", object{
		"name": "Engine", "clientId": customer, "color": "#123456", "visibility": "private", "hourlyRate": 12000,
		"budget": object{"kind": "time", "limit": 3600, "period": "total"},
	}).ID()
	reading := owner.Post("/api/projects", object{"name": "Reading", "visibility": "public", "isBillable": false,
		"externalId": "pm-1"}).ID()
	carriage := owner.Post("/api/projects/"+engine+"/tasks", object{"name": "Carriage", "externalId": "t-1"}).ID()
	old := owner.Post("/api/projects/"+engine+"/tasks", object{"name": "Old"}).ID()
	remote, late := owner.Post("/api/tags", object{"name": "remote", "externalId": "tag-1"}).ID(),
		owner.Post("/api/tags", object{"name": "late"}).ID()
	for _, m := range []object{{"userId": member.ID, "isManager": true, "hourlyRate": 11000}, {"userId": owner.ID},
		{"userId": admin.ID}} {
		owner.Post("/api/projects/"+engine+"/members", m).OK()
	}
	owner.Post("/api/projects/"+reading+"/members", object{"userId": member.ID, "hourlyRate": 0}).OK()
	// overlaps
	entry(owner, "2026-06-01T07:30:00Z", object{"taskId": carriage, "tagIds": []string{remote, late}, "externalId": "e-1"})
	entry(owner, "2026-06-01T09:00:00Z", object{"taskId": old, "hourlyRate": 4321})
	entry(owner, "2026-06-02T07:00:00Z", object{"projectId": reading, "isBillable": true})
	entry(owner, "2026-06-02T09:00:00Z", object{"projectId": engine, "isBillable": false})
	for _, day := range []string{"03", "04", "05"} {
		entry(owner, "2026-06-"+day+"T07:00:00Z", object{"projectId": engine})
	}
	entry(member, "2026-06-01T07:00:00Z", object{"projectId": engine, "description": "line\nbreak, \"quoted\" – ünïcode"})
	entry(member, "2026-06-02T07:00:00Z", object{"projectId": reading, "isBillable": true})
	entry(member, "2026-06-03T07:00:00Z", nil)
	entry(admin, "2026-06-01T07:00:00Z", object{"projectId": engine})
	timesheets(owner, member)
	owner.Post("/api/entries:invoice", object{"invoice": "2026-7", "filter": object{"userId": owner.ID,
		"from": "2026-06-01T00:00:00Z", "to": "2026-06-02T00:00:00Z"}}).OK()
	owner.Post("/api/entries:invoice", object{"invoice": "2026-8", "filter": object{
		"from": "2026-06-03T00:00:00Z", "to": "2026-06-04T00:00:00Z"}}).OK()
	owner.Patch("/api/tasks/"+old, object{"isArchived": true}).OK()
	owner.Delete(members + admin.ID).OK()
	owner.Delete(members + x.owner.AddMember("eve", "user").ID).OK()
	member.Post("/api/timers/start", object{"description": "running"}).OK()
	owner.Post("/api/webhooks", object{"url": "https://example.com/hook", "events": []string{"*"}}).OK()
	owner.Invite("dan@example.com", "user")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{
		"name": "Old workspace", "timezone": "Asia/Tokyo", "weekStart": "sunday", "defaultProjectVisibility": "public",
		"membersCanCreateProjects": true, "membersCanCreateTags": false, "allowOverlap": false, "maxKeyDays": 30,
	}).OK()
	return x
}

// timesheets submits and decides timesheets: approved, partly rejected, submitted and withdrawn.
func timesheets(owner, member *apitest.User) {
	submit := func(u *apitest.User, day string) object {
		return u.Post("/api/workspaces/me/timesheet-submissions",
			object{"periodStart": day, "periodEnd": day, "note": "of " + day}).OK()
	}
	decide := func(s object, how string) {
		owner.Post("/api/workspaces/me/timesheet-submissions/"+s["id"].(string)+"/"+how, nil).OK()
	}
	customer := owner.Get("/api/clients").OK()["items"].([]any)[0].(object)["id"]
	approved := submit(owner, "2026-06-01")
	decide(approved, "approve-all")
	link := owner.Post("/api/workspaces/me/timesheet-submissions/"+approved["id"].(string)+"/client-approval-links",
		object{"clientEmail": "b@example.com", "clientId": customer, "delivery": "self"}).OK()
	owner.Post("/api/public/client-approval/"+link["token"].(string)+"/approve",
		object{"signerName": "B", "signerEmail": "b@example.com", "attestationAccepted": true}).OK()
	lines := submit(owner, "2026-06-02")["lines"].([]any)
	owner.Post("/api/workspaces/me/submission-lines/"+lines[0].(object)["id"].(string)+"/reject",
		object{"reason": "which chapter?"}).OK()
	owner.Post("/api/workspaces/me/submission-lines/"+lines[1].(object)["id"].(string)+"/approve", nil).OK()
	submit(owner, "2026-06-03")
	decide(submit(owner, "2026-06-04"), "withdraw")
	decide(submit(member, "2026-06-01"), "approve-all")
	submit(member, "2026-06-02")
}

// export exports the workspace.
func (x *trial) export() folder {
	x.t.Helper()
	to := folder{filepath.Join(x.t.TempDir(), "export")}
	if _, err := exporter.Run(x.t.Context(), x.client(), to.path, time.Now, func(string, int) {}); err != nil {
		x.t.Fatal(err)
	}
	return to
}

// readBack imports an export with a member's key.
func (x *trial) readBack(from folder) (importer.Plan, importer.Result, error) {
	x.t.Helper()
	x.options.Source, x.options.Files = stintfolder.Source, []timefile.File{from}
	i, err := importer.Prepare(x.t.Context(), x.client(), x.options)
	if err != nil {
		return importer.Plan{}, importer.Result{}, err
	}
	result, err := i.Apply(x.t.Context(), func(int) {})
	return i.Plan, result, err
}

// emptyWorkspace is a new workspace with the members of every, who have no time in it.
func emptyWorkspace(t *testing.T) (y, asMember *trial) {
	t.Helper()
	y = newTrial(t)
	user, member, _ := y.owner.AddMember("bob", "user"), y.owner.AddMember("cyd", "user"), y.owner.AddMember("eve", "user")
	y.owner.Delete("/api/workspaces/" + y.owner.WorkspaceID + "/members/" + member.ID).OK()
	return y, trialOf(t, user)
}

// Every property of every record is read back, apart from those in the list, which says why.
func TestEveryPropertyIsReadBack(t *testing.T) {
	t.Parallel()
	x := every(t)
	from := x.export()
	y, asMember := emptyWorkspace(t)
	for _, importing := range []*trial{y, asMember, y} { // only Bob submits his time; then Ada decides
		if _, result, err := importing.readBack(from); err != nil || len(result.Refused)+len(result.Differences) > 0 {
			t.Fatalf("%+v, %v", result, err)
		}
	}
	got := differences(named(t, from), named(t, y.export()))
	for _, property := range slices.Sorted(maps.Keys(got)) {
		if differs[property] == "" && !isOwn(property) {
			t.Errorf("%s is not read back: %v", property, got[property])
		}
	}
	// two entries from before there was a rate, and one from before Ada's
	if n := len(got["entries.rate_source"]); n != 3 || len(got["entries.hourly_rate"]) != 2 ||
		len(got["entries.currency"]) != 1 {
		t.Errorf("%v, %v, %v", got["entries.rate_source"], got["entries.hourly_rate"], got["entries.currency"])
	}
	for property, reason := range differs {
		if len(got[property]) == 0 {
			t.Errorf("%s is read back, although %s", property, reason)
		}
	}
}

// An import that is killed after each of its writes and repeated comes to the same end as one that is
// not, and once more sends nothing.
func TestReadingBackIsKilled(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	whole, _ := emptyWorkspace(t)
	if _, _, err := whole.readBack(from); err != nil {
		t.Fatal(err)
	}
	want, writes := named(t, whole.export()), whole.written
	y, _ := emptyWorkspace(t)
	kills := 0
	for y.failWrite = 1; ; y.failWrite = 2 { // each time one more write is made
		y.written = 0
		_, _, err := y.readBack(from)
		if err == nil {
			break
		}
		if kills++; kills > 2*writes || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("kill %d: %v", kills, err)
		}
	}
	if kills < writes {
		t.Errorf("killed %d times in %d writes", kills, writes)
	}
	for property, records := range differences(want, named(t, y.export())) {
		if !isOwn(property) {
			t.Errorf("%s differs: %v", property, records)
		}
	}
	before := whole.written
	if plan, _, err := whole.readBack(from); err != nil || whole.written != before || plan.Settings.Taken ||
		len(plan.ProjectMembers.New)+plan.Timesheets.Submit+plan.Timesheets.Decide > 0 {
		t.Errorf("%d writes, %+v, %v", whole.written-before, plan, err)
	}
}
