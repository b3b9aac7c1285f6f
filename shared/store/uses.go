package store

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Uses are things that time is tracked to for the first time. Being used is
// sticky: what was used once can be archived, but never deleted.
type Uses struct {
	Projects, Tasks, Tags []domain.ID
}

// errUseGone is told to who uses a thing that is deleted at that moment.
var errUseGone = problem.Clash("A project, task or tag of it was deleted meanwhile.")

// actions mark the things as used, in the transaction that uses them. They
// must still be there.
func (u Uses) actions(w domain.ID) []action {
	var all []action
	mark := func(k key) {
		used := expression.Set(expression.Name("used"), expression.Value(true))
		all = append(all, change(k, used).or(errUseGone))
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

// And is what either uses.
func (u Uses) And(more Uses) Uses {
	return Uses{
		Projects: append(u.Projects, more.Projects...),
		Tasks:    append(u.Tasks, more.Tasks...),
		Tags:     append(u.Tags, more.Tags...),
	}
}
