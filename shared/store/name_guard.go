package store

import (
	"stint/shared/domain"
	"stint/shared/problem"
)

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
