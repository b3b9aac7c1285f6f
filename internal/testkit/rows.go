package testkit

import "stint/shared/dynamo"

// rows are the items of a table by rowKey, which are also found by the partitions of the table and its indexes.
type rows struct {
	all         map[string]item
	inPartition map[partition]map[string]item
}

// partition is a partition of the table or of an index.
type partition struct{ attribute, value string }

// partitionAttributes are the partition keys of the table and its indexes.
var partitionAttributes = []string{dynamo.AttrPK, dynamo.AttrG1, dynamo.AttrG2, dynamo.AttrCW}

func newRows() rows { return rows{map[string]item{}, map[partition]map[string]item{}} }

// put adds an item whose key no other one has.
func (r rows) put(it item) {
	id := rowKey(it)
	r.all[id] = it
	for _, p := range partitionsOf(it) {
		if r.inPartition[p] == nil {
			r.inPartition[p] = map[string]item{}
		}
		r.inPartition[p][id] = it
	}
}

func (r rows) remove(id string) {
	for _, p := range partitionsOf(r.all[id]) {
		delete(r.inPartition[p], id)
	}
	delete(r.all, id)
}

// partitionsOf are the partitions that an item is in.
func partitionsOf(it item) (in []partition) {
	for _, name := range partitionAttributes {
		if value, has := it[name]; has {
			in = append(in, partition{name, TextOf(value)})
		}
	}
	return in
}
