package tasks_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertTasks(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	site := "/api/projects/" + owner.Post("/api/projects", object{"name": "Site"}).ID()
	apitest.CheckUpserts(t, apitest.Records{User: owner, Path: site + "/tasks"})
	owner.Delete(site).Problem(409, "conflict") // it has tasks

	shop := "/api/projects/" + owner.Post("/api/projects", object{"name": "Shop"}).ID() + "/tasks"
	rows := []object{{"name": "beta"}, {"name": "Of the site", "externalId": "a"}}
	owner.Post(shop+":upsert", object{"items": rows}).Invalid("items[1].externalId duplicate_value")
	if got := owner.Post(shop+":upsert", object{"items": rows[:1]}).Items()[0]["created"]; got != true {
		t.Errorf("the task of another project was found")
	}
}

func TestExternalIDsOfTasks(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	site := "/api/projects/" + owner.Post("/api/projects", object{"name": "Site"}).ID() + "/tasks"
	apitest.CheckExternalIDs(t, apitest.Records{User: owner, Path: site})

	// Unique in the workspace, and found in the list of its project only.
	shop := "/api/projects/" + owner.Post("/api/projects", object{"name": "Shop"}).ID() + "/tasks"
	owner.Post(shop, object{"name": "Design", "externalId": "two"}).Invalid("externalId duplicate_value")
	if got := owner.Get(shop + "?external_id=two").Items(); len(got) != 0 {
		t.Errorf("a task of another project: %v", got)
	}
}
