package mcp_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// track makes an entry of a number of hours from 9 o'clock UTC on a day.
func track(p *apitest.User, day string, hours int, more object) string {
	return p.Track(day+"T09:00:00Z", fmt.Sprintf("%sT%02d:00:00Z", day, 9+hours), more)
}

// groupsOf are the groups of a summary: the first key and the hours of each.
func groupsOf(out object) (all []string) {
	for _, g := range out["groups"].([]any) {
		key := g.(object)["keys"].([]any)[0].(object)
		all = append(all, fmt.Sprintf("%v%v %v", key["value"], at(key, "name.data"), g.(object)["seconds"].(float64)/3600))
	}
	return all
}

func TestSummarizeTime(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t, "Website")
	project := owner.Get("/api/projects").Items()[0]["id"]
	track(owner, "2026-06-08", 1, object{"projectId": project})
	track(owner, "2026-06-09", 2, nil)
	track(owner, "2026-06-15", 3, object{"projectId": project})
	member := owner.AddMember("bob", "user")
	track(member, "2026-06-16", 4, nil)
	a := newAgent(owner, "read")
	for _, c := range []struct {
		in   object
		want string
	}{
		{object{"period": "last week"}, "[<nil><nil> 2 <nil>Website 1]"},
		{object{}, "[<nil><nil> 4 <nil>Website 3]"},
		{object{"period": "this month", "group_by": []string{"week"}}, "[2026-06-08<nil> 3 2026-06-15<nil> 7]"},
		{object{"period": "this month", "group_by": []string{"month"}}, "[2026-06<nil> 10]"},
		{object{"period": "2026-06-08", "group_by": []string{"day", "project"}}, "[2026-06-08<nil> 1]"},
		{object{"period": "last 3 days", "group_by": []string{"person"}}, "[<nil>bob 4 <nil>olga 3]"},
		{object{"person": "me", "period": "this year", "group_by": []string{"person"}}, "[<nil>olga 6]"},
		{object{"person": "BOB", "group_by": []string{"day"}}, "[2026-06-16<nil> 4]"},
		{object{"project": "web", "from": "2026-06-15", "to": "2026-06-16"}, "[<nil>Website 3]"},
		{object{"period": "yesterday", "group_by": []string{"person", "week"}}, "[<nil>bob 4]"},
	} {
		if got := fmt.Sprint(groupsOf(a.ok(t, "summarize_time", c.in))); got != c.want {
			t.Errorf("%v: %s, want %s", c.in, got, c.want)
		}
	}
	out := a.ok(t, "summarize_time", object{"period": "last week"})
	if out["from"] != "2026-06-08T00:00:00+02:00" || out["to"] != "2026-06-15T00:00:00+02:00" ||
		at(out, "total.seconds") != 10800.0 {
		t.Errorf("%v", out)
	}
	for _, in := range []object{{"period": "soon"}, {"group_by": []string{"moon"}}, {"group_by": []string{"day", "week"}},
		{"period": "today", "from": "2026-06-15"}, {"from": "2020-01-01", "to": "2026-01-01"}} {
		a.refused(t, "summarize_time", in, "validation")
	}
}

// An archived project is found for what was tracked, when no other fits.
func TestSummariesFindArchivedProjects(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t, "Website")
	project := owner.Get("/api/projects").Items()[0]["id"].(string)
	track(owner, "2026-06-15", 1, object{"projectId": project})
	owner.Patch("/api/projects/"+project, object{"isArchived": true}).OK()
	a := newAgent(owner, "time")
	if out := a.ok(t, "summarize_time", object{"project": "website"}); at(out, "total.seconds") != 3600.0 {
		t.Errorf("%v", out)
	}
	a.refused(t, "start_timer", object{"project": "website"}, "validation")
}

func TestBudgetStatus(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t, "None")
	for name, hours := range map[string]int{"Over": 2, "Near": 6, "Runs out": 10, "Fine": 100} {
		budget := object{"kind": "time", "limit": hours * 3600, "period": "total"}
		if name == "Runs out" {
			budget["period"] = "month"
		}
		id := owner.Post("/api/projects", object{"name": name, "budget": budget}).ID()
		track(owner, "2026-06-15", 7, object{"projectId": id})
	}
	near := owner.Get("/api/projects?search=near").Items()[0]["id"].(string)
	owner.Patch("/api/projects/"+near, object{"budget": object{"kind": "time", "limit": 8 * 3600}}).OK()
	owner.RunWorker()
	a := newAgent(owner, "read")
	var got []string
	for _, b := range budgetsOf(a.ok(t, "budget_status", object{})) {
		got = append(got, fmt.Sprint(at(b, "project.name.data"), " ", b["state"], " ", b["percent"], " ",
			b["forecast_percent"]))
	}
	if want := "[Over over 350 <nil> Runs out runs_out 70 126 Near near 87 <nil> Fine ok 7 <nil>]"; fmt.Sprint(got) != want {
		t.Errorf("%s", got)
	}
	if list := budgetsOf(a.ok(t, "budget_status", object{"at_least_percent": 90})); len(list) != 2 {
		t.Errorf("%v", list)
	}
	one := budgetsOf(a.ok(t, "budget_status", object{"project": "over"}))
	if len(one) != 1 || one[0]["remaining"] != -5*3600.0 {
		t.Errorf("%v", one)
	}
	a.refused(t, "budget_status", object{"project": "none"}, "not_found")
}

// budgetsOf are the budgets of an answer.
func budgetsOf(o object) (all []object) {
	for _, b := range o["budgets"].([]any) {
		all = append(all, b.(object))
	}
	return all
}
