package key

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// indexPartitions are the kinds that only an index has.
var indexPartitions = []Partition{ProjectTime, AuditFeeds, WebhooksDue, WebhooksOff, TimersDue, BudgetsDue}

// Every kind of partition has a row in docs/scaling.md, which says how it grows and where it ends.
func TestEveryKindOfPartitionIsInThePageOnScaling(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/scaling.md")
	if err != nil {
		t.Fatal(err)
	}
	tables, indexes, _ := strings.Cut(string(text), "## Partitions of the indexes")
	if indexes, _, _ = strings.Cut(indexes, "\n## "); indexes == "" {
		t.Fatal("the page has no table of indexes")
	}
	wantTable, wantIndex := map[string]bool{}, map[string]bool{shown(Workspaces): true}
	for _, p := range Partitions() {
		if slices.Contains(indexPartitions, p) {
			wantIndex[shown(p)] = true
		} else {
			wantTable[shown(p)] = true
		}
	}
	compareRows(t, "table", rowsOf(tables, `(?m)^\| `+"`([^`]+)` .*\\| [^|]+ \\|$"), wantTable)
	compareRows(t, "indexes", rowsOf(indexes, `(?m)^\| `+"`by_[a-z]+` `([^`]+)` .*\\| [^|]+ \\|$"), wantIndex)
}

// shown is a kind as the page shows it: data keys have one row for all purposes.
func shown(p Partition) string {
	if strings.HasPrefix(string(p), secretPrefix) {
		return secretPrefix + "*"
	}
	return strings.ReplaceAll(string(p), anyID, "<id>")
}

func rowsOf(text, pattern string) map[string]bool {
	rows := map[string]bool{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		rows[m[1]] = true
	}
	return rows
}

func compareRows(t *testing.T, name string, got, want map[string]bool) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("the rows of the %s are\n%v\nwant\n%v", name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}
