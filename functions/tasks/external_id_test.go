package tasks_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestExternalIDsOfTasks(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	site := "/api/projects/" + ada.Post("/api/projects", object{"name": "Site"}).ID() + "/tasks"
	made := apitest.NewNamer()
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return ada.Post(site, object{"name": made(), "externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return ada.Patch("/api/tasks/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return ada.Delete("/api/tasks/" + id) },
		List:   func(query string) *apitest.Answer { return ada.Get(site + query) },
	})

	// Unique in the workspace, and found in the list of its project only.
	shop := "/api/projects/" + ada.Post("/api/projects", object{"name": "Shop"}).ID() + "/tasks"
	ada.Post(shop, object{"name": "Design", "externalId": "two"}).Invalid("externalId duplicate_value")
	if got := ada.Get(shop + "?external_id=two").Items(); len(got) != 0 {
		t.Errorf("a task of another project: %v", got)
	}
}
