package entries_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// withExternalIDs are n new rows with external ids.
func withExternalIDs(n int) []row {
	rows := newRows(n)
	for i := range rows {
		rows[i]["externalId"] = fmt.Sprint("x", i)
	}
	return rows
}

// holderOf is the id of the user's entry with an external id.
func holderOf(p *apitest.User, externalID string) string {
	found := ""
	for _, item := range p.Get("/api/entries?external_id=" + externalID).Items() {
		found += item["id"].(string)
	}
	return found
}

// An external id costs a write when it is set, and none when it stays.
func TestBulkTakesFiftyNewExternalIDs(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	wantRefused(t, owner, withExternalIDs(51)...).Invalid("items max_items")
	sendBulk(owner, withExternalIDs(50)...).OK()
	sendBulk(owner, withExternalIDs(50)...).OK()
	described := withExternalIDs(50)
	for i := range described {
		described[i]["description"] = "changed"
	}
	more := newRows(100)[50:]
	sendBulk(owner, append(described, more...)...).OK()
	if got := holderOf(owner, "x49"); got != rowID(49) {
		t.Errorf("x49 is that of %q", got)
	}
	cleared := newRows(51)
	for i := range cleared {
		cleared[i]["externalId"] = nil
	}
	wantRefused(t, owner, append(cleared[:50:50], row{"id": rowID(60), "op": "delete"})...).Invalid("items max_items")
	sendBulk(owner, cleared[:50]...).OK()
	if got := holderOf(owner, "x49"); got != "" {
		t.Errorf("x49 is that of %q", got)
	}
}

func TestBulkMovesExternalIDs(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	sendBulk(owner, withExternalIDs(3)...).OK()
	set := func(n int, x any) row { return row{"id": rowID(n), "externalId": x} }
	wantRefused(t, owner, set(0, "x1"), set(2, "y")).Invalid("items[0].externalId duplicate_value")
	wantRefused(t, owner, set(0, "y"), set(1, "z"), row{"id": rowID(2), "external_id": "y"}).
		Invalid("items[0].externalId duplicate_value", "items[2].external_id duplicate_value")

	sendBulk(owner, set(0, "x1"), set(1, "x0")).OK() // swapped
	if holderOf(owner, "x0") != rowID(1) || holderOf(owner, "x1") != rowID(0) {
		t.Errorf("x0 is that of %s, x1 of %s", holderOf(owner, "x0"), holderOf(owner, "x1"))
	}
	next := withFields(newRow(9, clock(9, 0), clock(10, 0)), row{"externalId": "x0"})
	sendBulk(owner, next, row{"id": rowID(1), "op": "delete"}, set(0, nil)).OK()
	if holderOf(owner, "x0") != rowID(9) || holderOf(owner, "x1") != "" {
		t.Errorf("x0 is that of %s, x1 of %s", holderOf(owner, "x0"), holderOf(owner, "x1"))
	}
	if got := len(apitest.TakenExternalIDs(owner.Service)); got != 2 {
		t.Errorf("%d external ids are taken, want x0 and x2", got)
	}
}

// Batches with the same external id meet: one gets it, all or nothing.
func TestBulkRacesForAnExternalID(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	var won atomic.Int64
	testkit.Race(t, 5, func(i int) {
		first, second := newRow(2*i, clock(9, i), clock(10, i)), newRow(2*i+1, clock(11, i), clock(12, i))
		second["externalId"] = "wanted"
		switch answer := sendBulk(owner, first, second); answer.Status {
		case http.StatusOK:
			won.Add(1)
		case http.StatusUnprocessableEntity, http.StatusConflict:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if got := len(owner.Get("/api/entries?user_id=" + owner.ID).Items()); won.Load() != 1 || got != 2 {
		t.Errorf("%d batches won and made %d entries", won.Load(), got)
	}
}
