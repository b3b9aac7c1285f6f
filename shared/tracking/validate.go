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
func (x *Resolved) validateRefs(row Row, issues *wire.Issues) (validRefs, error) {
	was := row.entryBefore()
	s := validRefs{ProjectID: was.ProjectID, TaskID: was.TaskID, TagIDs: was.TagIDs}
	if err := x.validateProjectAndTask(row, &s, issues); err != nil {
		return s, err
	}
	if row.Body.TagIDs.Set {
		s.TagIDs = x.validateTags(row, &s.FirstUses, issues)
	}
	return s, nil
}

// validateProjectAndTask decides the project and the task.
func (x *Resolved) validateProjectAndTask(row Row, s *validRefs, issues *wire.Issues) error {
	was := row.entryBefore()
	if row.Body.ProjectID.Set {
		if s.ProjectID = valueOf(row.Body.ProjectID); s.ProjectID != was.ProjectID {
			s.TaskID = ""
		}
		if err := x.validateProject(row, s, "projectId", issues); err != nil {
			return err
		}
	}
	if !row.Body.TaskID.Set {
		return nil
	}
	s.TaskID = valueOf(row.Body.TaskID)
	if s.TaskID == "" || (s.TaskID == was.TaskID && s.ProjectID == was.ProjectID) {
		return nil
	}
	return x.validateTask(row, s, issues)
}

// validateTask judges a task that is new to the entry.
func (x *Resolved) validateTask(row Row, s *validRefs, issues *wire.Issues) error {
	field := row.Path + "taskId"
	task, ok := x.Tasks[s.TaskID]
	switch {
	case !ok:
		x.unknown.Tasks = append(x.unknown.Tasks, s.TaskID)
		issues.Add(field, problem.TaskNotFound)
		return nil
	case !x.canSeeProject(task.ProjectID, row.Owner) && task.ProjectID != row.entryBefore().ProjectID:
		issues.Add(field, problem.TaskNotFound)
		return nil
	case row.Body.ProjectID.Set && task.ProjectID != valueOf(row.Body.ProjectID):
		if x.isProjectValid(row, issues) {
			issues.Add(field, problem.TaskNotInProject)
		}
		return nil
	}
	if !row.Body.ProjectID.Set {
		s.ProjectID = task.ProjectID
		if err := x.validateProject(row, s, "taskId", issues); err != nil {
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
func (x *Resolved) isProjectValid(row Row, issues *wire.Issues) bool {
	if id := valueOf(row.Body.ProjectID); id != "" {
		return x.canSeeProject(id, row.Owner) || id == row.entryBefore().ProjectID
	}
	return issues.IsClean(row.Path + "projectId")
}

// validateProject judges the project if it is new to the entry. Problems are
// reported at the property that named it.
func (x *Resolved) validateProject(row Row, s *validRefs, property string, issues *wire.Issues) error {
	id := s.ProjectID
	if id == "" || (row.Before != nil && id == row.Before.ProjectID) {
		return nil
	}
	project, ok := x.Projects[id]
	if !ok {
		x.unknown.Projects = append(x.unknown.Projects, id)
	}
	if !ok || !x.canSeeProject(id, row.Owner) {
		issues.Add(row.Path+property, problem.ProjectNotFound)
		return nil
	}
	if _, isMember := x.ProjectMembers[domain.ProjectMemberKey{Project: id, User: row.Owner}]; !isMember && x.caller.Role() == domain.RoleUser {
		return problem.Forbidden(problem.NotProjectMember)
	}
	if project.IsArchived {
		issues.Add(row.Path+property, problem.ProjectArchived)
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
	_, isMember := x.ProjectMembers[domain.ProjectMemberKey{Project: id, User: owner}]
	return ok && project.VisibleTo(x.caller.Role(), isMember)
}

// validateTags returns the tags without repetitions, in the order sent.
func (x *Resolved) validateTags(row Row, firstUses *store.FirstUses, issues *wire.Issues) []domain.ID {
	before := row.entryBefore().TagIDs
	var ids []domain.ID
	for n, id := range valueOf(row.Body.TagIDs) {
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
			issues.Add(fmt.Sprintf("%stagIds[%d]", row.Path, n), problem.TagNotFound)
			continue
		}
		if !tag.Used {
			firstUses.Tags = append(firstUses.Tags, id)
		}
	}
	return ids
}
