package billing_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// TestWhoSeesRates asks every answer that has a rate or an amount in it, as
// everyone: bob tracks an hour on P and an hour on none, max manages P.
func TestWhoSeesRates(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	admin, ann, bob, manager := ada.AddMember("adi", "admin"), ada.AddMember("ann", "analyst"),
		ada.AddMember("bob", "user"), ada.AddMember("max", "user")
	putSettings(ada, object{"defaultHourlyRate": 1000}).OK()
	setMemberRate(ada, bob, 2000)
	project := newProject(ada, "P", object{"hourlyRate": 3000, "visibility": "public"})
	addProjectMember(ada, project, bob, object{"hourlyRate": 4000})
	addProjectMember(ada, project, manager, object{"isManager": true})
	on, off := trackHour(bob, object{"projectId": project})["id"].(string),
		trackHour(bob, object{"startedAt": at(-90), "stoppedAt": at(-30)})["id"].(string)

	const all, none = "on:4000/4000 off:2000/2000 list:6000 summary:6000 P:4000 export:40.00/40.00 20.00/20.00 " +
		"project:3000/3000 place:4000 member:2000",
		"on:-/- off:-/- list:0 summary:- P:- export:/ / project:-/- place:- member:-"
	check := func(when string, p *apitest.User, reads bool, want string) {
		t.Helper()
		if got := shownRates(t, p, project, bob.ID, on, off, reads); got != want {
			t.Errorf("%s, %s sees\n%s, want\n%s", when, p.Email, got, want)
		}
	}
	for _, p := range []*apitest.User{ada, admin, ann} {
		check("at first", p, true, all)
	}
	check("at first", bob, true, none)
	check("at first", manager, false, "on:4000/4000 list:4000 summary:4000 P:4000 export:40.00/40.00 "+
		"project:3000/3000 place:4000 member:-")
	putSettings(ada, object{"defaultHourlyRate": 1000, "membersSeeRates": true}).OK()
	check("when members see rates", bob, true, all)
	check("when members see rates", manager, false,
		"on:4000/4000 list:4000 summary:4000 P:4000 export:40.00/40.00 project:3000/3000 place:4000 member:2000")
}

// shownRates is everything that somebody is told of worth. One who does not read all
// of bob's time is not asked for the entry on no project.
func shownRates(t *testing.T, p *apitest.User, project, bob, on, off string, reads bool) string {
	t.Helper()
	entry := func(id string) string {
		e := p.Get("/api/entries/" + id + "?user_id=" + bob).OK()
		return formatNullable(e["hourly_rate"]) + "/" + formatNullable(e["amount"])
	}
	out := "on:" + entry(on)
	if reads {
		out += " off:" + entry(off)
	}
	sum := 0.0
	for _, e := range p.Get("/api/entries?user_id=" + bob).Items() {
		amount, _ := e["amount"].(float64)
		sum += amount
	}
	period := "from=" + url.QueryEscape(at(-1000)) + "&to=" + url.QueryEscape(at(1000)) + "&user_id=" + bob
	summary := p.Get("/api/reports/summary?" + period)
	out += fmt.Sprintf(" list:%v summary:%s", sum, formatNullable(summary.OK()["total"].(object)["amount"]))
	for _, item := range summary.Items() {
		if item["key"] == project {
			out += " P:" + formatNullable(item["amount"])
		}
	}
	out += " export:" + exportedRates(t, p.Get("/api/entries/export?"+period))
	out += " project:" + formatNullable(p.Get("/api/projects/" + project).OK()["hourly_rate"]) + "/" +
		formatNullable(p.Get("/api/projects").Items()[0]["hourly_rate"])
	for _, m := range p.Get("/api/projects/" + project + "/members").Items() {
		if m["user_id"] == bob {
			out += " place:" + formatNullable(m["hourly_rate"])
		}
	}
	for _, m := range p.Get("/api/workspaces/" + p.WorkspaceID + "/members").Items() {
		if m["user_id"] == bob {
			out += " member:" + formatNullable(m["hourly_rate"])
		}
	}
	return out
}

func formatNullable(v any) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(v)
}

// exportedRates are rate and amount of every row of an export.
func exportedRates(t *testing.T, a *apitest.Answer) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(string(a.Body))).ReadAll()
	if err != nil || a.Status != 200 {
		t.Fatalf("%v: %d\n%s", err, a.Status, a.Body)
	}
	var all []string
	for _, row := range rows[1:] {
		named := map[string]string{}
		for i, column := range rows[0] {
			named[column] = row[i]
		}
		all = append(all, named["hourly_rate"]+"/"+named["amount"])
	}
	return strings.Join(all, " ")
}

// What writes answers hides as much as what reads.
func TestWritesHideRates(t *testing.T) {
	t.Parallel()
	s := newRatedWorkspace(t)
	putSettings(s.ada, object{"defaultHourlyRate": 1000}).OK()
	hidden := func(what string, e object) {
		t.Helper()
		if e["hourly_rate"] != nil || e["amount"] != nil {
			t.Errorf("%s shows %s", what, rateSnapshotOf(e))
		}
	}
	made := trackHour(s.bob, object{"projectId": s.p})
	hidden("a create", made)
	hidden("a change", s.bob.Patch("/api/entries/"+made["id"].(string), object{"projectId": nil}).OK())
	hidden("a batch", firstItemOf(bulk(s.bob, object{"id": made["id"], "projectId": s.p})))
	timer := s.bob.Post("/api/timers/start", object{"startedAt": at(-60), "projectId": s.p}).OK()
	hidden("a start", timer)
	hidden("the timer", s.bob.Get("/api/timers/current").OK()["timer"].(object))
	switched := s.bob.Post("/api/timers/start", object{"startedAt": at(-30), "projectId": s.p}).OK()
	hidden("a switch", switched["stopped_entry"].(object))
	hidden("a stop", s.bob.Post("/api/timers/"+switched["id"].(string)+"/stop", nil).OK())
	wantRateSnapshot(t, "to the owner", s.ada.Get("/api/entries/"+made["id"].(string)).OK(),
		"4100 project_member 4100 EUR")

	s.ada.Patch("/api/projects/"+s.p+"/members/"+s.bob.ID+"/manager", object{"isManager": true}).OK()
	wantRateSnapshot(t, "a manager's create", trackHour(s.bob, object{"projectId": s.p}), "4100 project_member 4100 EUR")
	timer = s.bob.Post("/api/timers/start", object{"startedAt": at(-60), "projectId": s.p}).OK()
	wantRateSnapshot(t, "a manager's timer", timer, "<nil> none 0 EUR")
	wantRateSnapshot(t, "a manager's stop", s.bob.Post("/api/timers/"+timer["id"].(string)+"/stop", nil).OK(),
		"4100 project_member 4100 EUR")
	hidden("a manager's time elsewhere", trackHour(s.bob, nil))
}
