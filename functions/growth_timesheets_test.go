package functions_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// The cost of reading timesheets and of submitting another one does not depend on
// the number of earlier submissions.
func TestCostOfTimesheetsDoesNotGrow(t *testing.T) {
	w := newWorld(t)
	one := submissionsPath + "/" + w.ids["timesheet-submissions"]
	requests := map[string]apitest.Request{
		"a submission":        w.ownerRequest(one),
		"its events":          w.ownerRequest(one + "/events"),
		"own of a month":      w.ownerRequest(submissionsPath + "?user_id=" + w.owner.ID + "&from=2026-06-01&to=2026-07-01"),
		"the latest periods":  w.ownerRequest(submissionsPath + "?user_id=" + w.owner.ID + "&limit=2"),
		"the latest made":     w.ownerRequest(submissionsPath + "?limit=2"),
		"the latest to do":    w.ownerRequest(submissionsPath + "?status=submitted&limit=2"),
		"entries of the week": w.ownerRequest("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z"),
	}
	w.createSubmission() // so that every list has two items
	w.createSubmission()
	w.addPastSubmissions(t, 0, 10)
	small, wrote := w.measureCosts(requests), w.costOfSubmitting("2026-01-15")
	w.addPastSubmissions(t, 10, 300)
	large, writes := w.measureCosts(requests), w.costOfSubmitting("2026-03-15")
	small["submitting"], large["submitting"] = wrote, writes
	for name := range large {
		if small[name] != large[name] {
			t.Errorf("%s: %s after 10 submissions, %s after 300", name, small[name], large[name])
		}
	}
}

// costOfSubmitting submits an hour on a day that is far from all others, and approves
// it.
func (w *world) costOfSubmitting(date string) string {
	w.owner.Post("/api/entries", object{"projectId": w.ids["projects"], "startedAt": date + "T09:00:00Z",
		"stoppedAt": date + "T10:00:00Z"}).OK()
	r := w.ownerRequestWithBody(submissionsPath, object{"periodStart": date, "periodEnd": date})
	r.Method = "POST"
	w.Probe.Reset()
	path := submissionsPath + "/" + w.Send(r).ID()
	submit := w.Probe.Snapshot()
	w.Probe.Reset()
	w.owner.Post(path+"/approve-all", nil).OK()
	decide := w.Probe.Snapshot()
	return fmt.Sprintf("%s, %.1f units; %s, %.1f units", formatCalls(submit), submit.Read, formatCalls(decide),
		decide.Read)
}

// addPastSubmissions gives the owner the n-th to the m-th submission of past years:
// copies of an existing one with all its items.
func (w *world) addPastSubmissions(t *testing.T, n, m int) {
	t.Helper()
	id := w.ids["timesheet-submissions"]
	var items []map[string]types.AttributeValue
	for _, it := range testkit.Dump(t, w.Table) {
		pk, sk := testkit.TextOf(it["pk"]), testkit.TextOf(it["sk"])
		if strings.Contains(pk, "#S#"+id) || strings.HasPrefix(sk, "S#") && strings.HasSuffix(sk, id) {
			items = append(items, it)
		}
	}
	if len(items) < 4 {
		t.Fatalf("a submission has %d items; adapt this test", len(items))
	}
	var copies []map[string]types.AttributeValue
	for i := n; i < m; i++ {
		old := fmt.Sprintf("00000000-0000-7000-8000-%08d0000", i)
		day := time.Date(2020, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		for _, it := range items {
			copies = append(copies, backdatedItem(it, id, old, day))
		}
	}
	w.Table.Fill(t, copies)
}

// backdatedItem copies an item of a submission for another submission that begins on
// another day.
func backdatedItem(it map[string]types.AttributeValue, id, old, day string) map[string]types.AttributeValue {
	it = maps.Clone(it)
	first := testkit.TextOf(it["first"])
	for _, name := range []string{"pk", "sk", "lsk", "id", "first", "last"} {
		s, ok := it[name].(*types.AttributeValueMemberS)
		if !ok {
			continue
		}
		text := strings.ReplaceAll(s.Value, id, old)
		parts := strings.Split(text, "#")
		switch {
		case name == "sk" && parts[0] == "S" && len(parts) == 3: // the pointer
			text = "S#" + day + "#" + old
		case first != "" && (name == "first" || name == "last"):
			text = day
		}
		it[name] = &types.AttributeValueMemberS{Value: text}
	}
	return it
}
