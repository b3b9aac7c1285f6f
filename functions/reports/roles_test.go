package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestReportsByRole(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, analyst, manager, outsider := owner.AddMember("bob", "user"), owner.AddMember("ann", "analyst"),
		owner.AddMember("max", "user"),
		api.Register("eve")
	managed := owner.Post("/api/projects", object{"name": "Managed",
		"clientId": owner.Post("/api/clients", object{"name": "C"}).ID()}).ID()
	hidden := owner.Post("/api/projects", object{"name": "Hidden"}).ID()
	owner.Post("/api/projects/"+managed+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects/"+managed+"/members", object{"userId": manager.ID, "isManager": true}).OK()
	track(member, -50, -49)
	track(member, -40, -38, object{"projectId": managed})
	track(manager, -30, -26)
	track(owner, -20, -12, object{"projectId": hidden})
	for _, c := range []struct {
		who         *apitest.User
		query, want string
	}{
		{owner, "group_by=user", "ada=480 max=240 bob=180 total=900"},
		{analyst, "group_by=user", "ada=480 max=240 bob=180 total=900"},
		{member, "group_by=project", "Managed=120 -=60 total=180"},
		{manager, "group_by=user", "max=240 bob=120 total=360"},
		{manager, "group_by=client", "-=240 C=120 total=360"},
		{manager, "group_by=project&user_id=" + member.ID, "Managed=120 total=120"},
		{outsider, "group_by=user", "total=0"},
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
		member.Get(path + today + "&user_id=" + owner.ID).Denied("role_insufficient")
		member.Get(path + today + "&project_id=" + hidden).Invalid("project_id project_not_found")
		outsider.Get(path + today + "&project_id=" + hidden).Invalid("project_id project_not_found")
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
	}{{owner, "0 0 0 0"}, {analyst, "0 0 0 0"}, {member, "<nil> <nil> <nil>"}, {manager, "<nil> 0 <nil>"},
		{outsider, "0"}} {
		if got := amounts(c.who); got != c.want {
			t.Errorf("%s sees %s, want %s", c.who.Email, got, c.want)
		}
	}
	owner.Delete("/api/projects/" + managed + "/members/" + member.ID).OK()
	for _, by := range []string{"project", "client", "task"} {
		if body := string(summary(member, today+"&group_by="+by).Body); strings.Contains(body, "Managed") ||
			strings.Contains(body, `"C"`) {
			t.Errorf("by %s, bob is shown a project that he does not see any more: %s", by, body)
		}
	}
	for _, row := range readCSV(t, export(member, today)) {
		if row["project"]+row["client"] != "" {
			t.Errorf("the export shows a hidden project: %v", row)
		}
	}
}
