package store

import (
	"stint/shared/domain"
	"stint/shared/table"
)

// guard reserves a value that no two records may have: an item whose key is made of the
// value. It is written, moved and deleted in the transaction that does the same to the
// record, so that no two records can get the same value, even at the same time. The
// zero guard reserves nothing.
type guard struct {
	key   table.Key
	taken error // when another record has the value
}

// guardHolder is the record that has the value of a guard.
type guardHolder struct {
	ID domain.ID `db:"id"`
	// Batch is the batch that reserved the value before it makes the record; "" for
	// none. See large_write.go.
	Batch domain.ID `db:"batch,omitempty"`
}

func (g guard) isZero() bool { return g.key == table.Key{} }

// guards are all guards of a record, in the order in which they are reported as taken.
type guards []guard

// claim reserves the values for a record.
func (all guards) claim(holder domain.ID) []table.Action {
	return all.claimFor(guardHolder{ID: holder})
}

func (all guards) claimFor(holder guardHolder) []table.Action {
	var actions []table.Action
	for _, g := range all {
		if !g.isZero() {
			actions = append(actions, table.Create(table.Encode(g.key, holder)).Or(g.taken))
		}
	}
	return actions
}

// release frees the values. It has no condition of its own, so its transaction must
// have one on the version of the record.
func (all guards) release() []table.Action {
	var actions []table.Action
	for _, g := range all {
		if !g.isZero() {
			actions = append(actions, table.Delete(g.key))
		}
	}
	return actions
}

// move frees the values and reserves the next ones, which are of the same kinds. It is
// empty for a guard that stays the same.
func (all guards) move(holder domain.ID, next guards) []table.Action {
	var actions []table.Action
	for i, g := range all {
		if g.key != next[i].key {
			actions = append(actions, next[i:i+1].claim(holder)...)
			actions = append(actions, all[i:i+1].release()...)
		}
	}
	return actions
}
