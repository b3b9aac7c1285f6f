package reports_test

import (
	"fmt"
	"net/url"
	"testing"

	"stint/internal/apitest"
)

func TestSummaryByEveryGrouping(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	admin := owner.AddMember("bob", "admin")
	client := owner.Post("/api/clients", object{"name": "Customer"}).ID()
	bridge := owner.Post("/api/projects", object{"name": "Bridge", "clientId": client}).ID()
	alley := owner.Post("/api/projects", object{"name": "alley", "isBillable": false}).ID()
	task := owner.Post("/api/projects/"+bridge+"/tasks", object{"name": "Drawing"}).ID()
	red, blue := owner.Post("/api/tags", object{"name": "red"}).ID(), owner.Post("/api/tags", object{"name": "blue"}).ID()
	track(owner, -100, -90, object{"taskId": task, "tagIds": []string{red, blue}})
	track(owner, -80, -79, object{"projectId": alley, "tagIds": []string{red}})
	track(admin, -70, -60, object{"projectId": bridge})
	track(admin, -780, -779) // still yesterday
	owner.Post("/api/timers/start", object{"projectId": bridge, "startedAt": at(-50)}).OK()

	whole := summary(owner, today+"&group_by=project").OK()
	wantFirst := object{"key": bridge, "name": "Bridge", "currency": "EUR", "seconds": 1200.0, "billable_seconds": 1200.0,
		"amount": 0.0, "hourly_rate": nil}
	if first := whole["items"].([]any)[0]; fmt.Sprint(first) != fmt.Sprint(wantFirst) {
		t.Errorf("%v, want %v", first, wantFirst)
	}
	delete(whole, "items")
	want := object{
		"from": at(-24 * 60), "to": at(24 * 60), "group_by": "project", "currency": "EUR",
		"total": object{"seconds": 1320.0, "billable_seconds": 1260.0, "amount": 0.0},
	}
	if fmt.Sprint(whole) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", whole, want)
	}
	for _, c := range []struct{ query, want string }{
		{"group_by=project", "Bridge=1200 -=60 alley=60 total=1320"},
		{"", "Bridge=1200 -=60 alley=60 total=1320"},
		{"group_by=user", "ada=660 bob=660 total=1320"},
		{"group_by=client", "Customer=1200 -=120 total=1320"},
		{"group_by=task", "-=720 Drawing=600 total=1320"},
		{"group_by=tag", "-=660 red=660 blue=600 total=1320"},
		{"groupBy=day", "2026-06-16=60 2026-06-17=1260 total=1320"},
		{"group_by=day&user_id=" + admin.ID, "2026-06-16=60 2026-06-17=600 total=660"},
		{"group_by=project&project_id=" + bridge, "Bridge=1200 total=1200"},
		{"group_by=user&client_id=" + client, "ada=600 bob=600 total=1200"},
		{"group_by=tag&tag_id=" + blue, "blue=600 red=600 total=600"},
		{"group_by=task&task_id=" + task, "Drawing=600 total=600"},
		{"group_by=project&is_billable=false", "alley=60 total=60"},
		{"group_by=project&search=nothing", "total=0"},
	} {
		got := describeItems(summary(owner, today+"&"+c.query))
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
	if items := summary(owner, today+"&group_by=task").Items(); items[0]["key"] != nil || items[0]["name"] != nil {
		t.Errorf("time on no task: %v", items[0])
	}
}

func TestPeriods(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	track(owner, -20, -10)
	const unknown = "00000000-0000-4000-8000-000000000000"
	for _, path := range []string{"/api/reports/summary", "/api/entries/export"} {
		owner.Get(path).Invalid("from required", "to required")
		owner.Get(path+"?from=2026-06-17&to=2026-06-18").Invalid("from date_time_invalid", "to date_time_invalid")
		for _, to := range []string{"2026-01-01T00:00:00Z", "2025-12-31T23:59:59Z"} {
			owner.Get(path + "?" + periodQuery("2026-01-01T00:00:00Z", to)).Invalid("to range_invalid")
		}
		owner.Get(path + "?" + periodQuery("2026-01-01T00:00:00Z", "2027-01-02T00:00:01Z")).Invalid("to range_too_long")
		owner.Get(path+"?project_id="+unknown+"&"+periodQuery("2026-01-01T00:00:00Z", "2029-01-01T00:00:00Z")).Invalid(
			"project_id project_not_found", "to range_too_long")
		if got := owner.Get(path + "?" + periodQuery("2026-01-01T00:00:00Z", "2027-01-02T00:00:00Z")).Status; got != 200 {
			t.Errorf("366 days: %d", got)
		}
	}
	owner.Get("/api/reports/summary?" + today + "&group_by=month").Invalid("group_by enum_invalid")
	owner.Get("/api/entries/export?" + today + "&format=pdf").Invalid("format enum_invalid")
	for _, c := range []struct {
		from, to int
		want     string
	}{{-20, -19, "-=600 total=600"}, {-19, 0, "total=0"}, {-21, -20, "total=0"}} {
		if got := describeItems(summary(owner, periodQuery(at(c.from), at(c.to)))); got != c.want {
			t.Errorf("%d to %d: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

func TestDaysFollowTheWorkspacesTimezone(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for _, c := range []struct{ zone, want string }{
		{"Europe/Berlin", "2026-03-28=60 2026-03-29=7260 2026-03-30=60 total=7380"},
		{"Australia/Lord_Howe", "2026-03-29=7260 2026-03-30=120 total=7380"},
		{"UTC", "2026-03-28=3660 2026-03-29=3720 total=7380"},
	} {
		owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": c.zone}).OK()
		if c.zone == "Europe/Berlin" {
			owner.Track("2026-03-28T22:59:59Z", "2026-03-28T23:00:59Z")
			owner.Track("2026-03-28T23:00:00Z", "2026-03-29T00:00:00Z") // before the clocks jump
			owner.Track("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z") // while they do
			owner.Track("2026-03-29T21:59:59Z", "2026-03-29T22:00:59Z")
			owner.Track("2026-03-29T22:00:00Z", "2026-03-29T22:01:00Z")
		}
		if got := describeItems(summary(owner, periodQuery("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z")+
			"&group_by=day")); got != c.want {
			t.Errorf("%s: %s, want %s", c.zone, got, c.want)
		}
	}
}

// The export's address is not taken for an entry's.
func TestExportRouteBeforeEntryRoute(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	if got := len(readCSV(t, export(owner, today))); got != 0 {
		t.Errorf("%d rows", got)
	}
	owner.Get("/api/entries/"+url.PathEscape("exports")).Problem(404, "not_found")
	owner.Delete("/api/entries/export").Problem(405, "method_not_allowed")
}
