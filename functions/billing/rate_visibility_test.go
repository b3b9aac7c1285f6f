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
// everyone: the member tracks an hour on P and an hour on none, the manager manages P.
func TestWhoSeesRates(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, analyst, member, manager := owner.AddMember("adi", "admin"), owner.AddMember("ann", "analyst"),
		owner.AddMember("bob", "user"), owner.AddMember("max", "user")
	putSettings(owner, object{"defaultHourlyRate": 1000}).OK()
	setMemberRate(owner, member, 2000)
	project := newProject(owner, "P", object{"hourlyRate": 3000, "visibility": "public"})
	addProjectMember(owner, project, member, object{"hourlyRate": 4000})
	addProjectMember(owner, project, manager, object{"isManager": true})
	on, off := trackHour(member, object{"projectId": project})["id"].(string),
		trackHour(member, object{"startedAt": at(-90), "stoppedAt": at(-30)})["id"].(string)

	const all, none = "on:4000/4000 off:2000/2000 list:6000 summary:6000 P:4000 export:40.00/40.00 20.00/20.00 " +
		"project:3000/3000 place:4000 member:2000",
		"on:-/- off:-/- list:0 summary:- P:- export:/ / project:-/- place:- member:-"
	check := func(when string, p *apitest.User, reads bool, want string) {
		t.Helper()
		if got := shownRates(t, p, project, member.ID, on, off, reads); got != want {
			t.Errorf("%s, %s sees\n%s, want\n%s", when, p.Email, got, want)
		}
	}
	for _, p := range []*apitest.User{owner, admin, analyst} {
		check("at first", p, true, all)
	}
	check("at first", member, true, none)
	check("at first", manager, false, "on:4000/4000 list:4000 summary:4000 P:4000 export:40.00/40.00 "+
		"project:3000/3000 place:4000 member:-")
	putSettings(owner, object{"defaultHourlyRate": 1000, "membersSeeRates": true}).OK()
	check("when members see rates", member, true, all)
	check("when members see rates", manager, false,
		"on:4000/4000 list:4000 summary:4000 P:4000 export:40.00/40.00 project:3000/3000 place:4000 member:2000")
}

// shownRates is everything that somebody is told of worth. One who does not read all
// of the member's time is not asked for the entry on no project.
func shownRates(t *testing.T, p *apitest.User, project, member, on, off string, reads bool) string {
	t.Helper()
	entry := func(id string) string {
		e := p.Get("/api/entries/" + id + "?user_id=" + member).OK()
		return formatNullable(e["hourly_rate"]) + "/" + formatNullable(e["amount"])
	}
	out := "on:" + entry(on)
	if reads {
		out += " off:" + entry(off)
	}
	sum := 0.0
	for _, e := range p.Get("/api/entries?user_id=" + member).Items() {
		amount, _ := e["amount"].(float64)
		sum += amount
	}
	period := "from=" + url.QueryEscape(at(-1000)) + "&to=" + url.QueryEscape(at(1000)) + "&user_id=" + member
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
		if m["user_id"] == member {
			out += " place:" + formatNullable(m["hourly_rate"])
		}
	}
	for _, m := range p.Get("/api/workspaces/" + p.WorkspaceID + "/members").Items() {
		if m["user_id"] == member {
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
	putSettings(s.owner, object{"defaultHourlyRate": 1000}).OK()
	hidden := func(what string, e object) {
		t.Helper()
		if e["hourly_rate"] != nil || e["amount"] != nil {
			t.Errorf("%s shows %s", what, rateSnapshotOf(e))
		}
	}
	made := trackHour(s.member, object{"projectId": s.p})
	hidden("a create", made)
	hidden("a change", s.member.Patch("/api/entries/"+made["id"].(string), object{"projectId": nil}).OK())
	hidden("a batch", firstItemOf(bulk(s.member, object{"id": made["id"], "projectId": s.p})))
	timer := s.member.Post("/api/timers/start", object{"startedAt": at(-60), "projectId": s.p}).OK()
	hidden("a start", timer)
	hidden("the timer", s.member.Get("/api/timers/current").OK()["timer"].(object))
	switched := s.member.Post("/api/timers/start", object{"startedAt": at(-30), "projectId": s.p}).OK()
	hidden("a switch", switched["stopped_entry"].(object))
	hidden("a stop", s.member.Post("/api/timers/"+switched["id"].(string)+"/stop", nil).OK())
	wantRateSnapshot(t, "to the owner", s.owner.Get("/api/entries/"+made["id"].(string)).OK(),
		"4100 project_member 4100 EUR")

	s.owner.Patch("/api/projects/"+s.p+"/members/"+s.member.ID+"/manager", object{"isManager": true}).OK()
	wantRateSnapshot(t, "a manager's create", trackHour(s.member, object{"projectId": s.p}),
		"4100 project_member 4100 EUR")
	timer = s.member.Post("/api/timers/start", object{"startedAt": at(-60), "projectId": s.p}).OK()
	wantRateSnapshot(t, "a manager's timer", timer, "<nil> none 0 EUR")
	wantRateSnapshot(t, "a manager's stop", s.member.Post("/api/timers/"+timer["id"].(string)+"/stop", nil).OK(),
		"4100 project_member 4100 EUR")
	hidden("a manager's time elsewhere", trackHour(s.member, nil))
}
