// Package meter counts the capacity units and the bytes of each partition key, of the table and of its indexes, from
// the calls of the database.
package meter

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/internal/testkit/awsrules"
	"stint/shared/dynamo"
)

// Units are the capacity units of a key.
type Units struct{ Read, Write float64 }

// Meter counts the units of each partition key. It knows every item of the table, so it has to see every call since the
// table was made. Its reads are not counted.
type Meter struct {
	Client *dynamodb.Client // reads what a write has made
	Table  string

	mu       sync.Mutex
	items    map[itemKey]*item
	units    map[Key]Units
	doing    string // what the calls are for; see Doing
	parts    map[Part]Units
	counted  Units // in all, with copies in indexes counted once in a transaction, as the embedded database does
	reported Units // by the database, in all
	err      error // the first one of the meter's own reads
}

// New makes a meter of an empty table.
func New(client *dynamodb.Client, table string) *Meter {
	return &Meter{Client: client, Table: table, items: map[itemKey]*item{}, units: map[Key]Units{},
		parts: map[Part]Units{}}
}

// Take returns the units since the last call. Errors: those of the meter's own reads, and that the database reports
// others.
func (m *Meter) Take() (units map[Key]Units, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err = m.err; err == nil && differs(m.counted, m.reported) {
		err = fmt.Errorf("the meter counts %v, the database reports %v", m.counted, m.reported)
	}
	units, m.units, m.counted, m.reported = m.units, map[Key]Units{}, Units{}, Units{}
	return units, err
}

// differs reports whether two counts differ by more than what writes at the same moment hide from each other.
func differs(a, b Units) bool {
	return a.Read != b.Read || math.Abs(a.Write-b.Write) > 0.02*b.Write
}

// See counts a call that has ended. It is what testkit.Probe.Watch takes.
func (m *Meter) See(input, output any, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		out, _ := output.(*dynamodb.GetItemOutput)
		if err == nil {
			m.read(Key{"", testkit.TextOf(in.Key[dynamo.AttrPK])}, keyOf(in.Key).kind(), consumed(out.ConsumedCapacity))
		}
	case *dynamodb.QueryInput:
		out, _ := output.(*dynamodb.QueryOutput)
		if err == nil {
			m.read(queried(in), queriedKind(in), consumed(out.ConsumedCapacity))
		}
	case *dynamodb.BatchGetItemInput:
		out, _ := output.(*dynamodb.BatchGetItemOutput)
		if err == nil {
			m.readBatch(in, out)
		}
	default:
		m.written(writesOf(input), output, err)
	}
}

func (m *Meter) read(k Key, items string, units float64) {
	m.reported.Read += units
	m.addRead(k, items, units)
}

func (m *Meter) addRead(k Key, items string, units float64) {
	m.counted.Read += units
	m.add(k, items, Units{Read: units})
}

// addCopy counts the write of one copy of an item. In a transaction each copy counts twice.
func (m *Meter) addCopy(k Key, items string, factor, units float64, isIndex bool) {
	m.add(k, items, Units{Write: factor * units})
	if isIndex {
		factor = 1
	}
	m.counted.Write += factor * units
}

func consumed(c *types.ConsumedCapacity) float64 {
	if c == nil || c.CapacityUnits == nil {
		return 0
	}
	return *c.CapacityUnits
}

// readBatch counts each key of a batch read by the size of its item.
func (m *Meter) readBatch(in *dynamodb.BatchGetItemInput, out *dynamodb.BatchGetItemOutput) {
	for i := range out.ConsumedCapacity {
		m.reported.Read += consumed(&out.ConsumedCapacity[i])
	}
	for table, request := range in.RequestItems {
		sizes := map[itemKey]int{}
		for _, found := range out.Responses[table] {
			sizes[keyOf(found)] = awsrules.ItemSize(found)
		}
		each := 0.5
		if request.ConsistentRead != nil && *request.ConsistentRead {
			each = 1
		}
		for _, k := range request.Keys {
			pages := math.Max(1, math.Ceil(float64(sizes[keyOf(k)])/4096))
			m.addRead(Key{"", testkit.TextOf(k[dynamo.AttrPK])}, keyOf(k).kind(), each*pages)
		}
	}
}

func keyOf(of attributes) itemKey {
	return itemKey{testkit.TextOf(of[dynamo.AttrPK]), testkit.TextOf(of[dynamo.AttrSK])}
}

// write is one write of a call.
type write struct {
	key    itemKey
	factor float64 // 2 in a transaction
}

// written counts writes by what they made of their items. A write that failed costs as much as one of the item that is
// there.
func (m *Meter) written(all []write, output any, err error) {
	if len(all) == 0 {
		return
	}
	m.reported.Write += reportedBy(output)
	now, failed := m.readItems(all)
	if failed != nil && m.err == nil {
		m.err = failed
	}
	for _, w := range all {
		was, is := m.items[w.key], now[w.key]
		if err == nil {
			m.addWrite(w, was, is)
		} else { // the database reports nothing
			m.add(w.target(), w.key.kind(), Units{Write: w.factor * kilobytes(is)})
		}
		if m.items[w.key] = is; is == nil {
			delete(m.items, w.key)
		}
	}
}

// target is the key of the table that a write is to.
func (w write) target() Key { return Key{"", w.key.partition} }

func kilobytes(it *item) float64 {
	if it == nil {
		return 1
	}
	return units(it.copies[0].size)
}

func units(size int) float64 { return math.Max(1, math.Ceil(float64(size)/1024)) }

// addWrite counts one write in the table and in the indexes whose copy it changes.
func (m *Meter) addWrite(w write, was, is *item) {
	before, after, kind := copiesOf(was), copiesOf(is), w.key.kind()
	for i := range before {
		b, a := before[i], after[i]
		switch {
		case i == 0:
			m.addCopy(w.target(), kind, w.factor, units(max(a.size, b.size)), false)
		case b.key == a.key && b.sort == a.sort:
			if b.digest != a.digest {
				m.addCopy(a.key, kind, w.factor, units(max(a.size, b.size)), true)
			}
		default:
			for _, copied := range []entry{b, a} {
				if copied.key.Partition != "" {
					m.addCopy(copied.key, kind, w.factor, units(copied.size), true)
				}
			}
		}
	}
}

func copiesOf(it *item) []entry {
	if it == nil {
		return make([]entry, 1+len(dynamo.Schema().Indexes))
	}
	return it.copies
}

// readItems reads the written items as they are now.
func (m *Meter) readItems(all []write) (map[itemKey]*item, error) {
	now := map[itemKey]*item{}
	var keys []attributes
	seen := map[itemKey]bool{}
	for _, w := range all {
		if !seen[w.key] {
			seen[w.key] = true
			keys = append(keys, attributes{
				dynamo.AttrPK: &types.AttributeValueMemberS{Value: w.key.partition},
				dynamo.AttrSK: &types.AttributeValueMemberS{Value: w.key.sort},
			})
		}
	}
	consistent := true
	for len(keys) > 0 {
		n := min(100, len(keys))
		out, err := m.Client.BatchGetItem(context.Background(), &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{m.Table: {Keys: keys[:n], ConsistentRead: &consistent}},
		})
		if err != nil {
			return now, err
		}
		for _, found := range out.Responses[m.Table] {
			now[keyOf(found)] = newItem(found)
		}
		keys = append(keys[n:], out.UnprocessedKeys[m.Table].Keys...)
	}
	return now, nil
}
