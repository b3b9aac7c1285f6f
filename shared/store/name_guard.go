package store

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A name that must be unique is guarded by an item of its own, whose key is
// made of the name's normal form. It is written, moved and removed in the
// transaction that does the same to the thing, so that two of a name cannot
// come to be, however many try at the same moment.

// nameKind is a kind of thing whose names are unique below a parent.
type nameKind string

// The kinds, each with what its names are unique in.
const (
	clientNames  nameKind = "client"  // the workspace
	projectNames nameKind = "project" // the client, or the projects without one
	taskNames    nameKind = "task"    // the project
	tagNames     nameKind = "tag"     // the workspace
)

// nameOwner tells whose name it is, for people who look at the table.
type nameOwner struct {
	ID domain.ID `db:"id"`
}

// errNameTaken is what the second holder of a name is told.
var errNameTaken = problem.InvalidField("name", problem.DuplicateValue)

// nameGuard is a name with the place in which it must be unique.
type nameGuard struct {
	kind   nameKind
	parent domain.ID // "" is none
	name   domain.Name
}

func (t nameGuard) key(w domain.ID) table.Key { return nameKey(w, string(t.kind), t.parent, t.name) }

// claim takes the name for a thing; nobody else may have it.
func (t nameGuard) claim(w, id domain.ID) table.Action {
	return table.Create(table.Encode(t.key(w), nameOwner{ID: id})).Or(errNameTaken)
}

// release gives the name back. It is only ever committed together with a
// condition on the version of the thing that holds the name.
func (t nameGuard) release(w domain.ID) table.Action { return table.Delete(t.key(w)) }

// rename gives one name back for another; nothing is to be done when both
// are the same in their normal form and place.
func (t nameGuard) rename(w, id domain.ID, next nameGuard) []table.Action {
	if t.key(w) == next.key(w) {
		return nil
	}
	return []table.Action{next.claim(w, id), t.release(w)}
}
