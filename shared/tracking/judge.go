package tracking

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// Subject is what time is tracked to, after everything was found good.
type Subject struct {
	ProjectID, TaskID domain.ID
	TagIDs            []domain.ID
	Project           *domain.Project // set where the project is new to the entry
	FirstUse          store.Uses      // what no time was ever tracked to before
}

// Judge decides what a row is tracked to. Only what changes is judged: time on
// an archived project stays there and can be edited. A task implies its
// project, and a project that changes alone drops the task of the one before.
// Problems go into the issues, which Settle closes; references that are
// malformed were reported before and are passed over. Errors: forbidden
// not_project_member.
func (x *Resolved) Judge(w Wanted, issues *wire.Issues) (Subject, error) {
	was := w.prior()
	s := Subject{ProjectID: was.ProjectID, TaskID: was.TaskID, TagIDs: was.TagIDs}
	if err := x.judgeWork(w, &s, issues); err != nil {
		return s, err
	}
	if w.Tags.Set {
		s.TagIDs = x.judgeTags(w, &s.FirstUse, issues)
	}
	return s, nil
}

// judgeWork decides the project and the task.
func (x *Resolved) judgeWork(w Wanted, s *Subject, issues *wire.Issues) error {
	was := w.prior()
	if w.Project.Set {
		if s.ProjectID = w.Project.ID; s.ProjectID != was.ProjectID {
			s.TaskID = ""
		}
		if err := x.judgeProject(w, s, "projectId", issues); err != nil {
			return err
		}
	}
	if !w.Task.Set {
		return nil
	}
	s.TaskID = w.Task.ID
	if s.TaskID == "" || (s.TaskID == was.TaskID && s.ProjectID == was.ProjectID) {
		return nil
	}
	return x.judgeTask(w, s, issues)
}

// judgeTask decides over a task that is new to the entry.
func (x *Resolved) judgeTask(w Wanted, s *Subject, issues *wire.Issues) error {
	field := w.Path + "taskId"
	task, ok := x.Tasks[s.TaskID]
	switch {
	case !ok:
		x.unknown.Tasks = append(x.unknown.Tasks, s.TaskID)
		issues.Add(field, problem.TaskNotFound)
		return nil
	case !x.sees(task.ProjectID, w.Owner) && task.ProjectID != w.prior().ProjectID:
		issues.Add(field, problem.TaskNotFound)
		return nil
	case w.Project.Set && task.ProjectID != w.Project.ID:
		if x.chosen(w, issues) {
			issues.Add(field, problem.TaskNotInProject)
		}
		return nil
	}
	if !w.Project.Set {
		s.ProjectID = task.ProjectID
		if err := x.judgeProject(w, s, "taskId", issues); err != nil {
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

// chosen reports whether the row's choice of a project is a real one, so that
// its task can be held against it.
func (x *Resolved) chosen(w Wanted, issues *wire.Issues) bool {
	if id := w.Project.ID; id != "" {
		return x.sees(id, w.Owner) || id == w.prior().ProjectID
	}
	return issues.Clean(w.Path + "projectId")
}

// judgeProject decides over the subject's project if it is new to the entry;
// the property is the one that named it.
func (x *Resolved) judgeProject(w Wanted, s *Subject, property string, issues *wire.Issues) error {
	id := s.ProjectID
	if id == "" || (w.Was != nil && id == w.Was.ProjectID) {
		return nil
	}
	project, ok := x.Projects[id]
	if !ok {
		x.unknown.Projects = append(x.unknown.Projects, id)
	}
	if !ok || !x.sees(id, w.Owner) {
		issues.Add(w.Path+property, problem.ProjectNotFound)
		return nil
	}
	if _, isMember := x.Places[store.Place{Project: id, User: w.Owner}]; !isMember && x.caller.Role() == domain.Worker {
		return problem.Deny(problem.NotProjectMember)
	}
	if project.IsArchived {
		issues.Add(w.Path+property, problem.ProjectArchived)
	}
	s.Project = &project
	if !project.Used {
		s.FirstUse.Projects = append(s.FirstUse.Projects, id)
	}
	return nil
}

// sees reports whether the caller sees a project. A user of the role user
// tracks time for nobody else, so their own place in it is the owner's.
func (x *Resolved) sees(id, owner domain.ID) bool {
	project, ok := x.Projects[id]
	_, isMember := x.Places[store.Place{Project: id, User: owner}]
	return ok && project.Visible(x.caller.Role(), isMember)
}

// judgeTags gives the tags without repetitions, in the order sent.
func (x *Resolved) judgeTags(w Wanted, first *store.Uses, issues *wire.Issues) []domain.ID {
	before := w.prior().TagIDs
	var ids []domain.ID
	for n, id := range w.Tags.IDs {
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
			issues.Add(fmt.Sprintf("%stagIds[%d]", w.Path, n), problem.TagNotFound)
			continue
		}
		if !tag.Used {
			first.Tags = append(first.Tags, id)
		}
	}
	return ids
}
