package core

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The rule that used records can only be archived is in shared/domain/projects/used.go.
// This file has its condition and its mark.

// AttrUsed marks a project, task or tag as used.
var AttrUsed = Attribute[projects.Project]("Used")

// FirstUses are the projects, tasks and tags that a write uses for the first
// time. Their marks are set in the same transaction.
type FirstUses struct {
	Projects, Tasks, Tags []domain.ID
}

// MarkActions mark the records as used. They must exist.
func (u FirstUses) MarkActions(w domain.ID) []table.Action {
	var all []table.Action
	for _, id := range u.Projects {
		all = append(all, markUsed(key.Project(w, id)).Or(projects.ErrUsedDeleted))
	}
	for _, id := range u.Tasks {
		all = append(all, markUsed(key.Task(w, id)).Or(projects.ErrUsedDeleted))
	}
	for _, id := range u.Tags {
		all = append(all, markUsed(key.Tag(w, id)).Or(projects.ErrUsedDeleted))
	}
	return all
}

// markUsed sets the mark of a record, which must exist.
func markUsed(k table.Key) table.Action {
	return table.Update(k, expression.Set(expression.Name(AttrUsed), expression.Value(true)))
}

// CountTasks counts a creation of tasks in a project, which must exist.
func CountTasks(w, p domain.ID) table.Action {
	return TasksMade.Raise(key.Project(w, p))
}

// DeleteUnused deletes the version of a record that was read, if it has no mark of use.
func (s *Core) DeleteUnused(k table.Key, version int64, mark domain.DeletionMark) table.Action {
	unused := expression.AttributeNotExists(expression.Name(AttrUsed))
	return s.DeleteLeaving(k, mark).Provided(table.AtVersion(version)).Provided(unused).Or(projects.ErrUsedOrChanged)
}

// Merge adds the first uses of another write.
func (u FirstUses) Merge(more FirstUses) FirstUses {
	return FirstUses{
		Projects: append(u.Projects, more.Projects...),
		Tasks:    append(u.Tasks, more.Tasks...),
		Tags:     append(u.Tags, more.Tags...),
	}
}
