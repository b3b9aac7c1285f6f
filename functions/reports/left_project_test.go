package reports_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// Who has left a private project still finds their own time on it by the project and
// by its task, as they do without a filter. A user who never tracked time on it learns
// nothing about it.
func TestFiltersByALeftProject(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	api := apitest.New(t)
	owner := api.Register("ada")
	coworker, thirdMember := owner.AddMember("bob", "user"), owner.AddMember("eve", "user")
	hidden := owner.Post("/api/projects", object{"name": "hidden", "visibility": "private"}).ID()
	task := owner.Post("/api/projects/"+hidden+"/tasks", object{"name": "dig"}).ID()
	for _, member := range []*apitest.User{coworker, thirdMember} {
		owner.Post("/api/projects/"+hidden+"/members", object{"userId": member.ID}).OK()
	}
	own := coworker.Post("/api/entries", object{"taskId": task, "startedAt": "2026-06-08T09:00:00Z",
		"stoppedAt": "2026-06-08T10:00:00Z"}).ID()
	coworker.Post("/api/entries", object{"startedAt": "2026-06-08T10:00:00Z", "stoppedAt": "2026-06-08T11:00:00Z"}).OK()
	owner.Post("/api/entries", object{"taskId": task, "startedAt": "2026-06-08T09:00:00Z",
		"stoppedAt": "2026-06-08T10:00:00Z"}).OK()
	for _, member := range []*apitest.User{coworker, thirdMember} {
		owner.Delete("/api/projects/" + hidden + "/members/" + member.ID).OK()
	}
	const june = "from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z&"
	for field, filter := range map[string]string{"project_id": "project_id=" + hidden, "task_id": "task_id=" + task} {
		if found := coworker.Get("/api/entries?" + filter).Items(); len(found) != 1 || found[0]["id"] != own {
			t.Errorf("%s: list %v", field, found)
		}
		if total := coworker.Get("/api/reports/summary?group_by=day&" + june +
			filter).OK()["total"].(object); total["seconds"] != 3600.0 {
			t.Errorf("%s: summary %v", field, total)
		}
		if rows := strings.Count(string(coworker.Get("/api/entries/export?format=csv&"+june+filter).Body), "\n"); rows != 2 {
			t.Errorf("%s: export of %d lines, with the header", field, rows)
		}
		code := strings.Replace(field, "_id", "_not_found", 1)
		for _, path := range []string{"/api/entries?", "/api/reports/summary?group_by=day&" + june,
			"/api/entries/export?format=csv&" + june} {
			thirdMember.Get(path + filter).Invalid(field + " " + code)
		}
	}
}
