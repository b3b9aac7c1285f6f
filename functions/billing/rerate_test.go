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
	all := object{"from": distantPast, "to": distantFuture}
	for name, value := range more {
		all[name] = value
	}
	return all
}

// countersOf is the counters of an outcome.
func countersOf(o object) string {
	return fmt.Sprint(o["matched"], " ", o["changed"], " ", o["unchanged"], " ", o["skipped_locked"], " ",
		o["amount_before"], " ", o["amount_after"])
}

func TestResnapshotTakesTodaysRates(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	p := newProject(ada, "P", object{"hourlyRate": 5000})
	addProjectMember(ada, p, bob, object{"hourlyRate": 4100})
	putSettings(ada, object{"defaultHourlyRate": 3000}).OK()
	plainHour := trackHour(ada, nil)
	own := trackHour(ada, object{"hourlyRate": 9900})
	onProject := trackHour(bob, object{"projectId": p})
	free := trackHour(ada, object{"isBillable": false, "projectId": p})
	ada.Post("/api/timers/start", object{"projectId": p}).OK()

	putSettings(ada, object{"currency": "USD", "defaultHourlyRate": 3500}).OK()
	ada.Patch("/api/projects/"+p+"/members/"+bob.ID, object{"hourlyRate": nil}).OK()
	before := testkit.Dump(t, h.Table)
	preview := ada.Post(resnapshotPath+"false", nil).OK()
	if got := countersOf(preview); got != "4 4 0 0 0 18400" || preview["dry_run"] != true || preview["currency"] != "USD" {
		t.Errorf("preview %s: %v", got, preview)
	}
	if after := testkit.Dump(t, h.Table); !reflect.DeepEqual(after, before) {
		t.Error("a preview wrote something")
	}
	done := ada.Post(resnapshotPath+"true", object{}).OK()
	if countersOf(done) != countersOf(preview) || done["dry_run"] != false || done["job_id"] != nil ||
		done["status"] != "done" {
		t.Errorf("done %v", done)
	}
	for id, want := range map[string]string{
		plainHour["id"].(string): "3500 workspace 3500 USD", own["id"].(string): "9900 entry 9900 USD",
		onProject["id"].(string): "5000 project 5000 USD", free["id"].(string): "5000 project 0 USD",
	} {
		e := ada.Get("/api/entries/" + id).OK()
		wantRateSnapshot(t, "after", e, want)
		if e["version"] != 2.0 {
			t.Errorf("version %v", e["version"])
		}
	}
	if got := countersOf(ada.Post(resnapshotPath+"true", nil).OK()); got != "4 0 4 0 18400 18400" {
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
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	p := newProject(ada, "P", nil)
	addProjectMember(ada, p, ada, nil)
	task := ada.Post("/api/projects/"+p+"/tasks", object{"name": "T"}).ID()
	one := trackHour(ada, object{"taskId": task})["id"]
	trackHour(ada, object{"projectId": p, "isBillable": false})
	trackHour(bob, object{"startedAt": at(-600), "stoppedAt": at(-540)})
	putSettings(ada, object{"defaultHourlyRate": 6000}).OK()
	unknown := "0197f5a0-0000-7000-8000-000000000001"
	for name, c := range map[string]struct {
		scope object
		want  float64
	}{
		"all":            {object{}, 3},
		"from":           {object{"from": at(-120)}, 2},
		"to":             {object{"to": at(-120)}, 1},
		"project":        {object{"projectIds": []string{p}}, 2},
		"user":           {object{"userIds": []string{bob.ID, unknown}}, 1},
		"both":           {object{"userIds": []string{bob.ID}, "projectIds": []string{p}}, 0},
		"unknown":        {object{"projectIds": []string{unknown}}, 0},
		"empty list":     {object{"userIds": []string{}}, 0},
		"billable alone": {object{"onlyBillable": true}, 2},
	} {
		if got := ada.Post(resnapshotPath+"false", c.scope).OK()["matched"]; got != c.want {
			t.Errorf("resnapshot of %s: %v, want %v", name, got, c.want)
		}
		if name == "billable alone" {
			continue
		}
		c.scope["hourlyRate"] = 1
		if got := ada.Post(applyPath+"?dryRun=true", applyBody(c.scope)).OK()["matched"]; got != c.want {
			t.Errorf("apply to %s: %v, want %v", name, got, c.want)
		}
	}
	for _, narrow := range []object{{"taskIds": []string{task}}, {"entryIds": []any{one, unknown}}} {
		narrow["isBillable"] = false
		if got := ada.Post(applyPath+"?dryRun=true", applyBody(narrow)).OK()["matched"]; got != 1.0 {
			t.Errorf("%v: %v, want 1", narrow, got)
		}
	}
}

func TestApplySetsRateAndFlag(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	putSettings(ada, object{"defaultHourlyRate": 3000}).OK()
	id := trackHour(ada, nil)["id"].(string)
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
		preview := ada.Post(applyPath+"?dryRun=true", applyBody(s.change)).OK()
		if done := ada.Post(applyPath, applyBody(s.change)).OK(); countersOf(done) != countersOf(preview) ||
			done["changed"] != 1.0 {
			t.Errorf("%v: %v after the preview %v", s.change, done, preview)
		}
		wantRateSnapshot(t, fmt.Sprint(s.change), ada.Get("/api/entries/"+id).OK(), s.want)
		if again := ada.Post(applyPath, applyBody(s.change)).OK(); again["changed"] != 0.0 {
			t.Errorf("%v again: %v", s.change, again)
		}
	}
}

func TestLockedEntriesAreSkipped(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	id := trackHour(ada, nil)["id"].(string)
	const sheets = "/api/workspaces/me/timesheet-submissions"
	submission := sheets + "/" + ada.Post(sheets, object{"periodStart": "2026-06-17", "periodEnd": "2026-06-17"}).ID()
	trackHour(ada, nil)
	putSettings(ada, object{"defaultHourlyRate": 6000}).OK()
	if got := countersOf(ada.Post(resnapshotPath+"true", nil).OK()); got != "2 1 0 1 0 6000" {
		t.Errorf("one locked, one free: %s", got)
	}
	wantRateSnapshot(t, "the locked one", ada.Get("/api/entries/"+id).OK(), "<nil> none 0 EUR")
	ada.Post(submission+"/withdraw", nil).OK()
	if got := countersOf(ada.Post(resnapshotPath+"true", nil).OK()); got != "2 1 1 0 6000 12000" {
		t.Errorf("both free: %s", got)
	}
}

func TestRerateProblems(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Post(settingsPath+"/resnapshot", nil).Invalid("apply required")
	ada.Post(resnapshotPath+"yes", object{"from": at(1), "to": at(0), "projectIds": []string{"x"}}).Invalid(
		"apply type_invalid", "projectIds[0] uuid_invalid", "to range_invalid")
	ada.Post(applyPath+"?dryRun=maybe", nil).Invalid("dryRun type_invalid", " required")
	ada.Post(applyPath, object{}).Invalid("from required", "to required", "isBillable required")
	ada.Post(applyPath, applyBody(object{"hourlyRate": -1})).Invalid("hourlyRate min_value")
	ada.Post(applyPath, applyBody(object{"hourlyRate": 100_000_001})).Invalid("hourlyRate max_value")
	for role, detail := range map[string]string{"user": "role_insufficient", "analyst": "analyst_read_only"} {
		p := ada.AddMember("some-"+role, role)
		p.Post(resnapshotPath+"false", nil).Denied(detail)
		p.Post(applyPath, "{").Denied(detail)
		p.Delete("/api/workspaces/me/billing-jobs/"+ada.ID).Problem(404, "not_found")
	}
}

func TestRerateSurvivesFaults(t *testing.T) {
	t.Parallel()
	var ada *apitest.User
	apitest.RetryableWrite{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			for range 3 {
				trackHour(ada, nil)
			}
			putSettings(ada, object{"defaultHourlyRate": 6000}).OK()
			return func() *apitest.Answer { return ada.Post(resnapshotPath+"true", nil) }
		},
		State: func(*apitest.Service) string {
			var all []string
			for _, e := range ada.Get("/api/entries").Items() {
				all = append(all, fmt.Sprint(rateSnapshotOf(e), e["version"]))
			}
			return fmt.Sprint(all)
		},
	}.Walk(t)
}
