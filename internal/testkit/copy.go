package testkit

import (
	"maps"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// copies are the copies of the tables of this process, by name.
var copies sync.Map

// copyOf is the copy of a table, or nil. Only tables of NewTable have one.
func copyOf(table string) *tableCopy {
	kept, _ := copies.Load(table)
	c, _ := kept.(*tableCopy)
	return c
}

// tableCopy is what a test last read of a whole table. Only what was written since is read again, because a
// walk reads the table after each step, and a step writes few items. All clients of the test kit
// tell it what they write.
type tableCopy struct {
	test  string // that made the table
	mu    sync.Mutex
	items rows
	stale map[string]stale // what was written since, by rowKey
	// open are the numbers of writes that run, by rowKey. A write that was given up stays, because the engine may make it
	// later.
	open map[string]int
	// before are the items that were written since Checkpoint, as they were then, by rowKey. It is nil without one.
	before map[string]former
}

// stale is an item that was written since it was read.
type stale struct {
	key    item
	writes int // that have begun
}

// maxReread is the most items that are read one by one. A Scan of a table costs about as much.
const maxReread = 300

// newCopy is the copy of a new table, which is empty.
func newCopy(test string) *tableCopy {
	return &tableCopy{test: test, items: newRows(), stale: map[string]stale{}, open: map[string]int{}}
}

// begin remembers a write that begins.
func (c *tableCopy) begin(written []item) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range written {
		id := rowKey(w)
		if _, known := c.before[id]; c.before != nil && !known {
			c.before[id] = former{keyOfItem(w), c.items.all[id]}
		}
		c.stale[id] = stale{keyOfItem(w), c.stale[id].writes + 1}
		c.open[id]++
	}
}

// know remembers what the test kit has written itself, unless others have written the same items.
func (c *tableCopy) know(writes []types.WriteRequest) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range writes {
		id := rowKey(putOrDeleted(w))
		if c.open[id] > 0 || c.stale[id].writes != 1 {
			continue
		}
		delete(c.stale, id)
		if c.items.remove(id); w.PutRequest != nil {
			c.items.put(maps.Clone(w.PutRequest.Item))
		}
	}
}

// end remembers that a write has ended with an answer.
func (c *tableCopy) end(written []item) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range written {
		id := rowKey(w)
		if c.open[id]--; c.open[id] == 0 {
			delete(c.open, id)
		}
	}
}

// read are the items of the table that the caller accepts, in any order.
func (c *tableCopy) read(t testing.TB, table *Table, accepts func(item) bool) (all []item) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh(t, table)
	for _, it := range c.items.all {
		if accepts(it) {
			all = append(all, maps.Clone(it))
		}
	}
	return all
}

// refresh reads what was written since. A write that still runs may change it later.
func (c *tableCopy) refresh(t testing.TB, table *Table) {
	t.Helper()
	if len(c.stale) > maxReread {
		c.items = newRows()
		for _, it := range scan(t, table) {
			c.items.put(it)
		}
	} else {
		c.readStale(t, table)
	}
	maps.DeleteFunc(c.stale, func(id string, _ stale) bool { return c.open[id] == 0 })
}

func (c *tableCopy) readStale(t testing.TB, table *Table) {
	t.Helper()
	var keys []item
	for id, s := range c.stale {
		c.items.remove(id)
		keys = append(keys, s.key)
	}
	for _, it := range table.get(t, keys) {
		c.items.put(it)
	}
}

// get reads items by their keys. Those that do not exist are left out.
func (table *Table) get(t testing.TB, keys []item) (all []item) {
	t.Helper()
	for len(keys) > 0 {
		n := min(len(keys), 100) // the most that a batch reads
		out, err := table.unprobed.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{
				table.Name: {Keys: keys[:n], ConsistentRead: aws.Bool(true)},
			},
		})
		if err != nil {
			t.Fatalf("testkit: reading table %s: %v", table.Name, err)
		}
		all = append(all, out.Responses[table.Name]...)
		keys = append(keys[n:], out.UnprocessedKeys[table.Name].Keys...)
	}
	return all
}
