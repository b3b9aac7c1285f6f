package tasks_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertTasks(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	site := "/api/projects/" + owner.Post("/api/projects", object{"name": "Site"}).ID()
	apitest.CheckUpserts(t, apitest.UpsertOperations{User: owner, Path: site + "/tasks"})
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
	made := apitest.NewNamer()
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return owner.Post(site, object{"name": made(), "externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return owner.Patch("/api/tasks/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return owner.Delete("/api/tasks/" + id) },
		List:   func(query string) *apitest.Answer { return owner.Get(site + query) },
	})

	// Unique in the workspace, and found in the list of its project only.
	shop := "/api/projects/" + owner.Post("/api/projects", object{"name": "Shop"}).ID() + "/tasks"
	owner.Post(shop, object{"name": "Design", "externalId": "two"}).Invalid("externalId duplicate_value")
	if got := owner.Get(shop + "?external_id=two").Items(); len(got) != 0 {
		t.Errorf("a task of another project: %v", got)
	}
}
