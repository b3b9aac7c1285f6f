package billing_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const (
	resnapshotPath = settingsPath + "/resnapshot?apply="
	applyPath      = settingsPath + "/apply"
	distantPast    = "2000-01-01T00:00:00Z"
	distantFuture  = "2100-01-01T00:00:00Z"
)

// applyBody is a body for apply over all time.
func applyBody(more object) object {
	return apitest.Body(object{"from": distantPast, "to": distantFuture}, more)
}

// countersOf is the counters of an outcome.
func countersOf(o object) string {
	return fmt.Sprint(o["matched"], " ", o["changed"], " ", o["unchanged"], " ", o["skipped_locked"], " ",
		o["amount_before"], " ", o["amount_after"])
}

func TestResnapshotTakesTodaysRates(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	p := newProject(owner, "P", object{"hourlyRate": 5000})
	addProjectMember(owner, p, member, object{"hourlyRate": 4100})
	putSettings(owner, object{"defaultHourlyRate": 3000}).OK()
	plainHour := trackHour(owner, nil)
	own := trackHour(owner, object{"hourlyRate": 9900})
	onProject := trackHour(member, object{"projectId": p})
	free := trackHour(owner, object{"isBillable": false, "projectId": p})
	owner.Post("/api/timers/start", object{"projectId": p}).OK()

	putSettings(owner, object{"currency": "USD", "defaultHourlyRate": 3500}).OK()
	owner.Patch("/api/projects/"+p+"/members/"+member.ID, object{"hourlyRate": nil}).OK()
	before := testkit.Dump(t, api.Table)
	preview := owner.Post(resnapshotPath+"false", nil).OK()
	if got := countersOf(preview); got != "4 4 0 0 0 18400" || preview["dry_run"] != true || preview["currency"] != "USD" {
		t.Errorf("preview %s: %v", got, preview)
	}
	if after := testkit.Dump(t, api.Table); !reflect.DeepEqual(after, before) {
		t.Error("a preview wrote something")
	}
	done := owner.Post(resnapshotPath+"true", object{}).OK()
	if countersOf(done) != countersOf(preview) || done["dry_run"] != false || done["job_id"] != nil ||
		done["status"] != "done" {
		t.Errorf("done %v", done)
	}
	for id, want := range map[string]string{
		plainHour["id"].(string): "3500 workspace 3500 USD", own["id"].(string): "9900 entry 9900 USD",
		onProject["id"].(string): "5000 project 5000 USD", free["id"].(string): "5000 project 0 USD",
	} {
		e := owner.Get("/api/entries/" + id).OK()
		wantRateSnapshot(t, "after", e, want)
		if e["version"] != 2.0 {
			t.Errorf("version %v", e["version"])
		}
	}
	if got := countersOf(owner.Post(resnapshotPath+"true", nil).OK()); got != "4 0 4 0 18400 18400" {
		t.Errorf("again: %s", got)
	}
	sample := done["sample"].([]any)
	if len(sample) != 4 || !slices.ContainsFunc(sample, func(s any) bool {
		return fmt.Sprint(s) == fmt.Sprintf("map[amount_after:5000 amount_before:4100 entry_id:%s hourly_rate_after:5000 "+
			"hourly_rate_before:4100]", onProject["id"])
	}) {
		t.Errorf("sample %v", sample)
	}
}

func TestReratingFilters(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	p := newProject(owner, "P", nil)
	addProjectMember(owner, p, owner, nil)
	task := owner.Post("/api/projects/"+p+"/tasks", object{"name": "T"}).ID()
	one := trackHour(owner, object{"taskId": task})["id"]
	trackHour(owner, object{"projectId": p, "isBillable": false})
	trackHour(member, object{"startedAt": at(-600), "stoppedAt": at(-540)})
	putSettings(owner, object{"defaultHourlyRate": 6000}).OK()
	unknown := "0197f5a0-0000-7000-8000-000000000001"
	for name, c := range map[string]struct {
		scope object
		want  float64
	}{
		"all":            {object{}, 3},
		"from":           {object{"from": at(-120)}, 2},
		"to":             {object{"to": at(-120)}, 1},
		"project":        {object{"projectIds": []string{p}}, 2},
		"user":           {object{"userIds": []string{member.ID, unknown}}, 1},
		"both":           {object{"userIds": []string{member.ID}, "projectIds": []string{p}}, 0},
		"unknown":        {object{"projectIds": []string{unknown}}, 0},
		"empty list":     {object{"userIds": []string{}}, 0},
		"billable alone": {object{"onlyBillable": true}, 2},
	} {
		if got := owner.Post(resnapshotPath+"false", c.scope).OK()["matched"]; got != c.want {
			t.Errorf("resnapshot of %s: %v, want %v", name, got, c.want)
		}
		if name == "billable alone" {
			continue
		}
		c.scope["hourlyRate"] = 1
		if got := owner.Post(applyPath+"?dryRun=true", applyBody(c.scope)).OK()["matched"]; got != c.want {
			t.Errorf("apply to %s: %v, want %v", name, got, c.want)
		}
	}
	for _, narrow := range []object{{"taskIds": []string{task}}, {"entryIds": []any{one, unknown}}} {
		narrow["isBillable"] = false
		if got := owner.Post(applyPath+"?dryRun=true", applyBody(narrow)).OK()["matched"]; got != 1.0 {
			t.Errorf("%v: %v, want 1", narrow, got)
		}
	}
}

func TestApplySetsRateAndFlag(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	putSettings(owner, object{"defaultHourlyRate": 3000}).OK()
	id := trackHour(owner, nil)["id"].(string)
	steps := []struct {
		change object
		want   string
	}{
		{object{"hourlyRate": 8000}, "8000 entry 8000 EUR"},
		{object{"isBillable": false}, "8000 entry 0 EUR"},
		{object{"hourlyRate": nil, "isBillable": true}, "3000 workspace 3000 EUR"},
		{object{"hourlyRate": 0}, "0 entry 0 EUR"},
	}
	for _, s := range steps {
		preview := owner.Post(applyPath+"?dryRun=true", applyBody(s.change)).OK()
		if done := owner.Post(applyPath, applyBody(s.change)).OK(); countersOf(done) != countersOf(preview) ||
			done["changed"] != 1.0 {
			t.Errorf("%v: %v after the preview %v", s.change, done, preview)
		}
		wantRateSnapshot(t, fmt.Sprint(s.change), owner.Get("/api/entries/"+id).OK(), s.want)
		if again := owner.Post(applyPath, applyBody(s.change)).OK(); again["changed"] != 0.0 {
			t.Errorf("%v again: %v", s.change, again)
		}
	}
}

func TestLockedEntriesAreSkipped(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := trackHour(owner, nil)["id"].(string)
	const sheets = "/api/workspaces/me/timesheet-submissions"
	submission := sheets + "/" + owner.Post(sheets, object{"periodStart": "2026-06-17", "periodEnd": "2026-06-17"}).ID()
	trackHour(owner, nil)
	putSettings(owner, object{"defaultHourlyRate": 6000}).OK()
	if got := countersOf(owner.Post(resnapshotPath+"true", nil).OK()); got != "2 1 0 1 0 6000" {
		t.Errorf("one locked, one free: %s", got)
	}
	wantRateSnapshot(t, "the locked one", owner.Get("/api/entries/"+id).OK(), "<nil> none 0 EUR")
	owner.Post(submission+"/withdraw", nil).OK()
	if got := countersOf(owner.Post(resnapshotPath+"true", nil).OK()); got != "2 1 1 0 6000 12000" {
		t.Errorf("both free: %s", got)
	}
}

func TestRerateProblems(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Post(settingsPath+"/resnapshot", nil).Invalid("apply required")
	owner.Post(resnapshotPath+"yes", object{"from": at(1), "to": at(0), "projectIds": []string{"x"}}).Invalid(
		"apply type_invalid", "projectIds[0] uuid_invalid", "to range_invalid")
	owner.Post(applyPath+"?dryRun=maybe", nil).Invalid("dryRun type_invalid", " required")
	owner.Post(applyPath, object{}).Invalid("from required", "to required", "isBillable required")
	owner.Post(applyPath, applyBody(object{"hourlyRate": -1})).Invalid("hourlyRate min_value")
	owner.Post(applyPath, applyBody(object{"hourlyRate": 100_000_001})).Invalid("hourlyRate max_value")
	for role, detail := range map[string]string{"user": "role_insufficient", "analyst": "analyst_read_only"} {
		p := owner.AddMember("some-"+role, role)
		p.Post(resnapshotPath+"false", nil).Denied(detail)
		p.Post(applyPath, "{").Denied(detail)
		p.Delete("/api/workspaces/me/billing-jobs/"+owner.ID).Problem(404, "not_found")
	}
}

func TestRerateSurvivesFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			for range 3 {
				trackHour(owner, nil)
			}
			putSettings(owner, object{"defaultHourlyRate": 6000}).OK()
			return func() *apitest.Answer { return owner.Post(resnapshotPath+"true", nil) }
		},
		State: func(*apitest.Service) string {
			var all []string
			for _, e := range owner.Get("/api/entries").Items() {
				all = append(all, fmt.Sprint(rateSnapshotOf(e), e["version"]))
			}
			return fmt.Sprint(all)
		},
	}.Walk(t)
}
