package entries_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const tornRows = 5

// tear does something in the middle of the read of a batch's entries, after some of
// them were read.
func tear(api *apitest.Service, after int, do func()) *testkit.Injected {
	return api.Probe.Inject(testkit.Fault{
		Where: func(a testkit.Attempt) bool { return a.Op == "BatchGetItem" && a.Keys == tornRows },
		Effect: testkit.TearBatchRead(func(read int) {
			if read == after {
				do()
			}
		}),
	})
}

func described(text string) []row {
	rows := newRows(tornRows)
	for i := range rows {
		rows[i]["description"] = text
	}
	return rows
}

func deletions() []row {
	rows := newRows(tornRows)
	for i := range rows {
		rows[i] = row{"id": rows[i]["id"], "op": "delete"}
	}
	return rows
}

// wantOneDescription checks that the entries are those of one batch.
func wantOneDescription(t *testing.T, owner *apitest.User, count int) {
	t.Helper()
	items := owner.Get("/api/entries?limit=200&user_id=" + owner.ID).Items()
	if len(items) != count {
		t.Errorf("%d entries, want %d", len(items), count)
	}
	for _, e := range items {
		if e["description"] != items[0]["description"] {
			t.Fatalf("a mixture: %v and %v", e["description"], items[0]["description"])
		}
	}
}

// Another batch is written while the entries of a batch are being read. The rows that
// were read before it look as if they needed no change.
func TestBulkIsAllOrNothingUnderTornReads(t *testing.T) {
	t.Parallel()
	for after := 1; after < tornRows; after++ {
		api := apitest.NewLagging(t)
		owner := api.Register("ada")
		sendBulk(owner, described("left")...).OK()
		torn := tear(api, after, func() { sendBulk(owner, described("right")...).OK() })
		sendBulk(owner, described("left")...).Problem(409, "conflict")
		if torn.Hits() != 1 {
			t.Fatal("the read was not torn; the test must be arranged differently")
		}
		wantOneDescription(t, owner, tornRows)
		sendBulk(owner, described("left")...).OK()
		wantOneDescription(t, owner, tornRows)
	}
}

func TestBulkOfDeletionsIsAllOrNothingUnderTornReads(t *testing.T) {
	t.Parallel()
	for after := 1; after < tornRows; after++ {
		api := apitest.NewLagging(t)
		owner := api.Register("ada")
		tear(api, after, func() { sendBulk(owner, newRows(tornRows)...).OK() })
		sendBulk(owner, deletions()...).Problem(409, "conflict")
		wantOneDescription(t, owner, tornRows)
		sendBulk(owner, deletions()...).OK()
		wantOneDescription(t, owner, 0)
	}
}

// Two batches at the same time, every read torn, as in all tests: one or the other has its
// effect.
func TestOverlappingBulksUnderTornReads(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	sendBulk(owner, described("left")...).OK()
	for range 20 {
		testkit.Race(t, 2, func(i int) {
			answer := sendBulk(owner, described([]string{"left", "right"}[i])...)
			if answer.Status != 200 && answer.Status != 409 {
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		wantOneDescription(t, owner, tornRows)
	}
}
