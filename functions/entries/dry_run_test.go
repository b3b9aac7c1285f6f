package entries_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// With dryRun an operation answers as without it, refuses the same, and writes nothing.
func TestDryRunsWriteNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := owner.Post("/api/entries", newRow(1, clock(8, 0), clock(9, 0))).ID()
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	before := dumpEntries(api)
	edit := row{"description": "Plan", "stoppedAt": clock(9, 30)}
	shown := owner.Patch("/api/entries/"+id+"?dryRun=true", edit).OK()
	batch := owner.Post("/api/entries:bulk?dryRun=true", row{"items": []row{
		newRow(2, clock(7, 0), clock(8, 0)), {"id": id, "op": "delete"}, {"id": timer, "op": "delete"},
	}}).Items()
	if batch[0]["version"] != 1.0 || batch[1]["deleted"] != true || batch[2]["deleted"] != true {
		t.Errorf("%v", batch)
	}
	for _, path := range []string{id, timer} {
		if out := owner.Delete("/api/entries/" + path + "?dryRun=true").OK(); out["deleted"] != true {
			t.Errorf("%v", out)
		}
	}
	owner.Patch("/api/entries/"+id+"?dryRun=true", row{"stoppedAt": clock(7, 0)}).Problem(422, "validation")
	owner.Post("/api/entries:bulk?dryRun=true", row{"items": []row{newRow(3, clock(8, 0), clock(7, 0))}}).
		Problem(422, "validation")
	if after := dumpEntries(api); after != before {
		t.Errorf("%s\nbecame\n%s", before, after)
	}
	made := owner.Patch("/api/entries/"+id, edit).OK()
	if fmt.Sprint(shown) != fmt.Sprint(made) {
		t.Errorf("%v was shown, and %v made", shown, made)
	}
}
