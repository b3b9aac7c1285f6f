package tags_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertTags(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.UpsertOperations{User: ada, Path: "/api/tags"})
}
