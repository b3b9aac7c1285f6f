package billing_test

import (
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
)

// TestPrecedence goes down the levels: the first rate that is set counts, null
// inherits, and 0 is a rate like any other.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	project := newProject(ada, "P", nil)
	place(ada, project, ada, nil)
	for _, c := range []struct {
		own, projectMember, project, member, workspace any
		want                                           string
	}{
		{nil, nil, nil, nil, nil, "<nil> none 0 EUR"},
		{nil, nil, nil, nil, 1000, "1000 workspace 1000 EUR"},
		{nil, nil, nil, 2000, 1000, "2000 member 2000 EUR"},
		{nil, nil, 3000, 2000, 1000, "3000 project 3000 EUR"},
		{nil, 4000, 3000, 2000, 1000, "4000 project_member 4000 EUR"},
		{5000, 4000, 3000, 2000, 1000, "5000 entry 5000 EUR"},
		{nil, nil, nil, nil, 0, "0 workspace 0 EUR"},
		{nil, nil, nil, 0, 1000, "0 member 0 EUR"},
		{nil, nil, 0, 2000, 1000, "0 project 0 EUR"},
		{nil, 0, 3000, 2000, 1000, "0 project_member 0 EUR"},
		{0, 4000, 3000, 2000, 1000, "0 entry 0 EUR"},
		{nil, 4000, nil, nil, nil, "4000 project_member 4000 EUR"},
		{nil, nil, 3000, nil, 1000, "3000 project 3000 EUR"},
		{5000, nil, nil, nil, nil, "5000 entry 5000 EUR"},
	} {
		put(ada, object{"defaultHourlyRate": c.workspace}).OK()
		rateMember(ada, ada, c.member)
		ada.Patch("/api/projects/"+project, object{"hourlyRate": c.project}).OK()
		ada.Patch("/api/projects/"+project+"/members/"+ada.ID, object{"hourlyRate": c.projectMember}).OK()
		wantWorth(t, "on the project", hour(ada, object{"projectId": project, "hourlyRate": c.own}), c.want)
		wantWorth(t, "not billable", hour(ada, object{"projectId": project, "hourlyRate": c.own, "isBillable": false}), zeroed(c.want))
	}
	rateMember(ada, ada, 2000)
	wantWorth(t, "on no project", hour(ada, nil), "2000 member 2000 EUR")
}

// zeroed is a worth with an amount of 0.
func zeroed(worth string) string {
	parts := strings.Fields(worth)
	parts[2] = "0"
	return strings.Join(parts, " ")
}

// An amount is seconds times rate over 3600, half up, in minor units of
// whatever currency.
func TestAmountsAreRoundedHalfUp(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	for _, c := range []struct {
		currency      string
		rate, seconds int
		want          string
	}{
		{"EUR", 100, 18, "100 entry 1 EUR"}, // 0.5
		{"EUR", 100, 17, "100 entry 0 EUR"}, // 0.47
		{"JPY", 5000, 1234, "5000 entry 1714 JPY"},
		{"KWD", 25_125, 3599, "25125 entry 25118 KWD"},
		{"EUR", 100_000_000, 86_400, "1e+08 entry 2.4e+09 EUR"},
		{"EUR", 8500, 0, "8500 entry 0 EUR"},
	} {
		put(ada, object{"currency": c.currency}).OK()
		start := apitest.Start.Add(-48 * time.Hour)
		got := ada.Post("/api/entries", object{"startedAt": start, "stoppedAt": start.Add(time.Duration(c.seconds) * time.Second), "hourlyRate": c.rate}).OK()
		wantWorth(t, c.currency, got, c.want)
	}
}

// Whatever becomes of settings and rates, what was tracked before stays.
func TestSettingsLeaveEntriesAlone(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	project := newProject(ada, "P", object{"hourlyRate": 3000})
	place(ada, project, ada, object{"hourlyRate": 4000})
	rateMember(ada, ada, 2000)
	put(ada, object{"defaultHourlyRate": 1000}).OK()
	on, off := hour(ada, object{"projectId": project}), hour(ada, nil)
	timer := ada.Post("/api/timers/start", object{"projectId": project, "startedAt": at(-60)}).ID()

	put(ada, object{"currency": "JPY", "defaultHourlyRate": 9, "defaultIsBillable": false, "rounding": object{"mode": "up", "minutes": 60}}).OK()
	rateMember(ada, ada, 9)
	ada.Patch("/api/projects/"+project, object{"hourlyRate": 9, "isBillable": false}).OK()
	ada.Patch("/api/projects/"+project+"/members/"+ada.ID, object{"hourlyRate": 8}).OK()
	for _, was := range []object{on, off} {
		now := ada.Get("/api/entries/" + was["id"].(string)).OK()
		wantWorth(t, "after the change", now, worth(was))
		edited := ada.Patch("/api/entries/"+was["id"].(string), object{"description": "x", "startedAt": at(-180)}).OK()
		if edited["hourly_rate"] != was["hourly_rate"] || edited["currency"] != "EUR" || edited["amount"] != 2*was["amount"].(float64) {
			t.Errorf("after an edit: %s, was %s", worth(edited), worth(was))
		}
		same := ada.Patch("/api/entries/"+was["id"].(string), object{"projectId": was["project_id"], "hourlyRate": nil}).OK()
		wantWorth(t, "moved to where it is", same, worth(edited))
	}
	wantWorth(t, "a timer that ran", ada.Post("/api/timers/"+timer+"/stop", nil).OK(), "8 project_member 8 JPY")
}
