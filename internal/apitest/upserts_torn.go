package apitest

import (
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/dynamo"
)

// checkTornRead gives a record its external id after an upsert read who has that id, and
// before it reads the record with the name. The record has both by then, so it is found.
func (n UpsertOperations) checkTornRead(t *testing.T) {
	t.Helper()
	row := object{"name": "Torn", "externalId": "torn-read"}
	id := n.User.Post(n.Path, object{"name": row["name"]}).ID()
	record := path.Join("/api", path.Base(n.Path), id)
	torn := n.User.Service.Probe.Inject(testkit.Fault{
		Where: func(a testkit.Attempt) bool {
			return a.Op == "BatchGetItem" && readsKeyWith(a.Input, domain.Digest("torn-read"))
		},
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			answer, err := exchange(r)
			n.User.Patch(record, object{"externalId": row["externalId"]}).OK()
			return answer, err
		},
	})
	if ids := wantResults(t, n.send(row), "old"); ids[0] != id {
		t.Errorf("found %v, want %s", ids, id)
	}
	if torn.Hits() != 1 {
		t.Fatal("the external id was not read; the test must be arranged differently")
	}
}

// checkTornGuards makes two other records after an upsert read who has its external id and
// before it reads who has its name: the first with the external id, the second with the name.
// At no moment was the name taken and the external id free, so the first one is found.
func (n UpsertOperations) checkTornGuards(t *testing.T) {
	t.Helper()
	row := object{"name": "Torn guards", "externalId": "torn-guards"}
	var id string
	torn := n.User.Service.Probe.Inject(testkit.Fault{
		Where: func(a testkit.Attempt) bool {
			return a.Op == "BatchGetItem" && readsKeyWith(a.Input, domain.Digest("torn-guards"))
		},
		Effect: testkit.TearBatchReadBackwards(func(int) {
			id = n.User.Post(n.Path, object{"name": "Torn other", "externalId": row["externalId"]}).ID()
			n.User.Post(n.Path, object{"name": row["name"]}).OK()
		}),
	})
	if ids := wantResults(t, n.send(row), "old"); ids[0] != id {
		t.Errorf("found %v, want %s", ids, id)
	}
	if torn.Hits() != 1 {
		t.Fatal("the external id was not read; the test must be arranged differently")
	}
}

// readsKeyWith reports whether a key of a BatchGetItem has the text.
func readsKeyWith(input any, text string) bool {
	in, ok := input.(*dynamodb.BatchGetItemInput)
	if !ok {
		return false
	}
	for _, table := range in.RequestItems {
		for _, key := range table.Keys {
			sort, _ := key[dynamo.AttrSK].(*types.AttributeValueMemberS)
			if sort != nil && strings.Contains(sort.Value, text) {
				return true
			}
		}
	}
	return false
}
