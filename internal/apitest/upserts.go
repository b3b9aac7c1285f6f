package apitest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"stint/internal/testkit"
	"stint/shared/domain"
)

// upserts are the upserts of a kind of records, which find or make them.
type upserts struct{ Records }

// CheckUpserts checks what upserts of all kinds have in common.
func CheckUpserts(t *testing.T, r Records) {
	t.Helper()
	n := upserts{r}
	n.checkMatching(t)
	n.checkDuplicates(t)
	n.checkReplay(t)
	n.checkTornRead(t)
	n.checkTornGuards(t)
	n.checkRace(t, 3, false)
	n.checkRace(t, 50, true)
}

func (n upserts) send(rows ...object) *Answer {
	return n.User.Post(n.Path+":upsert", object{"items": append([]object{}, rows...)})
}

// wantResults checks which rows of an upsert were made, such as "new old", and returns
// the ids of all.
func wantResults(t *testing.T, a *Answer, want string) (ids []string) {
	t.Helper()
	got := ""
	for i, item := range a.Items() {
		word := "old"
		if item["created"] == true {
			word = "new"
		}
		if i > 0 {
			got += " "
		}
		got += word
		ids = append(ids, item["record"].(object)["id"].(string))
	}
	if got != want {
		t.Errorf("%s, want %s\n%s", got, want, a.Body)
	}
	return ids
}

func (n upserts) checkMatching(t *testing.T) {
	t.Helper()
	alpha := n.create(object{"name": "Alph\u00e9", "externalId": "a"}).ID()
	beta := n.create(object{"name": "Beta"}).ID()
	answer := n.send(object{"name": "New"}, object{"name": "  ALPHe\u0301 "}, object{"name": "beta"},
		object{"name": "By id", "externalId": "b"})
	ids := wantResults(t, answer, "new old old new")
	if ids[1] != alpha || ids[2] != beta {
		t.Errorf("found %v, want %s and %s", ids, alpha, beta)
	}
	if record := answer.Items()[1]["record"].(object); record["name"] != "Alph\u00e9" || record["external_id"] != "a" ||
		record["version"] != 1.0 {
		t.Errorf("a record that was found is %v", record)
	}
	again := wantResults(t, n.send(object{"name": "Other name", "externalId": "b"}, object{"name": "new"},
		object{"name": "by ID"}), "old old old")
	if again[0] != ids[3] || again[1] != ids[0] || again[2] != ids[3] {
		t.Errorf("found %v, want those of %v", again, ids)
	}
	before := TableItems(n.User.Service)
	n.send(object{"name": "Gamma"}, object{"name": "BETA", "externalId": "c"}).Invalid("items[1].name duplicate_value")
	if len(TableItems(n.User.Service)) != len(before) {
		t.Error("an upsert that was refused made something")
	}
}

func (n upserts) checkDuplicates(t *testing.T) {
	t.Helper()
	n.send().Invalid("items min_items")
	n.send(rowsNamed("Row", 51)...).Invalid("items max_items")
	n.send(object{"name": "x"}, object{"name": ""}, object{"name": "y", "external_id": "i"}, object{"name": " X "},
		object{"name": "z", "externalId": "i"}).Invalid(
		"items[0].name duplicate_value", "items[1].name min_length", "items[2].external_id duplicate_value",
		"items[3].name duplicate_value", "items[4].externalId duplicate_value")
}

func (n upserts) checkReplay(t *testing.T) {
	t.Helper()
	send := func(rows ...object) *Answer {
		return n.User.With("Idempotency-Key", "k").Post(n.Path+":upsert", object{"items": rows})
	}
	first := wantResults(t, send(object{"name": "Once"}), "new")
	again := send(object{"name": "Once"})
	if ids := wantResults(t, again, "new"); ids[0] != first[0] || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("replayed %v\n%s", again.Header, again.Body)
	}
	send(object{"name": "Other"}).Invalid("Idempotency-Key idempotency_key_reused")
}

func rowsNamed(prefix string, count int) []object {
	rows := make([]object, count)
	for i := range rows {
		rows[i] = object{"name": fmt.Sprintf("%s %02d", prefix, i)}
	}
	return rows
}

// checkRace sends the same rows at the same moment, each request in another order. All
// must succeed with the same records.
func (n upserts) checkRace(t *testing.T, count int, withExternalIDs bool) {
	t.Helper()
	rows := rowsNamed(fmt.Sprint("Raced ", count), count)
	if withExternalIDs {
		for i := range rows {
			rows[i]["externalId"] = fmt.Sprint("raced-", i)
		}
	}
	var ids [4]map[string]string // by name
	var made [4]int
	testkit.Race(t, len(ids), func(i int) {
		mixed := make([]object, count)
		for to, from := range rand.Perm(count) {
			mixed[to] = rows[from]
		}
		answer := n.send(mixed...)
		if answer.Status != http.StatusOK {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
			return
		}
		ids[i] = map[string]string{}
		for _, item := range answer.JSON()["items"].([]any) {
			record := item.(object)["record"].(object)
			ids[i][record["name"].(string)] = record["id"].(string)
			if item.(object)["created"] == true {
				made[i]++
			}
		}
	})
	total := 0
	for i := range ids {
		total += made[i]
		if fmt.Sprint(ids[i]) != fmt.Sprint(ids[0]) {
			t.Errorf("two requests got different records")
		}
	}
	if total != count {
		t.Errorf("%d records were made for %d rows", total, count)
	}
}

// checkTornRead gives a record its external id after an upsert read who has that id, and
// before it reads the record with the name. The record has both by then, so it is found.
func (n upserts) checkTornRead(t *testing.T) {
	t.Helper()
	row := object{"name": "Torn", "externalId": "torn-read"}
	id := n.create(object{"name": row["name"]}).ID()
	torn := n.User.Service.Probe.Inject(testkit.Fault{
		Where: testkit.ReadsKey("", domain.Digest("torn-read")),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			answer, err := exchange(r)
			n.change(id, object{"externalId": row["externalId"]}).OK()
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
func (n upserts) checkTornGuards(t *testing.T) {
	t.Helper()
	row := object{"name": "Torn guards", "externalId": "torn-guards"}
	var id string
	torn := n.User.Service.Probe.Inject(testkit.Fault{
		Where: testkit.ReadsKey("", domain.Digest("torn-guards")),
		Effect: testkit.TearBatchReadBackwards(func(int) {
			id = n.create(object{"name": "Torn other", "externalId": row["externalId"]}).ID()
			n.create(object{"name": row["name"]}).OK()
		}),
	})
	if ids := wantResults(t, n.send(row), "old"); ids[0] != id {
		t.Errorf("found %v, want %s", ids, id)
	}
	if torn.Hits() != 1 {
		t.Fatal("the external id was not read; the test must be arranged differently")
	}
}
