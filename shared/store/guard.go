package store

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
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
	// Reservation is the reservation that took the value before it made the record; ""
	// for none. See reservation.go.
	Reservation domain.ID `db:"rsv,omitempty"`
}

func (g guard) isZero() bool { return g.key == table.Key{} }

// guards are all guards of a record, in the order in which they are reported as taken.
type guards []guard

// claim reserves the values for a record.
func (all guards) claim(holder domain.ID) []table.Action {
	var actions []table.Action
	for _, g := range all {
		if !g.isZero() {
			actions = append(actions, table.Create(table.Encode(g.key, guardHolder{ID: holder})).Or(g.taken))
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

// has reports whether one of the guards has the key.
func (all guards) has(k table.Key) bool {
	return slices.ContainsFunc(all, func(g guard) bool { return g.key == k })
}

// keys are the keys of the guards.
func (all guards) keys() []table.Key {
	var keys []table.Key
	for _, g := range all {
		if !g.isZero() {
			keys = append(keys, g.key)
		}
	}
	return keys
}

// uniqueKind is a kind of record whose names are unique below a parent, and whose
// external ids are unique in the workspace.
type uniqueKind string

// The kinds, each with the parent below which its names are unique.
const (
	uniqueClients  uniqueKind = "client"  // the workspace
	uniqueProjects uniqueKind = "project" // the client, or the projects without one
	uniqueTasks    uniqueKind = "task"    // the project
	uniqueTags     uniqueKind = "tag"     // the workspace
)

// errNameTaken is the error of a name that another record has.
var errNameTaken = problem.InvalidField("name", problem.DuplicateValue)

// guards are the guards of a record's name and of its external id. The key of the
// first is made of the normal form of the name; the parent "" is none.
func (kind uniqueKind) guards(w, parent domain.ID, name domain.Name, x domain.ExternalID) guards {
	byName := guard{nameKey(w, string(kind), parent, name), errNameTaken}
	if x == "" {
		return guards{byName, {}}
	}
	return guards{byName, {externalIDKey(w, string(kind), x), domain.ErrExternalIDTaken}}
}
