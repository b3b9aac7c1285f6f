package tags_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestUpsertTags(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.UpsertOperations{User: ada, Path: "/api/tags"})
}

// A row is found, by its external id, and two are made, one of them with an external id.
func TestTagUpsertSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.RetryableWrite{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Post("/api/tags", object{"name": "Old", "externalId": "old"}).OK()
			rows := []object{{"name": "x", "externalId": "old"}, {"name": "New"}, {"name": "Newer", "externalId": "newer"}}
			return func() *apitest.Answer {
				return ada.Send(apitest.Request{
					Method: "POST", Path: "/api/tags:upsert", Body: object{"items": rows}, Bearer: ada.Token,
					Header: map[string]string{"Idempotency-Key": "k"},
				})
			}
		},
		State: func(h *apitest.Service) string {
			return fmt.Sprint(apitest.ItemCounts(h), apitest.TakenNames(h), apitest.TakenExternalIDs(h))
		},
	}.Walk(t)
}

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
