package projects_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/dynamo"
)

// addEntry makes an entry of the person's, from a time on, and gives its path.
func addEntry(p *apitest.User, project, from string, length time.Duration) string {
	start, err := time.Parse(time.RFC3339, from)
	if err != nil {
		panic(err)
	}
	return "/api/entries/" + p.Post("/api/entries", object{
		"projectId": project, "startedAt": from, "stoppedAt": start.Add(length).Format(time.RFC3339),
	}).ID()
}

func TestBudgetOfAProject(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada") // it is 2026-06-17, a Wednesday
	site := createProject(owner, object{"name": "Site", "budget": object{"kind": "time", "limit": 36_000}})
	wantFields(t, owner.Get(site).OK()["budget"].(object), object{"kind": "time", "limit": 36_000.0, "period": "total"})

	addEntry(owner, idOf(site), "2026-05-31T10:00:00Z", 2*time.Hour)
	moved := addEntry(owner, idOf(site), "2026-06-01T10:00:00Z", time.Hour)
	addEntry(owner, idOf(site), "2026-06-17T08:00:00Z", time.Hour)
	wantBudget := func(want object) {
		t.Helper()
		wantFields(t, owner.Get(site+"/budget").OK(), want)
	}
	wantBudget(object{"limit": 36_000.0, "used": 14_400.0, "ratio": 0.4, "period_start": nil, "period_end": nil,
		"as_of": "2026-06-17T11:59:45Z"})

	owner.Patch(site, object{"budget": object{"kind": "time", "limit": 7200, "period": "month"}}).OK()
	wantBudget(object{"used": 7200.0, "ratio": 1.0, "period_start": "2026-06-01", "period_end": "2026-06-30"})
	owner.Patch(site, object{"budget": object{"kind": "time", "limit": 7200, "period": "week"}}).OK()
	wantBudget(object{"used": 3600.0, "period_start": "2026-06-15", "period_end": "2026-06-21"})

	owner.Patch(moved, object{"startedAt": "2026-06-16T10:00:00Z", "stoppedAt": "2026-06-16T10:30:00Z"}).OK()
	wantBudget(object{"used": 5400.0})
	owner.Delete(moved).OK()
	wantBudget(object{"used": 3600.0})

	owner.Patch(site, object{"budget": nil}).OK()
	if got := owner.Get(site).OK()["budget"]; got != nil {
		t.Errorf("budget %v", got)
	}
	owner.Get(site+"/budget").Problem(404, "not_found")
}

func TestBudgetOfMoney(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site := createProject(owner, object{
		"name": "Site", "isBillable": true, "hourlyRate": 6000, "visibility": "public",
		"budget": object{"kind": "amount", "limit": 10_000, "period": "total"},
	})
	addEntry(owner, idOf(site), "2026-06-17T08:00:00Z", 90*time.Minute)
	wantFields(t, owner.Get(site+"/budget").OK(), object{"kind": "amount", "used": 9000.0, "ratio": 0.9})

	member := owner.AddMember("bob", "user")
	if got := member.Get(site).OK()["budget"]; got != nil {
		t.Errorf("a member who does not see rates sees the budget %v", got)
	}
	member.Get(site+"/budget").Problem(404, "not_found")
}

func TestBudgetHidesTheTimeOfOthers(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	site := createProject(owner, object{"name": "Site", "visibility": "public",
		"budget": object{"kind": "time", "limit": 7200}})
	addEntry(owner, idOf(site), "2026-06-17T08:00:00Z", time.Hour)
	wantFields(t, member.Get(site+"/budget").OK(), object{"limit": 7200.0, "used": nil, "ratio": nil, "as_of": nil})

	owner.Post(site+"/members", object{"userId": member.ID, "isManager": true}).OK()
	wantFields(t, member.Get(site+"/budget").OK(), object{"used": 3600.0, "ratio": 0.5})
}

func TestListOfProjectsWithBudgets(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	with := createProject(owner, object{"name": "With", "budget": object{"kind": "time", "limit": 7200}})
	createProject(owner, object{"name": "Without"})
	addEntry(owner, idOf(with), "2026-06-17T08:00:00Z", time.Hour)

	for _, p := range owner.Get("/api/projects").Items() {
		if budget, ok := p["budget"].(object); ok != (p["name"] == "With") || ok && len(budget) != 3 {
			t.Errorf("without include, the budget is %v", p["budget"])
		}
	}
	all := owner.Get("/api/projects?include=budget").Items()
	if len(all) != 2 {
		t.Errorf("projects %v", all)
	}
	for _, p := range all {
		if p["name"] == "With" {
			wantFields(t, p["budget"].(object), object{"used": 3600.0, "ratio": 0.5})
		} else if p["budget"] != nil {
			t.Errorf("budget %v", p["budget"])
		}
	}
	owner.Get("/api/projects?include=members").Invalid("include enum_invalid")
}

func TestBudgetsAreValidated(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for _, c := range []struct {
		budget      any
		field, code string
	}{
		{object{"limit": 1}, "budget.kind", "required"},
		{object{"kind": "time"}, "budget.limit", "required"},
		{object{"kind": "time", "limit": 0}, "budget.limit", "min_value"},
		{object{"kind": "time", "limit": 1_000_000_000_001}, "budget.limit", "max_value"},
		{object{"kind": "days", "limit": 1}, "budget.kind", "enum_invalid"},
		{object{"kind": "time", "limit": 1, "period": "year"}, "budget.period", "enum_invalid"},
		{7, "budget", "type_invalid"},
	} {
		owner.Post("/api/projects", object{"name": "P", "budget": c.budget}).Invalid(c.field + " " + c.code)
	}
}

// TestBudgetsDoNotSayTooMuch checks that as_of is no later than the changes that are missing,
// while the index of changes is late, and never goes back.
func TestBudgetsDoNotSayTooMuch(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	site := createProject(owner, object{"name": "Site", "budget": object{"kind": "time", "limit": 36_000}})
	api.Clock.Advance(3 * time.Minute)
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 0.0, "as_of": "2026-06-17T12:02:45Z"})
	addEntry(owner, idOf(site), "2026-06-17T08:00:00Z", time.Hour) // at 12:03:00
	late := api.Probe.Inject(testkit.Fault{Where: testkit.OnIndexes(dynamo.IndexChange), Times: testkit.Always,
		Effect: testkit.EmptyIndex})
	api.Clock.Advance(time.Minute)
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 0.0, "as_of": "2026-06-17T12:02:45Z"})
	api.Clock.Advance(time.Minute)
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 0.0, "as_of": "2026-06-17T12:03:00Z"})
	if late.Hits() == 0 {
		t.Error("the index was not read")
	}
	api.Probe.Reset()
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 3600.0, "as_of": "2026-06-17T12:03:00Z"})
}

// TestBudgetFollowsTheTimeZone checks that the days of a budget are those of the workspace,
// also after its time zone changes.
func TestBudgetFollowsTheTimeZone(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site := createProject(owner, object{"name": "Site",
		"budget": object{"kind": "time", "limit": 7200, "period": "month"}})
	addEntry(owner, idOf(site), "2026-05-31T20:00:00Z", time.Hour)
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 0.0})
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": "Asia/Tokyo"}).OK()
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 3600.0})
}

// TestBudgetCountsARecreatedEntryOnce checks an entry that is deleted and made again with the
// same id on another day, before the totals are read.
func TestBudgetCountsARecreatedEntryOnce(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site := createProject(owner, object{"name": "Site", "budget": object{"kind": "time", "limit": 7200}})
	id := addEntry(owner, idOf(site), "2026-06-01T08:00:00Z", time.Hour)[len("/api/entries/"):]
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 3600.0})
	owner.Post("/api/entries:bulk", object{"items": []object{{"id": id, "op": "delete"}}}).OK()
	owner.Post("/api/entries:bulk", object{"items": []object{
		{"id": id, "projectId": idOf(site), "startedAt": "2026-06-10T08:00:00Z", "stoppedAt": "2026-06-10T08:30:00Z"},
	}}).OK()
	wantFields(t, owner.Get(site+"/budget").OK(), object{"used": 1800.0})
}
