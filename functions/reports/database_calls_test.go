package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// Days and groups cost no more reads than the entries and the names.
func TestCallsOfReports(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	project := owner.Post("/api/projects", object{"name": "P",
		"clientId": owner.Post("/api/clients", object{"name": "C"}).ID()}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	for i := range 3 {
		track(owner, -40-i, -30, object{"projectId": project})
		track(member, -40-i, -30, object{"projectId": project})
		owner.Track(fmt.Sprintf("2020-01-0%dT00:00:00Z", i+1), "2020-01-09T00:00:00Z")
	}
	for _, c := range []struct {
		who        *apitest.User
		path, want string
	}{
		{owner, "/api/reports/summary?group_by=day&", "Query"},
		{owner, "/api/reports/summary?group_by=user&", "Query BatchGetItem"},
		{owner, "/api/reports/summary?group_by=project&", "Query BatchGetItem"},
		{owner, "/api/reports/summary?group_by=client&", "Query BatchGetItem BatchGetItem"},
		{member, "/api/reports/summary?group_by=day&user_id=" + member.ID + "&", "Query BatchGetItem"},
		{member, "/api/reports/summary?group_by=project&", "Query Query BatchGetItem"},
		{owner, "/api/entries/export?", "Query BatchGetItem BatchGetItem PutItem"},
	} {
		api.Probe.Reset()
		if answer := c.who.Get(c.path + today); answer.Status != 200 {
			t.Errorf("%s: %d", c.path, answer.Status)
		}
		var all []string
		items := 0
		for _, call := range api.Probe.Log()[1:] {
			if all = append(all, call.Op); call.Index != "" {
				items += call.Items
			}
		}
		if got := strings.Join(all, " "); got != c.want || items > 7 {
			t.Errorf("%s: %s over %d rows, want %s", c.path, got, items, c.want)
		}
	}
}

// A read that fails for good is no report in part.
func TestReportsAreWholeOrNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	track(owner, -9, -8, object{"projectId": project})
	for _, path := range []string{"/api/reports/summary?", "/api/entries/export?"} {
		for k := range 3 {
			api.Probe.Reset()
			api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Skip: k, WholeCall: true})
			owner.Get(path+today).Problem(503, "service_unavailable")
			api.Probe.Reset()
		}
	}
	if got := describeItems(summary(owner, today)); got != "P=60 total=60" {
		t.Errorf("%s", got)
	}
}
