package projectdb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

var taskRecords = uniqueRecords[projects.Task]{
	kind: uniqueTasks, key: key.Task, id: func(t projects.Task) domain.ID { return t.ID },
	item: func(w domain.ID, t projects.Task) table.Item {
		return table.WithLSK(table.Encode(key.Task(w, t.ID), t), key.TaskOfProjectLSK(t.ProjectID, t.ID))
	},
	guards: func(w domain.ID, t projects.Task) guards {
		return uniqueTasks.guards(w, t.ProjectID, t.Name, t.ExternalID)
	},
	changed: core.Attributes[projects.Task]("Name", "IsArchived", "ExternalID"),
}

// Task reads a task and a user's access to its project: one read, then one batch
// read. A missing task takes the same reads, so that the duration does not show
// whether there is a task that the user may not see. Errors: not_found.
func (s *Store) Task(ctx context.Context, w, t, u domain.ID) (_ projects.Task, _ projects.ProjectAccess, err error) {
	defer core.Wrap(&err, "Task", w, t, u)
	task, ok, err := table.Get[projects.Task](ctx, s.Table, key.Task(w, t))
	if err != nil {
		return task, projects.ProjectAccess{}, err
	}
	project := task.ProjectID
	if !ok {
		project = t // no project has the id of a task
	}
	access, err := s.ProjectAccess(ctx, w, project, u)
	return task, access, err
}

// Tasks lists the tasks of a project by id.
func (s *Store) Tasks(
	ctx context.Context, w, p domain.ID, page table.PageRequest, keep func(projects.Task) bool,
) (_ table.Page[projects.Task], err error) {
	defer core.Wrap(&err, "Tasks", w, p)
	return table.List(ctx, s.Table, table.PrefixRange(table.ByLSK, key.WorkspacePK(w), key.TaskOfProjectLSK(p, "")), page,
		keep)
}

// HasTasks reports whether a project that was read has tasks. It reads only where the
// project is unused and had tasks. The read is strongly consistent.
func (s *Store) HasTasks(ctx context.Context, w domain.ID, p projects.Project) (_ bool, err error) {
	defer core.Wrap(&err, "HasTasks", w, p.ID)
	if p.Used || p.TasksMade == 0 {
		return false, nil
	}
	var start table.Item
	for {
		tasks, next, err := s.Table.Query(ctx, table.PrefixRange(table.ByLSK, key.WorkspacePK(w),
			key.TaskOfProjectLSK(p.ID, "")), start, 0)
		if err != nil || len(tasks) > 0 || len(next) == 0 {
			return len(tasks) > 0, err
		}
		start = next
	}
}

// TaskByExternalID reads the task with an external id, of any project; nil when there is
// none.
func (s *Store) TaskByExternalID(ctx context.Context, w domain.ID, x domain.ExternalID) (_ *projects.Task, err error) {
	defer core.Wrap(&err, "TaskByExternalID", w)
	return taskRecords.byExternalID(ctx, s, w, x)
}

// FindTasks is FindClients for tasks. Names are compared among those of the same
// project.
func (s *Store) FindTasks(
	ctx context.Context, w domain.ID, candidates []projects.Task,
) (_ []Found[projects.Task], err error) {
	defer core.Wrap(&err, "FindTasks", w)
	return taskRecords.find(ctx, s, w, candidates)
}

// CreateTask creates a task and counts it with its project. Errors: validation
// when the name is taken, domain.ErrExternalIDTaken, not_found when the project was
// deleted concurrently.
func (s *Store) CreateTask(ctx context.Context, w domain.ID, t projects.Task, r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateTask", w, t.ID)
	return taskRecords.create(ctx, s, w, t, r, core.CountTasks(w, t.ProjectID).Or(problem.NotFound()))
}

// ChangeTask writes a task's own properties in place of what was read. Errors:
// conflict when it was changed or deleted concurrently, validation when the name is
// taken, domain.ErrExternalIDTaken.
func (s *Store) ChangeTask(ctx context.Context, w domain.ID, was, now projects.Task) (err error) {
	defer core.Wrap(&err, "ChangeTask", w, was.ID)
	return taskRecords.change(ctx, s, w, was, now, was.Version)
}

// DeleteTask deletes an unused task. Errors: conflict when it was used, changed
// or deleted concurrently.
func (s *Store) DeleteTask(ctx context.Context, w domain.ID, t projects.Task) (err error) {
	defer core.Wrap(&err, "DeleteTask", w, t.ID)
	return taskRecords.delete(ctx, s, w, t, s.DeleteUnused(key.Task(w, t.ID), t.Version, projects.MarkOfTask(t)))
}
