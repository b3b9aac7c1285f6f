package clients_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestUpsertClients(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.UpsertOperations{User: owner, Path: "/api/clients"})
}

func TestExternalIDsOfClients(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	made := apitest.NewNamer()
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return owner.Post("/api/clients", object{"name": made(), "externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return owner.Patch("/api/clients/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return owner.Delete("/api/clients/" + id) },
		List:   func(query string) *apitest.Answer { return owner.Get("/api/clients" + query) },
	})
	owner.Post("/api/clients", object{"name": "a", "external_id": "one"}).OK()
	owner.Post("/api/clients", object{"name": "b", "external_id": "one"}).Invalid("external_id duplicate_value")
	if got := owner.Get("/api/clients?external_id=one&is_archived=true").Items(); len(got) != 0 {
		t.Errorf("the other filters do not count: %v", got)
	}
	other := api.Register("stan")
	other.Post("/api/clients", object{"name": "a", "externalId": "one"}).OK() // unique in its workspace
}

func TestClientWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(owner *apitest.User, path string) *apitest.Answer
		again int
	}{
		"create": {send: func(owner *apitest.User, _ string) *apitest.Answer {
			return owner.With("Idempotency-Key", "k").Post("/api/clients", object{"name": "New"})
		}},
		"rename": {send: func(owner *apitest.User, path string) *apitest.Answer {
			return owner.Patch(path, object{"name": "Renamed", "email": "desk@acme.example"})
		}},
		"delete": {again: 404, send: func(owner *apitest.User, path string) *apitest.Answer { return owner.Delete(path) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var owner *apitest.User
			apitest.RetryableWrite{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("ada")
					path := "/api/clients/" + owner.Post("/api/clients", object{"name": "Old"}).ID()
					return func() *apitest.Answer { return write.send(owner, path) }
				},
				State: func(api *apitest.Service) string {
					return fmt.Sprint(apitest.ItemCounts(api), names(owner.Get("/api/clients").Items()), apitest.TakenNames(api))
				},
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}
