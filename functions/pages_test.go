package functions_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/shared/route"
	"stint/shared/wire"
)

// A search that finds nothing among 1,008 entries of 20 KB reads 1 MB a page. The
// cursors lead to the end of the list.
func TestAPageOfASearchIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.addPastEntriesWith(t, 1_008, func(it map[string]types.AttributeValue) {
		it["text"] = &types.AttributeValueMemberS{Value: strings.Repeat("\U0001F5D2", 5_000)}
	})
	const path = "/api/entries?search=zz&limit=1"
	pages := 0
	for cursor := ""; ; pages++ {
		w.Probe.Reset()
		answer := w.owner.Get(path + cursor)
		if cost := w.Probe.Snapshot(); cost.Calls["Query"] != 1 || cost.Read > 150 {
			t.Fatalf("page %d: %s, %.0f read units; want one query of 1 MB", pages, formatCalls(cost), cost.Read)
		}
		if len(answer.Items()) != 0 {
			t.Fatal("something was found")
		}
		next, _ := answer.OK()["next_cursor"].(string)
		if next == "" {
			break
		}
		cursor = "&cursor=" + url.QueryEscape(next)
	}
	if pages < 15 {
		t.Errorf("%d pages for 20 MB", pages)
	}
}

// filterValues are values of filters that keep the records of the world.
var filterValues = map[string]string{
	"search": "e", "include_deactivated": "true", "is_archived": "false", "is_billable": "false", "status": "approved",
}

// Every list visits each row once, with and without filters, page by page.
func TestEveryListVisitsEachRowOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.addSecondRecords(t)
	eachRoute(t, hasCursor, func(t *testing.T, spec route.Spec) {
		for _, filter := range append([]string{""}, w.filtersOf(spec)...) {
			w.walkList(t, spec, filter, "200") // the first reading by a key is an event of the audit log
			whole := w.walkList(t, spec, filter, "200")
			single := w.walkList(t, spec, filter, "1")
			if !slices.Equal(whole, single) {
				t.Errorf("with %q: %d rows in one page, %d page by page", filter, len(whole), len(single))
			}
			if distinct := slices.Compact(slices.Sorted(slices.Values(single))); len(distinct) != len(single) {
				t.Errorf("with %q: a row was visited twice", filter)
			}
		}
	})
}

// filtersOf are query strings with one filter of the list each.
func (w *world) filtersOf(spec route.Spec) (all []string) {
	for _, p := range wire.Describe(spec.Op.In).Query {
		if p.Name == "user_id" {
			all = append(all, "&user_id="+w.owner.ID)
		}
		if value := filterValues[p.Name]; value != "" {
			all = append(all, "&"+p.Name+"="+value)
		}
	}
	return all
}

// rowsOf are the rows of a page. Those of the export have two lists.
func rowsOf(spec route.Spec, answer *apitest.Answer) (rows []object) {
	if spec.ID != "account.export" {
		return answer.Items()
	}
	for _, list := range []string{"entries", "submissions"} {
		for _, row := range answer.OK()[list].([]any) {
			rows = append(rows, row.(object))
		}
	}
	return rows
}

// walkList reads a list to its end and returns the JSON of its rows. The change feed has
// an end for now only. It begins in the past, with kinds of which each record comes once.
func (w *world) walkList(t *testing.T, spec route.Spec, filter, limit string) (rows []string) {
	t.Helper()
	cursor := ""
	if strings.HasPrefix(spec.ID, "changes.list") {
		filter += "&types=client,project,task,tag,member"
		cursor = "&since=2026-06-17T11:00:00Z"
	}
	for {
		answer := w.As(w.bearerFor(spec)).Get(w.pathOf(t, spec, nil) + "?limit=" + limit + filter + cursor)
		for _, row := range rowsOf(spec, answer) {
			rows = append(rows, fmt.Sprint(row))
		}
		next, _ := answer.OK()["next_cursor"].(string)
		if more, isFeed := answer.OK()["has_more"].(bool); next == "" || isFeed && !more {
			if spec.ID == "account.export" {
				slices.Sort(rows) // each page has its two lists one after the other
			}
			return rows
		}
		cursor = "&cursor=" + url.QueryEscape(next)
	}
}
