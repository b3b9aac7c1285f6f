package apitest

import (
	"net/http"
	"path"
	"testing"

	"stint/internal/testkit"
	"stint/shared/domain"
)

// checkTornRead gives a record its external id after an upsert read who has that id, and
// before it reads the record with the name. The record has both by then, so it is found.
func (n UpsertOperations) checkTornRead(t *testing.T) {
	t.Helper()
	row := object{"name": "Torn", "externalId": "torn-read"}
	id := n.User.Post(n.Path, object{"name": row["name"]}).ID()
	record := path.Join("/api", path.Base(n.Path), id)
	torn := n.User.Service.Probe.Inject(testkit.Fault{
		Where: testkit.ReadsKey("", domain.Digest("torn-read")),
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
		Where: testkit.ReadsKey("", domain.Digest("torn-guards")),
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
