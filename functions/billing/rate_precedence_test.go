package billing_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// TestPrecedence goes down the levels: the first rate that is set counts, null
// inherits, and 0 is a rate like any other.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := newProject(owner, "P", nil)
	addProjectMember(owner, project, owner, nil)
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
		putSettings(owner, object{"defaultHourlyRate": c.workspace}).OK()
		setMemberRate(owner, owner, c.member)
		owner.Patch("/api/projects/"+project, object{"hourlyRate": c.project}).OK()
		owner.Patch("/api/projects/"+project+"/members/"+owner.ID, object{"hourlyRate": c.projectMember}).OK()
		wantRateSnapshot(t, "on the project", trackHour(owner, object{"projectId": project, "hourlyRate": c.own}), c.want)
		wantRateSnapshot(t, "not billable", trackHour(owner,
			object{"projectId": project, "hourlyRate": c.own, "isBillable": false}), withZeroAmount(c.want))
	}
	setMemberRate(owner, owner, 2000)
	wantRateSnapshot(t, "on no project", trackHour(owner, nil), "2000 member 2000 EUR")
}

// withZeroAmount is a worth with an amount of 0.
func withZeroAmount(snapshot string) string {
	parts := strings.Fields(snapshot)
	parts[2] = "0"
	return strings.Join(parts, " ")
}

// An amount is seconds times rate over 3600, half up, in minor units of
// whatever currency.
func TestAmountsAreRoundedHalfUp(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
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
		putSettings(owner, object{"currency": c.currency}).OK()
		start := apitest.StartTime.Add(-48 * time.Hour)
		got := owner.Post("/api/entries", object{"startedAt": start,
			"stoppedAt": start.Add(time.Duration(c.seconds) * time.Second), "hourlyRate": c.rate}).OK()
		wantRateSnapshot(t, c.currency, got, c.want)
	}
}

// Whatever becomes of settings and rates, what was tracked before stays.
func TestSettingsDoNotChangeEntries(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := newProject(owner, "P", object{"hourlyRate": 3000})
	addProjectMember(owner, project, owner, object{"hourlyRate": 4000})
	setMemberRate(owner, owner, 2000)
	putSettings(owner, object{"defaultHourlyRate": 1000}).OK()
	on, off := trackHour(owner, object{"projectId": project}), trackHour(owner, nil)
	timer := owner.Post("/api/timers/start", object{"projectId": project, "startedAt": at(-60)}).ID()

	putSettings(owner, object{"currency": "JPY", "defaultHourlyRate": 9, "defaultIsBillable": false,
		"rounding": object{"mode": "up", "minutes": 60}}).OK()
	setMemberRate(owner, owner, 9)
	owner.Patch("/api/projects/"+project, object{"hourlyRate": 9, "isBillable": false}).OK()
	owner.Patch("/api/projects/"+project+"/members/"+owner.ID, object{"hourlyRate": 8}).OK()
	for _, was := range []object{on, off} {
		now := owner.Get("/api/entries/" + was["id"].(string)).OK()
		wantRateSnapshot(t, "after the change", now, rateSnapshotOf(was))
		edited := owner.Patch("/api/entries/"+was["id"].(string), object{"description": "x", "startedAt": at(-180)}).OK()
		if edited["hourly_rate"] != was["hourly_rate"] || edited["currency"] != "EUR" ||
			edited["amount"] != 2*was["amount"].(float64) {
			t.Errorf("after an edit: %s, was %s", rateSnapshotOf(edited), rateSnapshotOf(was))
		}
		same := owner.Patch("/api/entries/"+was["id"].(string),
			object{"projectId": was["project_id"], "hourlyRate": nil}).OK()
		wantRateSnapshot(t, "moved to where it is", same, rateSnapshotOf(edited))
	}
	wantRateSnapshot(t, "a timer that ran", owner.Post("/api/timers/"+timer+"/stop", nil).OK(), "8 project_member 8 JPY")
}
