package functions_test

import (
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// historySize is the number of entries in the larger history. STINT_HISTORY sets
// another number, as make budgets does.
func historySize(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("STINT_HISTORY"))
	if os.Getenv("STINT_HISTORY") != "" && err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		return 2_000
	}
	return n
}

// The cost of a request, in calls and in capacity units, does not depend on the
// number of other entries.
func TestCostDoesNotGrowWithHistory(t *testing.T) {
	w := newWorld(t)
	requests := map[string]apitest.Request{
		"own week": w.ownerRequest("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&user_id=" +
			w.owner.ID),
		"everyone's":     w.ownerRequest("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z"),
		"the newest":     w.ownerRequest("/api/entries?limit=10"),
		"current timer":  w.ownerRequest("/api/timers/current"),
		"list of tasks":  w.ownerRequest("/api/projects/" + w.ids["projects"] + "/tasks"),
		"a single entry": w.ownerRequest("/api/entries/" + w.ids["entries"]),
		"suggestions":    w.ownerRequest("/api/tracker/suggestions"),
		"report": w.ownerRequest(
			"/api/reports/summary?group_by=day&from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z"),
	}
	w.addPastEntries(t, 100)
	small := w.measureCosts(requests)
	w.addPastEntries(t, historySize(t))
	large := w.measureCosts(requests)
	for name := range requests {
		if small[name] != large[name] {
			t.Errorf("%s: %s with 100 entries, %s with %d", name, small[name], large[name], historySize(t))
		}
		fmt.Printf("| growth | %s | %s at 100 entries | %s at %d | | |\n", name, small[name], large[name], historySize(t))
	}
}

func (w *world) measureCosts(requests map[string]apitest.Request) map[string]string {
	costs := map[string]string{}
	for name, r := range requests {
		r.Method = "GET"
		w.Probe.Reset()
		w.Send(r).OK()
		counts := w.Probe.Snapshot()
		costs[name] = fmt.Sprintf("%s, %.1f units", formatCalls(counts), counts.Read)
	}
	return costs
}

// addPastEntries gives the owner n entries of past years, as copies of an existing
// one.
func (w *world) addPastEntries(t *testing.T, n int) {
	t.Helper()
	w.addPastEntriesWith(t, n, func(map[string]types.AttributeValue) {})
}

// addPastEntriesWith is addPastEntries with a change of the copied entry.
func (w *world) addPastEntriesWith(t *testing.T, n int, change func(model map[string]types.AttributeValue)) {
	t.Helper()
	var model map[string]types.AttributeValue
	for _, it := range testkit.Dump(t, w.Table) {
		if testkit.TextOf(it["sk"]) == "E#"+w.ids["entries"] {
			model = it
		}
	}
	if model == nil {
		t.Fatal("the entry is not in the table")
	}
	model = maps.Clone(model)
	change(model)
	start := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	items := make([]map[string]types.AttributeValue, n)
	for i := range items {
		items[i] = backdatedEntry(model, i, start.Add(time.Duration(i)*17*time.Minute))
	}
	w.Table.Fill(t, items)
}

// backdatedEntry copies an entry to another time and another id.
func backdatedEntry(model map[string]types.AttributeValue, i int, at time.Time) map[string]types.AttributeValue {
	it := maps.Clone(model)
	id := fmt.Sprintf("00000000-0000-7000-9000-%012d", i)
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	it["sk"], it["id"] = text("E#"+id), text(id)
	it["start"], it["stop"] = text(at.Format(time.RFC3339)), text(at.Add(10*time.Minute).Format(time.RFC3339))
	it["lsk"] = text(strings.Join([]string{"T", at.Format(time.RFC3339), id}, "#"))
	return it
}
