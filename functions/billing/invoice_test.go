package billing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/problem"
)

const (
	invoicePath     = "/api/entries:invoice"
	submissionsPath = "/api/workspaces/me/timesheet-submissions"
)

// invoicing is the body of a request by ids.
func invoicing(mark any, ids ...string) object { return object{"invoice": mark, "ids": ids} }

// invoicingWhere is the body of a request by a filter over all of 2026.
func invoicingWhere(mark any, more object) object {
	filter := apitest.Body(object{"from": "2026-01-01T00:00:00Z", "to": "2027-01-01T00:00:00Z"}, more)
	return object{"invoice": mark, "filter": filter}
}

// wantLock checks what an entry shows of its lock: "invoice lock_reason is_locked version".
func wantLock(t *testing.T, p *apitest.User, id, want string) {
	t.Helper()
	e := p.Get("/api/entries/" + id).OK()
	if got := fmt.Sprint(e["invoice"], " ", e["lock_reason"], " ", e["is_locked"], " ", e["version"]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// idsOf are the ids of a list, sorted.
func idsOf(a *apitest.Answer) (all []string) {
	for _, item := range a.Items() {
		all = append(all, item["id"].(string))
	}
	slices.Sort(all)
	return all
}

func TestInvoiceByID(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	first, second, third := trackHour(owner, nil)["id"].(string), trackHour(owner, nil)["id"].(string),
		trackHour(owner, object{"description": "free"})["id"].(string)
	preview := owner.Post(invoicePath+"?dryRun=true", invoicing("2026-17", first, second)).OK()
	done := owner.Post(invoicePath, invoicing(" 2026-17 ", first, second)).OK()
	if countersOf(preview) != countersOf(done) || countersOf(done) != "2 2 0 0 0 0" || preview["dry_run"] != true ||
		done["status"] != "done" || done["job_id"] != nil {
		t.Errorf("preview %v\ndone %v", preview, done)
	}
	wantLock(t, owner, first, "2026-17 invoiced true 2")
	wantLock(t, owner, third, "<nil> <nil> false 1")
	for filter, want := range map[string][]string{
		"none": {third}, "any": {first, second}, "2026-17": {first, second}, "2026": nil,
	} {
		slices.Sort(want)
		if got := idsOf(owner.Get("/api/entries?invoice=" + filter)); !slices.Equal(got, want) {
			t.Errorf("invoice=%s: %v, want %v", filter, got, want)
		}
	}
	again := owner.Post(invoicePath, invoicing("2026-17", first, third)).OK()
	if countersOf(again) != "2 1 1 0 0 0" {
		t.Errorf("again: %v", again)
	}
	wantLock(t, owner, first, "2026-17 invoiced true 2")
	owner.Post(invoicePath, invoicing(nil, first, second, third)).OK()
	wantLock(t, owner, first, "<nil> <nil> false 3")
	owner.Patch("/api/entries/"+first, object{"description": "free again"}).OK()
}

// Whatever would change an invoiced entry is refused, and what would change nothing is fine.
func TestInvoicedEntriesAreLocked(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	id, free := trackHour(owner, nil)["id"].(string), trackHour(owner, nil)["id"].(string)
	owner.Post(invoicePath, invoicing("A", id)).OK()
	owner.Patch("/api/entries/"+id, object{"description": "x"}).Conflict(problem.EntryIsInvoiced)
	owner.Patch("/api/entries/"+id, object{"hourlyRate": 100}).Conflict(problem.EntryIsInvoiced)
	owner.Delete("/api/entries/" + id).Conflict(problem.EntryIsInvoiced)
	bulk(owner, object{"id": free, "description": "lost"}, object{"id": id, "op": "delete"}).Invalid(
		"items[1].id entry_locked")
	bulk(owner, object{"id": free, "description": "kept"}, object{"id": id, "description": ""}).OK()
	rerated := owner.Post(applyPath, applyBody(object{"hourlyRate": 5000})).OK()
	if got := countersOf(rerated); got != "2 1 0 1 0 5000" {
		t.Errorf("rerated %s", got)
	}
	wantLock(t, owner, id, "A invoiced true 2")
}

// An entry with another mark refuses the whole request, and the answer names it.
func TestInvoiceIsAllOrNothing(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	var ids []string
	for range 3 {
		ids = append(ids, trackHour(owner, nil)["id"].(string))
	}
	owner.Post(invoicePath, invoicing("A", ids[1])).OK()
	for _, body := range []object{invoicing("B", ids...), invoicingWhere("B", nil)} {
		for _, query := range []string{"", "?dryRun=true"} {
			refused := owner.Post(invoicePath+query, body)
			refused.Conflict(problem.EntryIsInvoiced)
			if detail := fmt.Sprint(refused.JSON()["detail"]); !strings.Contains(detail, ids[1]) {
				t.Errorf("%q does not name the entry", detail)
			}
		}
	}
	wantLock(t, owner, ids[0], "<nil> <nil> false 1")
	owner.Post(invoicePath, invoicingWhere("B", object{"invoice": "none"})).OK()
	wantLock(t, owner, ids[0], "B invoiced true 2")
	wantLock(t, owner, ids[1], "A invoiced true 2")
	owner.Post(invoicePath, invoicingWhere(nil, object{"invoice": "B"})).OK()
	wantLock(t, owner, ids[0], "<nil> <nil> false 3")
	wantLock(t, owner, ids[1], "A invoiced true 2")
}

func TestInvoiceRefusesBadInput(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := trackHour(owner, nil)["id"].(string)
	foreign := trackHour(api.Register("sven"), nil)["id"].(string)
	timer := owner.Post("/api/timers/start", nil).ID()
	const unknown = "0197f5a0-0000-7000-8000-000000000000"
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"ids": []string{id}}, []string{"invoice required"}},
		{object{"invoice": "A"}, []string{"ids required"}},
		{object{"invoice": "", "ids": []string{}}, []string{"ids min_items", "invoice min_length"}},
		{invoicing("none", id), []string{"invoice reserved_value"}},
		{invoicing(" ANY", id), []string{"invoice reserved_value"}},
		{invoicing("A\x01", id), []string{"invoice type_invalid"}},
		{invoicing(strings.Repeat("x", 101), id), []string{"invoice max_length"}},
		{invoicing("A", id, unknown), []string{"ids[1] entry_not_found"}},
		{invoicing("A", foreign), []string{"ids[0] entry_not_found"}},
		{object{"invoice": "A", "filter": object{}}, []string{"filter.from required", "filter.to required"}},
		{invoicingWhere("A", object{"to": "2027-06-01T00:00:00Z"}), []string{"filter.to range_too_long"}},
		{invoicingWhere("A", object{"to": "2026-01-01T00:00:00Z"}), []string{"filter.to range_invalid"}},
		{invoicingWhere("A", object{"project_id": unknown}), []string{"filter.project_id project_not_found"}},
		{invoicingWhere("A", object{"clientId": unknown}), []string{"filter.clientId client_not_found"}},
		{invoicingWhere("A", object{"submissionStatus": "gone"}), []string{"filter.submissionStatus enum_invalid"}},
		{object{"invoice": "A", "ids": []string{id}, "filter": invoicingWhere("", nil)["filter"]},
			[]string{"filter duplicate_value"}},
	} {
		owner.Post(invoicePath, c.body).Invalid(c.want...)
	}
	owner.Post(invoicePath, invoicing("A", id, timer)).Conflict(problem.TimerRunning)
	wantLock(t, owner, id, "<nil> <nil> false 1")
}

// An id of an entry in another workspace of the caller is workspace_mismatch, if the caller may read it there. Any
// other one is unknown.
func TestInvoiceOfAnotherWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	admin, owner := api.Register("ada"), api.Register("bob")
	member := owner.AddMember("uma", "user")
	admin.VerifyEmail()
	owner.AddAsMember(admin, "admin")
	here := admin.Switch(admin.WorkspaceID)
	there := admin.Switch(owner.WorkspaceID)
	own, theirs := trackHour(there, nil)["id"].(string), trackHour(member, nil)["id"].(string)
	for _, id := range []string{own, theirs} {
		here.Post(invoicePath, invoicing("A", id)).Denied("workspace_mismatch")
	}
	here.Post(invoicePath, invoicingWhere("A", object{"userId": member.ID})).Denied("workspace_mismatch")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID+"/members/"+admin.ID, object{"role": "user"}).OK()
	here.Post(invoicePath, invoicing("A", own)).Denied("workspace_mismatch")
	here.Post(invoicePath, invoicing("A", theirs)).Invalid("ids[0] entry_not_found")
	there.Delete("/api/entries/" + own).OK()
	here.Post(invoicePath, invoicing("A", own)).Invalid("ids[0] entry_not_found")
}

func TestWhoMayInvoice(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, member, manager := owner.AddMember("adam", "admin"), owner.AddMember("bob", "user"),
		owner.AddMember("mia", "user")
	analyst := owner.AddMember("anton", "analyst")
	site := newProject(owner, "site", nil)
	addProjectMember(owner, site, member, nil)
	addProjectMember(owner, site, manager, object{"isManager": true})
	theirs := trackHour(member, object{"projectId": site})["id"].(string)
	free, ownFree := trackHour(member, nil)["id"].(string), trackHour(manager, nil)["id"].(string)

	member.Post(invoicePath, invoicing("A", theirs)).Denied("role_insufficient")
	member.Post(invoicePath, nil).Denied("role_insufficient")
	analyst.Post(invoicePath, invoicing("A", theirs)).Denied("analyst_read_only")
	manager.Post(invoicePath, invoicing("A", ownFree)).Denied("role_insufficient")
	manager.Post(invoicePath, invoicing("A", free)).Invalid("ids[0] entry_not_found")
	manager.Post(invoicePath, invoicing("A", theirs)).OK()
	admin.Post(invoicePath, invoicing(nil, theirs)).OK()
	if got := countersOf(manager.Post(invoicePath, invoicingWhere("A", nil)).OK()); got != "1 1 0 0 0 0" {
		t.Errorf("a manager's filter: %s", got)
	}
	owner.Get("/api/entries/" + ownFree + "?user_id=" + manager.ID).OK()
	if e := owner.Get("/api/entries/" + ownFree).OK(); e["invoice"] != nil {
		t.Errorf("time on no project was invoiced by a manager: %v", e)
	}
	app := newProject(owner, "app", object{"visibility": "public"})
	manager.Post(invoicePath, invoicingWhere("A", object{"projectId": app})).Denied("role_insufficient")

	for access, want := range map[string]int{"read": 403, "time": 403, "full": 200} {
		key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": access, "access": access}).
			OK()["token"].(string)
		send := func(query string) int {
			return api.As(key).Post("/api/v1/entries:invoice"+query, invoicing("B", free)).Status
		}
		if preview, got := send("?dry_run=true"), send(""); preview != 200 || got != want {
			t.Errorf("a key with %s access: a preview %d, %d, want 200, %d", access, preview, got, want)
		}
	}
}

func TestInvoiceByFilter(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	client := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	unused := owner.Post("/api/clients", object{"name": "Nobody"}).ID()
	site, app := newProject(owner, "site", object{"clientId": client}), newProject(owner, "app", nil)
	tag := owner.Post("/api/tags", object{"name": "night"}).ID()
	addProjectMember(owner, site, member, nil)
	approved := trackHour(member, object{"projectId": site, "description": "Köln", "startedAt": at(-1500),
		"stoppedAt": at(-1440)})["id"].(string)
	day := apitest.StartTime.AddDate(0, 0, -1).Format("2006-01-02")
	submission := member.Post(submissionsPath, object{"periodStart": day, "periodEnd": day}).ID()
	owner.Post(submissionsPath+"/"+submission+"/approve-all", nil).OK()
	tagged := trackHour(owner, object{"projectId": app, "tagIds": []string{tag}})["id"].(string)
	free := trackHour(owner, object{"isBillable": false})["id"].(string)
	owner.Post("/api/timers/start", nil).OK()
	for _, c := range []struct {
		filter object
		want   []string
	}{
		{nil, []string{approved, tagged, free}},
		{object{"projectId": site}, []string{approved}},
		{object{"clientId": unused}, nil}, // it has no project
		{object{"client_id": client}, []string{approved}},
		{object{"clientId": client, "projectId": app}, nil},
		{object{"userId": member.ID}, []string{approved}},
		{object{"tagId": tag}, []string{tagged}},
		{object{"isBillable": false}, []string{free}},
		{object{"search": "koln"}, []string{approved}},
		{object{"submissionStatus": "approved"}, []string{approved}},
		{object{"submission_status": []string{"none", "rejected"}}, []string{tagged, free}},
		{object{"submissionStatus": "none,approved"}, []string{approved, tagged, free}},
		{object{"submissionId": submission}, []string{approved}},
		{object{"ids": []string{free, tagged}}, []string{tagged, free}},
		{object{"ids": free}, []string{free}},
	} {
		done := owner.Post(invoicePath, invoicingWhere("A", c.filter)).OK()
		slices.Sort(c.want)
		if got := idsOf(owner.Get("/api/entries?invoice=A")); !slices.Equal(got, c.want) ||
			done["changed"] != float64(len(c.want)) {
			t.Errorf("%v: %v, want %v; %v", c.filter, got, c.want, done)
		}
		owner.Post(invoicePath, invoicingWhere(nil, object{"invoice": "A"})).OK()
	}
}

// An invoiced entry can be submitted, and what becomes of its timesheet leaves the mark.
func TestInvoicedTimeIsSubmitted(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	id := trackHour(owner, object{"startedAt": at(-1500), "stoppedAt": at(-1440)})["id"].(string)
	owner.Post(invoicePath, invoicing("A", id)).OK()
	day := apitest.StartTime.AddDate(0, 0, -1).Format("2006-01-02")
	submission := submissionsPath + "/" + owner.Post(submissionsPath, object{"periodStart": day, "periodEnd": day}).ID()
	shown := owner.Get("/api/entries/" + id).OK()
	if shown["submission_id"] == nil {
		t.Errorf("not submitted: %v", shown)
	}
	for _, step := range []string{"/approve-all", "/reopen", "/withdraw"} {
		wantLock(t, owner, id, "A invoiced true 2")
		owner.Post(submission+step, nil).OK()
	}
	wantLock(t, owner, id, "A invoiced true 2")
	again := submissionsPath + "/" + owner.Post(submissionsPath, object{"periodStart": day, "periodEnd": day}).ID()
	owner.Post(invoicePath, invoicing(nil, id)).OK()
	wantLock(t, owner, id, "<nil> submitted true 3")
	owner.Patch("/api/entries/"+id, object{"description": "x"}).Conflict(problem.EntryIsLocked)
	owner.Post(again+"/approve-all", nil).OK()
	owner.Post(invoicePath, invoicing("B", id)).OK()
	wantLock(t, owner, id, "B invoiced true 4")
}
