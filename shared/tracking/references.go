package tracking

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store"
)

// referTo is the row's entry so far with the project, the task and the tags that the row
// gives to it. It judges only what changes: time on an archived project stays there and can
// be edited. A task implies its project, and a project that changes alone drops the task of
// the one before. References that could not be read were reported before. Errors: forbidden
// not_project_member.
func (x *Resolved) referTo(row Row) (e timelog.Entry, err error) {
	was := row.entryBefore()
	e = was
	if row.Body.ProjectID.Set {
		if e.ProjectID = valueOf(row.Body.ProjectID); e.ProjectID != was.ProjectID {
			e.TaskID = ""
		}
		if err := x.checkProject(row, e.ProjectID, "projectId"); err != nil {
			return e, err
		}
	}
	if row.Body.TaskID.Set {
		e.TaskID = valueOf(row.Body.TaskID)
		if e.TaskID != "" && (e.TaskID != was.TaskID || e.ProjectID != was.ProjectID) {
			if err := x.setTaskProject(row, &e); err != nil {
				return e, err
			}
		}
	}
	if row.Body.TagIDs.Set {
		e.TagIDs = x.validTags(row)
	}
	return e, nil
}

// setTaskProject judges a task that is new to the entry, and sets the project that it
// implies.
func (x *Resolved) setTaskProject(row Row, e *timelog.Entry) error {
	field := row.Path + "taskId"
	task, ok := x.Tasks[e.TaskID]
	switch {
	case !ok:
		x.unknown.Tasks = append(x.unknown.Tasks, e.TaskID)
		x.issues.Add(field, problem.TaskNotFound)
		return nil
	case !x.canSeeProject(task.ProjectID, row.Owner):
		x.issues.Add(field, problem.TaskNotFound)
		return nil
	case row.Body.ProjectID.Set && task.ProjectID != valueOf(row.Body.ProjectID):
		if x.isProjectValid(row) {
			x.issues.Add(field, problem.TaskNotInProject)
		}
		return nil
	}
	if err := x.requireMember(row, task.ProjectID); err != nil {
		return err
	}
	if !row.Body.ProjectID.Set {
		e.ProjectID = task.ProjectID
		if err := x.checkProject(row, e.ProjectID, "taskId"); err != nil {
			return err
		}
	}
	if task.IsArchived {
		x.issues.Add(field, problem.TaskArchived)
	}
	if !task.Used {
		x.firstUses.Tasks = append(x.firstUses.Tasks, task.ID)
	}
	return nil
}

// isProjectValid reports whether the project that the row names is valid, so that
// its task can be compared with it.
func (x *Resolved) isProjectValid(row Row) bool {
	if id := valueOf(row.Body.ProjectID); id != "" {
		return x.canSeeProject(id, row.Owner) || id == row.entryBefore().ProjectID
	}
	return x.issues.IsClean(row.Path + "projectId")
}

// checkProject judges the project if it is new to the entry. Problems are
// reported at the property that named it.
func (x *Resolved) checkProject(row Row, id domain.ID, property string) error {
	if id == "" || (row.Before != nil && id == row.Before.ProjectID) {
		return nil
	}
	project, ok := x.Projects[id]
	if !ok {
		x.unknown.Projects = append(x.unknown.Projects, id)
	}
	if !ok || !x.canSeeProject(id, row.Owner) {
		x.issues.Add(row.Path+property, problem.ProjectNotFound)
		return nil
	}
	if err := x.requireMember(row, id); err != nil {
		return err
	}
	if project.IsArchived {
		x.issues.Add(row.Path+property, problem.ProjectArchived)
	}
	if !project.Used {
		x.firstUses.Projects = append(x.firstUses.Projects, id)
	}
	return nil
}

// requireMember refuses time on a project that a caller of the role user sees and is no member of. Errors: forbidden
// not_project_member.
func (x *Resolved) requireMember(row Row, project domain.ID) error {
	_, isMember := x.ProjectMembers[domain.ProjectMemberKey{Project: project, User: row.Owner}]
	if !isMember && x.caller.Role() == people.RoleUser {
		return problem.Forbidden(problem.NotProjectMember)
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

// validTags returns the tags without repetitions, in the order sent.
func (x *Resolved) validTags(row Row) []domain.ID {
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
			x.issues.Add(fmt.Sprintf("%stagIds[%d]", row.Path, n), problem.TagNotFound)
			continue
		}
		if !tag.Used {
			x.firstUses.Tags = append(x.firstUses.Tags, id)
		}
	}
	return ids
}

// checkExternalIDs reports the rows whose external id another entry of their owner has,
// or another row of the batch names. An id that another row takes away from its entry
// is free.
func (x *Resolved) checkExternalIDs() {
	rowsOf, taken := map[store.EntryExternalID]int{}, map[store.EntryExternalID]bool{}
	for _, row := range x.rows {
		rowsOf[row.externalID()]++
	}
	for _, m := range timelog.ExternalIDMoves(changesOf(x.rows)...) {
		name := store.EntryExternalID{User: m.Owner, ID: m.ExternalID}
		holder, held := x.ExternalIDs[name]
		taken[name] = m.From == "" && held && holder != m.To
	}
	for _, row := range x.rows {
		name, path := row.externalID(), row.Path+"externalId"
		if name.ID != "" && x.issues.IsClean(path) && (rowsOf[name] > 1 || taken[name]) {
			x.issues.Add(path, problem.DuplicateValue)
		}
	}
}
