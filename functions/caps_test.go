package functions_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
)

// setAttribute sets a text of an item directly in the table.
func (w *world) setAttribute(t *testing.T, pk, sk, name, value string) {
	t.Helper()
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	_, err := w.Table.Client.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: &w.Table.Name, Key: map[string]types.AttributeValue{"pk": text(pk), "sk": text(sk)},
		UpdateExpression: new("SET #n = :v"), ExpressionAttributeNames: map[string]string{"#n": name},
		ExpressionAttributeValues: map[string]types.AttributeValue{":v": text(value)},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A user makes a limited number of workspaces, the first one included, also by requests
// at the same time. A purged workspace no longer counts.
func TestWorkspacesOfAUserAreLimited(t *testing.T) {
	api := apitest.NewLagging(t, func(c *config.Config) { c.Limits.Workspaces = 5 })
	owner := api.Register("ada")
	var made [12]*apitest.Answer
	testkit.Race(t, len(made), func(i int) { made[i] = owner.Post("/api/workspaces", object{"name": fmt.Sprint("w", i)}) })
	if n := countOK(made[:]); n != 4 {
		t.Errorf("%d workspaces were made beside the first, want 4", n)
	}
	owner.Post("/api/workspaces", object{"name": "one more"}).Conflict("limit_reached")
	api.Register("bob").Post("/api/workspaces", object{"name": "another user's"}).OK()

	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	owner.Post("/api/workspaces", object{"name": "not purged yet"}).Conflict("limit_reached")
	api.RunWorker()
	api.Clock.Advance(domain.WriteGrace)
	api.RunWorker()
	owner.Post("/api/workspaces", object{"name": "in its place"}).OK()
	owner.Post("/api/workspaces", object{"name": "one more"}).Conflict("limit_reached")
}

// A user has a limited number of valid keys in a workspace, also by requests at the same
// time. Revoked and expired keys do not count.
func TestValidKeysAreLimited(t *testing.T) {
	api := apitest.NewLagging(t, func(c *config.Config) { c.Limits.APIKeys = 4 })
	owner := api.Register("ada")
	path := "/api/me/workspaces/" + owner.WorkspaceID + "/api-keys"
	owner.Post(path, object{"name": "soon over", "expiresAt": api.Clock.Now().Add(time.Minute)}).OK()
	var made [12]*apitest.Answer
	testkit.Race(t, len(made), func(i int) { made[i] = owner.Post(path, object{"name": fmt.Sprint("k", i)}) })
	if n := countOK(made[:]); n < 1 || n > 3 {
		t.Errorf("%d keys were made beside the first, want 1 to 3", n)
	}
	for range 3 - countOK(made[:]) {
		owner.Post(path, object{"name": "rest"}).OK()
	}
	owner.Post(path, object{"name": "one more"}).Conflict("limit_reached")
	api.Clock.Advance(time.Minute)
	last := owner.Post(path, object{"name": "in place of the expired one"}).ID()
	owner.Post(path, object{"name": "one more"}).Conflict("limit_reached")
	owner.Delete(path + "/" + last).OK()
	owner.Post(path, object{"name": "in place of the revoked one"}).OK()
}

func countOK(answers []*apitest.Answer) (n int) {
	for _, a := range answers {
		if a.Status == 200 {
			n++
		}
	}
	return n
}
