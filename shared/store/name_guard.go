package store

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A name that must be unique has a name guard: an item whose key is made of the
// normal form of the name. It is written, moved and deleted in the transaction
// that does the same to the record, so that no two records can get the same name,
// even at the same time.

// nameKind is a kind of record whose names are unique below a parent.
type nameKind string

// The kinds of names, each with the parent below which they are unique.
const (
	clientNames  nameKind = "client"  // the workspace
	projectNames nameKind = "project" // the client, or the projects without one
	taskNames    nameKind = "task"    // the project
	tagNames     nameKind = "tag"     // the workspace
)

// nameOwner is the record with the name. Nothing reads it; it is for people who
// look at the table.
type nameOwner struct {
	ID domain.ID `db:"id"`
}

// errNameTaken is the error of a name that another record has.
var errNameTaken = problem.InvalidField("name", problem.DuplicateValue)

// nameGuard is a name and the parent below which it must be unique.
type nameGuard struct {
	kind   nameKind
	parent domain.ID // "" is none
	name   domain.Name
}

func (g nameGuard) key(w domain.ID) table.Key { return nameKey(w, string(g.kind), g.parent, g.name) }

// claim reserves the name for a record.
func (g nameGuard) claim(w, id domain.ID) table.Action {
	return table.Create(table.Encode(g.key(w), nameOwner{ID: id})).Or(errNameTaken)
}

// release frees the name. It has no condition of its own, so its transaction must
// have one on the version of the record.
func (g nameGuard) release(w domain.ID) table.Action { return table.Delete(g.key(w)) }

// rename frees the name and reserves the next one. It is empty when both have the
// same normal form and parent.
func (g nameGuard) rename(w, id domain.ID, next nameGuard) []table.Action {
	if g.key(w) == next.key(w) {
		return nil
	}
	return []table.Action{next.claim(w, id), g.release(w)}
}
