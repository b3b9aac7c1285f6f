package testkit

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// former is an item as it was, or nil, and its key.
type former struct{ key, item item }

// Checkpoint remembers what a table of NewTable has. rollback makes it have this again, by writing only what was
// written since. There is one checkpoint at a time, and no write may run at its beginning and end.
func (table *Table) Checkpoint(t testing.TB) (rollback func()) {
	t.Helper()
	c := copyOf(table.Name)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh(t, table)
	c.before = map[string]former{}
	return func() {
		t.Helper()
		table.writeAll(t, c.takeUndoing())
	}
}

// takeUndoing are the writes that undo those since the checkpoint, which is over then.
func (c *tableCopy) takeUndoing() (writes []types.WriteRequest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.before {
		if f.item != nil {
			writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: f.item}})
			continue
		}
		writes = append(writes, types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: f.key}})
	}
	c.before = nil
	return writes
}
