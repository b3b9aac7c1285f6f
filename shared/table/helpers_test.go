package table

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/problem"
	"stint/shared/secret"
)

// testTable is a table of the test's own. A probe counts its calls.
type testTable struct {
	*Table
	probe *testkit.Probe
	clock *testkit.Clock
	rows  *testkit.Table
}

func newTestTable(t *testing.T) *testTable {
	t.Helper()
	probe, clock := new(testkit.Probe), testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	rows := testkit.NewTable(t, probe.Attach)
	return &testTable{New(rows.Client, rows.Name, secret.NewLocal(bytes.Repeat([]byte("m"), 32)), clock.Now), probe, clock,
		rows}
}

// note is the simplest record there is.
type note struct {
	Text    string `db:"text"`
	Version int64  `db:"ver"`
}

func noteItem(n int, text string) Item {
	return Encode(Key{PK: "NOTES", SK: fmt.Sprintf("N#%04d", n)}, note{text, 1})
}

func (b *testTable) read(t *testing.T, k Key) (note, bool) {
	t.Helper()
	n, ok, err := Get[note](t.Context(), b.Table, k)
	if err != nil {
		t.Fatal(err)
	}
	return n, ok
}

func wantCode(t *testing.T, err error, code problem.Code) {
	t.Helper()
	if problem.From(err) == nil || problem.From(err).Code != code {
		t.Fatalf("error %v, want %s", err, code)
	}
}

func ctx(t *testing.T) context.Context { return t.Context() }
