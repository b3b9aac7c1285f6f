package clients_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestUpsertClients(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.UpsertOperations{User: ada, Path: "/api/clients"})
}

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

func TestClientWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada *apitest.User, path string) *apitest.Answer
		again int
	}{
		"create": {send: func(ada *apitest.User, _ string) *apitest.Answer {
			return ada.Send(apitest.Request{
				Method: "POST", Path: "/api/clients", Body: object{"name": "New"}, Bearer: ada.Token,
				Header: map[string]string{"Idempotency-Key": "k"},
			})
		}},
		"rename": {send: func(ada *apitest.User, path string) *apitest.Answer {
			return ada.Patch(path, object{"name": "Renamed", "email": "desk@acme.example"})
		}},
		"delete": {again: 404, send: func(ada *apitest.User, path string) *apitest.Answer { return ada.Delete(path) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var ada *apitest.User
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					path := "/api/clients/" + ada.Post("/api/clients", object{"name": "Old"}).ID()
					return func() *apitest.Answer { return write.send(ada, path) }
				},
				State: func(h *apitest.Service) string {
					return fmt.Sprint(apitest.ItemCounts(h), names(ada.Get("/api/clients").Items()), apitest.TakenNames(h))
				},
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}
