package tasks_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertTasks(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	site := "/api/projects/" + ada.Post("/api/projects", object{"name": "Site"}).ID()
	apitest.CheckUpserts(t, apitest.UpsertOperations{User: ada, Path: site + "/tasks"})
	ada.Delete(site).Problem(409, "conflict") // it has tasks

	shop := "/api/projects/" + ada.Post("/api/projects", object{"name": "Shop"}).ID() + "/tasks"
	rows := []object{{"name": "beta"}, {"name": "Of the site", "externalId": "a"}}
	ada.Post(shop+":upsert", object{"items": rows}).Invalid("items[1].externalId duplicate_value")
	if got := ada.Post(shop+":upsert", object{"items": rows[:1]}).Items()[0]["created"]; got != true {
		t.Errorf("the task of another project was found")
	}
}
