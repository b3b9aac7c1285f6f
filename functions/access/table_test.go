package access_test

import (
	"testing"

	"stint/functions/access"
)

const (
	anID    = "019a0000-0000-7000-8000-000000000001"
	otherID = "019a0000-0000-7000-8000-000000000002"
)

func TestTableAccess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		function, action, index, partition string
		want                               bool
	}{
		{"tags", "PutItem", "", "WS#" + anID, true},
		{"tags", "Query", "", "WS#" + anID, true},
		{"tags", "PutItem", "", "USER#" + anID, false},
		{"tags", "BatchGetItem", "", "USER#" + anID, true},
		{"tags", "GetItem", "", "EMAIL#ada@example.com", false},
		{"tags", "Scan", "", "WS#" + anID, false},
		{"tags", "BatchWriteItem", "", "WS#" + anID, false},
		{"worker", "BatchWriteItem", "", "WS#" + anID, true},
		{"tags", "Query", "by_lsk", "WS#" + anID, false},
		{"tasks", "Query", "by_lsk", "WS#" + anID, true},
		{"tasks", "GetItem", "by_lsk", "WS#" + anID, false},
		{"reports", "Query", "by_ws", "WS#" + anID, true},
		{"reports", "Query", "by_proj", "WS#" + anID + "#P#" + otherID, true},
		{"reports", "Query", "by_proj", "WS#" + anID, false},
		{"reports", "PutItem", "", "WS#" + anID, false},
		{"meta", "GetItem", "", "USER#" + anID, false},
		{"calendar", "PutItem", "", "WS#" + anID + "#A#2026-06", false},
		{"tags", "PutItem", "", "WS#" + anID + "#A#2026-06", true},
		{"deliverer", "Query", "by_change", "WS#" + anID + "#A", true},
		{"deliverer", "Query", "by_change", "WS#" + anID + "#A#2026-06", false},
		{"timers", "PutItem", "", "WS#" + anID + "#A", false},
		{"deliverer", "PutItem", "", "WS#" + anID + "#A#2026-06", false},
		{"changes", "Query", "by_change", "WS#" + anID + "#A", false},
		{"timers", "PutItem", "", "WS#" + anID + "#A#2026-06", true},
		{"timers", "UpdateItem", "", "WS#" + anID + "#A#2026-06", false},
		{"timers", "DeleteItem", "", "WS#" + anID + "#A#2026-06", false},
		{"timers", "Query", "", "WS#" + anID + "#A#2026-06", false},
		{"workspaces", "Query", "", "WS#" + anID + "#A#2026-06", true},
		{"workspaces", "DeleteItem", "", "WS#" + anID + "#A#2026-06", false},
		{"worker", "BatchWriteItem", "", "WS#" + anID + "#A#2026-06", true},
		{"nobody", "GetItem", "", "USER#" + anID, false},
	} {
		if got := access.TableOf(c.function).Allows(c.action, c.index, c.partition); got != c.want {
			t.Errorf("%s may %s %s %s: %v, want %v", c.function, c.action, c.index, c.partition, got, c.want)
		}
	}
}
