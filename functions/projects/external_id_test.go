package projects_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestExternalIDsOfProjects(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	made := apitest.NewNamer()
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return ada.Post("/api/projects", object{"name": made(), "externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return ada.Patch("/api/projects/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return ada.Delete("/api/projects/" + id) },
		List:   func(query string) *apitest.Answer { return ada.Get("/api/projects" + query) },
	})
}

// A project that the caller cannot see is not found by its external id, and a name or
// an external id that it has is taken all the same.
func TestExternalIDOfAnInvisibleProject(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	ursula := ada.AddMember("ursula", "user")
	acme := ada.Post("/api/clients", object{"name": "ACME"}).ID()
	open := ada.Post("/api/projects", object{"name": "Open", "externalId": "open", "visibility": "public", "clientId": acme}).ID()
	ada.Post("/api/projects", object{"name": "Hidden", "externalId": "hidden", "visibility": "private"}).OK()
	find := func(query string) int { return len(ursula.Get("/api/projects?external_id=" + query).Items()) }
	if find("open") != 1 || find("hidden") != 0 || find("open&is_archived=true") != 0 || find("open&client_id="+acme) != 1 {
		t.Errorf("found %d %d", find("open"), find("hidden"))
	}
	ada.Patch("/api/projects/"+open, object{"clientId": nil, "external_id": "hidden"}).Invalid("external_id duplicate_value")
}
