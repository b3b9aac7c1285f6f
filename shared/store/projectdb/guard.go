package projectdb

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
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

func (g guard) isZero() bool { return g.key == table.Key{} }

// claim reserves the value for a record.
func (g guard) claim(holder domain.ID) []table.Action {
	if g.isZero() {
		return nil
	}
	return []table.Action{table.Create(table.Encode(g.key, core.GuardHolder{ID: holder})).Or(g.taken)}
}

// release frees the value. It has no condition of its own, so its transaction must
// have one on the version of the record.
func (g guard) release() []table.Action {
	if g.isZero() {
		return nil
	}
	return []table.Action{table.Delete(g.key)}
}

// move frees the value and reserves the next one. It is empty for a guard that stays the same.
func (g guard) move(holder domain.ID, next guard) []table.Action {
	if g.key == next.key {
		return nil
	}
	return append(next.claim(holder), g.release()...)
}

// guards are the guards of a record, in the order in which they are reported as taken.
type guards struct {
	name       guard
	externalID guard // zero for a record without one
	public     guard // the mark of a public project, which nobody else can have; zero for other records
}

func (all guards) claim(holder domain.ID) []table.Action {
	return slices.Concat(all.name.claim(holder), all.externalID.claim(holder), all.public.claim(holder))
}

func (all guards) release() []table.Action {
	return slices.Concat(all.name.release(), all.externalID.release(), all.public.release())
}

func (all guards) move(holder domain.ID, next guards) []table.Action {
	return slices.Concat(all.name.move(holder, next.name), all.externalID.move(holder, next.externalID),
		all.public.move(holder, next.public))
}

// unique are the keys of the guards by which another record with the same name or external id is found.
func (all guards) unique() []table.Key { return keysOf(all.name, all.externalID) }

// keys are the keys of all guards.
func (all guards) keys() []table.Key { return keysOf(all.name, all.externalID, all.public) }

// keysOf are the keys of the guards that reserve something.
func keysOf(all ...guard) (keys []table.Key) {
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
	all := guards{name: guard{key.Name(w, string(kind), parent, name), errNameTaken}}
	if x != "" {
		all.externalID = guard{key.ExternalID(w, string(kind), x), domain.ErrExternalIDTaken}
	}
	return all
}
