package clients_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestExternalIDsOfClients(t *testing.T) {
	t.Parallel()
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	made := apitest.NewNamer()
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return ada.Post("/api/clients", object{"name": made(), "externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return ada.Patch("/api/clients/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return ada.Delete("/api/clients/" + id) },
		List:   func(query string) *apitest.Answer { return ada.Get("/api/clients" + query) },
	})
	ada.Post("/api/clients", object{"name": "a", "external_id": "one"}).OK()
	ada.Post("/api/clients", object{"name": "b", "external_id": "one"}).Invalid("external_id duplicate_value")
	if got := ada.Get("/api/clients?external_id=one&is_archived=true").Items(); len(got) != 0 {
		t.Errorf("the other filters do not count: %v", got)
	}
	other := h.Register("stan")
	other.Post("/api/clients", object{"name": "a", "externalId": "one"}).OK() // unique in its workspace
}
