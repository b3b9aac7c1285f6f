package submissions_test

import (
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// insertCopies puts copies of an entry into the table, each changed.
func insertCopies(t testing.TB, api *apitest.Service, like string, n int,
	change func(i int, it map[string]types.AttributeValue)) {
	t.Helper()
	var model map[string]types.AttributeValue
	for _, it := range apitest.TableItems(api) {
		if testkit.TextOf(it["sk"]) == "E#"+like {
			model = it
		}
	}
	items := make([]map[string]types.AttributeValue, n)
	for i := range items {
		it := maps.Clone(model)
		id := fmt.Sprintf("00000000-0000-7000-9000-%012d", i)
		it["sk"], it["id"] = stringValue("E#"+id), stringValue(id)
		change(i, it)
		it["lsk"] = stringValue("T#" + testkit.TextOf(it["start"]) + "#" + id)
		items[i] = it
	}
	api.Table.Fill(t, items)
}

func stringValue(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// trackInJune fills a user's June with entries on so many tasks.
func trackInJune(t testing.TB, p *apitest.User, entries, tasks int) {
	t.Helper()
	site := createProject(p, "site")
	like := track(p, 1, 10, object{"projectId": site})
	insertCopies(t, p.Service, like, entries-1, func(i int, it map[string]types.AttributeValue) {
		at := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 2 * time.Minute)
		it["start"], it["stop"] = stringValue(domain.InstantOf(at).String()),
			stringValue(domain.InstantOf(at.Add(time.Minute)).String())
		if n := (i + 1) % tasks; n > 0 { // the first has none
			it["tid"] = stringValue(fmt.Sprintf("00000000-0000-7000-a000-%012d", n))
		}
	})
}

// manyLines are enough that a reader could see a part of them.
const manyLines = 60

var firstHalfOfJune = object{"periodStart": "2026-06-01", "periodEnd": "2026-06-16"}

// The submission with the most lines, and in the large run with the most entries, too. The
// bound of entries by itself is tested in shared/domain.
func TestLargestSubmission(t *testing.T) {
	t.Parallel()
	entries := testkit.Size(timesheets.MaxSubmissionLines+20, timesheets.MaxSubmissionEntries)
	api := apitest.New(t)
	api.Deps.Store.SubmitTime = time.Hour // this machine may be busy
	owner := api.Register("ada")
	began := time.Now()
	trackInJune(t, owner, entries, timesheets.MaxSubmissionLines)
	filled := time.Now()
	tooMuch := track(owner, 16, 1, nil)
	owner.Post(pathSubmissions, firstHalfOfJune).Invalid("periodEnd range_too_long") // 501 lines
	owner.Delete("/api/entries/" + tooMuch).OK()
	made := owner.With("Idempotency-Key", "large").Post(pathSubmissions, firstHalfOfJune)
	id := made.ID()
	t.Logf("filled in %v, submitted in %v", filled.Sub(began), time.Since(filled))
	whole := owner.Get(pathSubmissions + "/" + id).OK()
	wantFields(t, "submission", whole, object{"status": "submitted", "version": 1, "total_seconds": (entries-1)*60 + 600,
		"amount": (entries-1)*100 + 1000})
	if n := len(whole["lines"].([]any)); n != timesheets.MaxSubmissionLines {
		t.Errorf("%d lines", n)
	}
	again := owner.With("Idempotency-Key", "large").Post(pathSubmissions, firstHalfOfJune)
	if string(again.Body) != string(made.Body) {
		t.Error("the replay differs")
	}
	wantFields(t, "approved", owner.Post(pathSubmissions+"/"+id+"/approve-all", nil).OK(),
		object{"status": "approved", "version": 2})
	if l := checkInvariants(t, api); l.countLocked() != entries {
		t.Errorf("%d entries are locked", l.countLocked())
	}
}

// Readers of a submission of many lines see all of them approved, or none.
func TestApproveAllIsSeenWhole(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	trackInJune(t, owner, manyLines, manyLines)
	path := pathSubmissions + "/" + owner.Post(pathSubmissions, firstHalfOfJune).ID()
	for range 6 {
		var over atomic.Bool
		seen := make([]map[string]int, 4)
		testkit.Race(t, len(seen), func(i int) {
			if i == 0 {
				defer over.Store(true)
				owner.Post(path+"/approve-all", nil).OK()
				return
			}
			seen[i] = map[string]int{}
			for last := false; !last; { // the last one is after the approval
				last = over.Load()
				status := approvedLines(t, owner.Get(path))
				if seen[i][status]++; status == "all approved" {
					return
				}
			}
		})
		for _, statuses := range seen[1:] {
			if statuses["all approved"] != 1 || len(statuses) > 2 || len(statuses) == 2 && statuses["none submitted"] == 0 {
				t.Errorf("seen: %v", statuses)
			}
		}
		checkInvariants(t, api)
		owner.Post(path+"/reopen", nil).OK()
	}
}

// approvedLines returns how many lines are approved, and the status.
func approvedLines(t *testing.T, a *apitest.Answer) string {
	if a.Status != 200 {
		t.Errorf("%d\n%s", a.Status, a.Body)
		return ""
	}
	n, whole := 0, a.JSON()
	for _, l := range whole["lines"].([]any) {
		if line := l.(object); line["status"] == "approved" && line["decided_by"] != nil && line["decided_at"] != nil {
			n++
		}
	}
	switch n {
	case 0:
		return fmt.Sprint("none ", whole["status"])
	case manyLines:
		return fmt.Sprint("all ", whole["status"])
	}
	return fmt.Sprint(n, " ", whole["status"])
}
