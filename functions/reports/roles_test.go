package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestReportsByRole(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, ann, max, eve := ada.AddMember("bob", "user"), ada.AddMember("ann", "analyst"), ada.AddMember("max", "user"),
		h.Register("eve")
	managed := ada.Post("/api/projects", object{"name": "Managed",
		"clientId": ada.Post("/api/clients", object{"name": "C"}).ID()}).ID()
	hidden := ada.Post("/api/projects", object{"name": "Hidden"}).ID()
	ada.Post("/api/projects/"+managed+"/members", object{"userId": bob.ID}).OK()
	ada.Post("/api/projects/"+managed+"/members", object{"userId": max.ID, "isManager": true}).OK()
	track(bob, -50, -49)
	track(bob, -40, -38, object{"projectId": managed})
	track(max, -30, -26)
	track(ada, -20, -12, object{"projectId": hidden})
	for _, c := range []struct {
		who         *apitest.User
		query, want string
	}{
		{ada, "group_by=user", "ada=480 max=240 bob=180 total=900"},
		{ann, "group_by=user", "ada=480 max=240 bob=180 total=900"},
		{bob, "group_by=project", "Managed=120 -=60 total=180"},
		{max, "group_by=user", "max=240 bob=120 total=360"},
		{max, "group_by=client", "-=240 C=120 total=360"},
		{max, "group_by=project&user_id=" + bob.ID, "Managed=120 total=120"},
		{eve, "group_by=user", "total=0"},
	} {
		if got := describeItems(summary(c.who, today+"&"+c.query)); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.who.Email, c.query, got, c.want)
		}
		seconds := 0
		for _, row := range readCSV(t, export(c.who, today+"&"+c.query)) {
			n := 0
			_, _ = fmt.Sscan(row["seconds"], &n)
			seconds += n
		}
		if !strings.HasSuffix(c.want, fmt.Sprintf("total=%d", seconds)) {
			t.Errorf("%s exports %d s, want %s", c.who.Email, seconds, c.want)
		}
	}
	for _, path := range []string{"/api/reports/summary?", "/api/entries/export?"} {
		bob.Get(path + today + "&user_id=" + ada.ID).Denied("role_insufficient")
		bob.Get(path + today + "&project_id=" + hidden).Invalid("project_id project_not_found")
		eve.Get(path + today + "&project_id=" + hidden).Invalid("project_id project_not_found")
	}
	amounts := func(p *apitest.User) string {
		var all []any
		answer := summary(p, today)
		for _, item := range answer.Items() {
			all = append(all, item["amount"])
		}
		return fmt.Sprint(append(all, answer.JSON()["total"].(object)["amount"])...)
	}
	for _, c := range []struct {
		who  *apitest.User
		want string
	}{{ada, "0 0 0 0"}, {ann, "0 0 0 0"}, {bob, "<nil> <nil> <nil>"}, {max, "<nil> 0 <nil>"}, {eve, "0"}} {
		if got := amounts(c.who); got != c.want {
			t.Errorf("%s sees %s, want %s", c.who.Email, got, c.want)
		}
	}
	ada.Delete("/api/projects/" + managed + "/members/" + bob.ID).OK()
	for _, by := range []string{"project", "client", "task"} {
		if body := string(summary(bob, today+"&group_by="+by).Body); strings.Contains(body, "Managed") ||
			strings.Contains(body, `"C"`) {
			t.Errorf("by %s, bob is shown a project that he does not see any more: %s", by, body)
		}
	}
	for _, row := range readCSV(t, export(bob, today)) {
		if row["project"]+row["client"] != "" {
			t.Errorf("the export shows a hidden project: %v", row)
		}
	}
}
