package tracking

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// validRefs is what time is tracked to after a change of references.
type validRefs struct {
	ProjectID, TaskID domain.ID
	TagIDs            []domain.ID
	Project           *domain.Project // set where the project is new to the entry
	FirstUses         store.FirstUses // what no time was ever tracked to before
}

// validateRefs decides what time is tracked to. It judges only what changes: time
// on an archived project stays there and can be edited. A task implies its
// project, and a project that changes alone drops the task of the one before.
// References that could not be read were reported before. Errors: forbidden
// not_project_member.
func (x *Resolved) validateRefs(c RefChange, issues *wire.Issues) (validRefs, error) {
	was := c.before()
	s := validRefs{ProjectID: was.ProjectID, TaskID: was.TaskID, TagIDs: was.TagIDs}
	if err := x.validateProjectAndTask(c, &s, issues); err != nil {
		return s, err
	}
	if c.Tags.Set {
		s.TagIDs = x.validateTags(c, &s.FirstUses, issues)
	}
	return s, nil
}

// validateProjectAndTask decides the project and the task.
func (x *Resolved) validateProjectAndTask(c RefChange, s *validRefs, issues *wire.Issues) error {
	was := c.before()
	if c.Project.Set {
		if s.ProjectID = c.Project.ID; s.ProjectID != was.ProjectID {
			s.TaskID = ""
		}
		if err := x.validateProject(c, s, "projectId", issues); err != nil {
			return err
		}
	}
	if !c.Task.Set {
		return nil
	}
	s.TaskID = c.Task.ID
	if s.TaskID == "" || (s.TaskID == was.TaskID && s.ProjectID == was.ProjectID) {
		return nil
	}
	return x.validateTask(c, s, issues)
}

// validateTask judges a task that is new to the entry.
func (x *Resolved) validateTask(c RefChange, s *validRefs, issues *wire.Issues) error {
	field := c.Path + "taskId"
	task, ok := x.Tasks[s.TaskID]
	switch {
	case !ok:
		x.unknown.Tasks = append(x.unknown.Tasks, s.TaskID)
		issues.Add(field, problem.TaskNotFound)
		return nil
	case !x.canSeeProject(task.ProjectID, c.Owner) && task.ProjectID != c.before().ProjectID:
		issues.Add(field, problem.TaskNotFound)
		return nil
	case c.Project.Set && task.ProjectID != c.Project.ID:
		if x.isProjectValid(c, issues) {
			issues.Add(field, problem.TaskNotInProject)
		}
		return nil
	}
	if !c.Project.Set {
		s.ProjectID = task.ProjectID
		if err := x.validateProject(c, s, "taskId", issues); err != nil {
			return err
		}
	}
	if task.IsArchived {
		issues.Add(field, problem.TaskArchived)
	}
	if !task.Used {
		s.FirstUses.Tasks = append(s.FirstUses.Tasks, task.ID)
	}
	return nil
}

// isProjectValid reports whether the project that the row names is valid, so that
// its task can be compared with it.
func (x *Resolved) isProjectValid(c RefChange, issues *wire.Issues) bool {
	if id := c.Project.ID; id != "" {
		return x.canSeeProject(id, c.Owner) || id == c.before().ProjectID
	}
	return issues.IsClean(c.Path + "projectId")
}

// validateProject judges the project if it is new to the entry. Problems are
// reported at the property that named it.
func (x *Resolved) validateProject(c RefChange, s *validRefs, property string, issues *wire.Issues) error {
	id := s.ProjectID
	if id == "" || (c.Before != nil && id == c.Before.ProjectID) {
		return nil
	}
	project, ok := x.Projects[id]
	if !ok {
		x.unknown.Projects = append(x.unknown.Projects, id)
	}
	if !ok || !x.canSeeProject(id, c.Owner) {
		issues.Add(c.Path+property, problem.ProjectNotFound)
		return nil
	}
	if _, isMember := x.ProjectMembers[store.ProjectMemberKey{Project: id, User: c.Owner}]; !isMember && x.caller.Role() == domain.RoleUser {
		return problem.Forbidden(problem.NotProjectMember)
	}
	if project.IsArchived {
		issues.Add(c.Path+property, problem.ProjectArchived)
	}
	s.Project = &project
	if !project.Used {
		s.FirstUses.Projects = append(s.FirstUses.Projects, id)
	}
	return nil
}

// canSeeProject reports whether the caller sees a project. The owner's project
// membership decides: a caller of the role user is always the owner.
func (x *Resolved) canSeeProject(id, owner domain.ID) bool {
	project, ok := x.Projects[id]
	_, isMember := x.ProjectMembers[store.ProjectMemberKey{Project: id, User: owner}]
	return ok && project.VisibleTo(x.caller.Role(), isMember)
}

// validateTags returns the tags without repetitions, in the order sent.
func (x *Resolved) validateTags(c RefChange, firstUses *store.FirstUses, issues *wire.Issues) []domain.ID {
	before := c.before().TagIDs
	var ids []domain.ID
	for n, id := range c.Tags.IDs {
		if id == "" || slices.Contains(ids, id) {
			continue
		}
		ids = append(ids, id)
		if slices.Contains(before, id) {
			continue
		}
		tag, ok := x.Tags[id]
		if !ok {
			x.unknown.Tags = append(x.unknown.Tags, id)
			issues.Add(fmt.Sprintf("%stagIds[%d]", c.Path, n), problem.TagNotFound)
			continue
		}
		if !tag.Used {
			firstUses.Tags = append(firstUses.Tags, id)
		}
	}
	return ids
}
