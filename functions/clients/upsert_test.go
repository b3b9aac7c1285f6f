package clients_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertClients(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.Records{User: owner, Path: "/api/clients"})
}

func TestExternalIDsOfClients(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	apitest.CheckExternalIDs(t, apitest.Records{User: owner, Path: "/api/clients"})
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
	apitest.CheckRecordWrites(t, apitest.RecordWrites{
		Path: "/api/clients", Old: object{"name": "Old"}, New: object{"name": "New"},
		Changes: map[string]apitest.RecordSend{"rename": func(owner *apitest.User, path string) *apitest.Answer {
			return owner.Patch(path, object{"name": "Renamed", "email": "desk@acme.example"})
		}},
	})
}
