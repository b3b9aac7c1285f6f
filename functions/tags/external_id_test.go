package tags_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestExternalIDsOfTags(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	made := apitest.NewNamer()
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return ada.Post("/api/tags", object{"name": made(), "externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return ada.Patch("/api/tags/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return ada.Delete("/api/tags/" + id) },
		List:   func(query string) *apitest.Answer { return ada.Get("/api/tags" + query) },
	})
}
