package store

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/table"
)

// A count that went down to 0 is the same as none, in every condition.
func TestACountOfZeroIsNone(t *testing.T) {
	t.Parallel()
	s, k := newTestStore(t), table.Key{PK: "COUNTED", SK: "ONE"}
	do := func(a table.Action) error { return s.core.Table.Commit(ctx(t), a) }
	want := func(when string, n int64) {
		t.Helper()
		for name, c := range map[string]struct {
			condition expression.ConditionBuilder
			holds     bool
		}{
			"is 0": {core.Joins.Is(0), n == 0}, "is 1": {core.Joins.Is(1), n == 1}, "below 1": {core.Joins.Below(1), n < 1},
			"below 2": {core.Joins.Below(2), n < 2},
		} {
			if err := do(table.Check(k, c.condition)); (err == nil) != c.holds {
				t.Errorf("%s: %s: %v", when, name, err)
			}
		}
	}
	if err := do(table.Put(table.Encode(k, struct{}{}))); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"new", "lowered"} {
		want(when, 0)
		wantCode(t, do(core.Joins.Lower(k)), problem.CodeConflict)
		if err := do(core.Joins.Raise(k)); err != nil {
			t.Fatal(err)
		}
		want(when+" and raised", 1)
		if err := do(core.Joins.Lower(k)); err != nil {
			t.Fatal(err)
		}
	}
}

// Only a count adds to a number of an item, except for versions, so that each has its conditions.
func TestEveryNumberThatIsAddedToIsACount(t *testing.T) {
	t.Parallel()
	added := regexp.MustCompile(
		`\.Add\(((?:expression\.Name|(?:core\.F|f)ield\[[\w.]+\])\([^)]*\)|\w+), expression\.Value`)
	others := []string{"table.AttrVersion", `core.Field[feed.Webhook]("Tests")`, "uses"} // the version, and sets of ids
	for _, name := range sourceFiles(t) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) == "count.go" {
			continue
		}
		for _, found := range added.FindAllStringSubmatch(string(source), -1) {
			name, isName := strings.CutPrefix(found[1], "expression.Name(")
			if isName {
				name = strings.TrimSuffix(name, ")")
			}
			if !slices.Contains(others, name) {
				t.Errorf("%s… adds to what is no count", found[0])
			}
		}
	}
}
