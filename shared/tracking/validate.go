package tracking

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// ValidRefs is what time is tracked to, after everything was found good.
type ValidRefs struct {
	ProjectID, TaskID domain.ID
	TagIDs            []domain.ID
	Project           *domain.Project // set where the project is new to the entry
	FirstUse          store.FirstUses // what no time was ever tracked to before
}

// Validate decides what a row is tracked to. Only what changes is judged: time on
// an archived project stays there and can be edited. A task implies its
// project, and a project that changes alone drops the task of the one before.
// Problems go into the issues, which Settle closes; references that are
// malformed were reported before and are passed over. Errors: forbidden
// not_project_member.
func (x *Resolved) Validate(c RefChange, issues *wire.Issues) (ValidRefs, error) {
	was := c.before()
	s := ValidRefs{ProjectID: was.ProjectID, TaskID: was.TaskID, TagIDs: was.TagIDs}
	if err := x.validateProjectAndTask(c, &s, issues); err != nil {
		return s, err
	}
	if c.Tags.Set {
		s.TagIDs = x.validateTags(c, &s.FirstUse, issues)
	}
	return s, nil
}

// validateProjectAndTask decides the project and the task.
func (x *Resolved) validateProjectAndTask(c RefChange, s *ValidRefs, issues *wire.Issues) error {
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

// validateTask decides over a task that is new to the entry.
func (x *Resolved) validateTask(c RefChange, s *ValidRefs, issues *wire.Issues) error {
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
		s.FirstUse.Tasks = append(s.FirstUse.Tasks, task.ID)
	}
	return nil
}

// isProjectValid reports whether the row's choice of a project is a real one, so that
// its task can be held against it.
func (x *Resolved) isProjectValid(c RefChange, issues *wire.Issues) bool {
	if id := c.Project.ID; id != "" {
		return x.canSeeProject(id, c.Owner) || id == c.before().ProjectID
	}
	return issues.IsClean(c.Path + "projectId")
}

// validateProject decides over the subject's project if it is new to the entry;
// the property is the one that named it.
func (x *Resolved) validateProject(c RefChange, s *ValidRefs, property string, issues *wire.Issues) error {
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
	if _, isMember := x.ProjectMembers[domain.ProjectMemberKey{Project: id, User: c.Owner}]; !isMember && x.caller.Role() == domain.RoleUser {
		return problem.Forbidden(problem.NotProjectMember)
	}
	if project.IsArchived {
		issues.Add(c.Path+property, problem.ProjectArchived)
	}
	s.Project = &project
	if !project.Used {
		s.FirstUse.Projects = append(s.FirstUse.Projects, id)
	}
	return nil
}

// canSeeProject reports whether the caller sees a project. A user of the role user
// tracks time for nobody else, so their own place in it is the owner's.
func (x *Resolved) canSeeProject(id, owner domain.ID) bool {
	project, ok := x.Projects[id]
	_, isMember := x.ProjectMembers[domain.ProjectMemberKey{Project: id, User: owner}]
	return ok && project.VisibleTo(x.caller.Role(), isMember)
}

// validateTags gives the tags without repetitions, in the order sent.
func (x *Resolved) validateTags(c RefChange, firstUse *store.FirstUses, issues *wire.Issues) []domain.ID {
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
			firstUse.Tags = append(firstUse.Tags, id)
		}
	}
	return ids
}
