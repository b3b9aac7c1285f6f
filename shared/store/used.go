package store

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// FirstUses are things that time is tracked to for the first time. Being used is
// sticky: what was used once can be archived, but never deleted.
type FirstUses struct {
	Projects, Tasks, Tags []domain.ID
}

// errUsedDeleted is told to who uses a thing that is deleted at that moment.
var errUsedDeleted = problem.Conflict("A project, task or tag of it was deleted meanwhile.")

// markActions mark the things as used, in the transaction that uses them. They
// must still be there.
func (u FirstUses) markActions(w domain.ID) []action {
	var all []action
	mark := func(k key) {
		used := expression.Set(expression.Name("used"), expression.Value(true))
		all = append(all, updateItem(k, used).or(errUsedDeleted))
	}
	for _, id := range u.Projects {
		mark(projectKey(w, id))
	}
	for _, id := range u.Tasks {
		mark(taskKey(w, id))
	}
	for _, id := range u.Tags {
		mark(tagKey(w, id))
	}
	return all
}

// Merge is what either uses.
func (u FirstUses) Merge(more FirstUses) FirstUses {
	return FirstUses{
		Projects: append(u.Projects, more.Projects...),
		Tasks:    append(u.Tasks, more.Tasks...),
		Tags:     append(u.Tags, more.Tags...),
	}
}
