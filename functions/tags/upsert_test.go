package tags_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertTags(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.Records{User: owner, Path: "/api/tags"})
}

// A row is found, by its external id, and two are made, one of them with an external id.
func TestTagUpsertSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.Post("/api/tags", object{"name": "Old", "externalId": "old"}).OK()
			rows := []object{{"name": "x", "externalId": "old"}, {"name": "New"}, {"name": "Newer", "externalId": "newer"}}
			return func() *apitest.Answer {
				return owner.With("Idempotency-Key", "k").Post("/api/tags:upsert", object{"items": rows})
			}
		},
	}.Walk(t)
}

func TestExternalIDsOfTags(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckExternalIDs(t, apitest.Records{User: owner, Path: "/api/tags"})
}
