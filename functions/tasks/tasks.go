package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/named"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// tasks is the kind of the records.
var tasks = named.Kind[projects.Task, answers.Task]{
	Version:    func(t *projects.Task) *int64 { return &t.Version },
	Name:       func(t projects.Task) (domain.ID, domain.Name) { return t.ProjectID, t.Name },
	ExternalID: func(t projects.Task) domain.ExternalID { return t.ExternalID },
	Show:       answers.OfTask,
}

type listInput struct {
	paging.Query
	IsArchived wire.Optional[bool] `query:"is_archived"` // true: only archived records. false: only others.
	named.Filter
}

func (f *Family) list(ctx context.Context, r *route.Request, in listInput,
	p access.Project) (route.List[answers.Task], error) {
	var keep func(projects.Task) bool
	if in.IsArchived.Set {
		keep = func(t projects.Task) bool { return t.IsArchived == in.IsArchived.Value }
	}
	return tasks.List(ctx, r, in.Query, in.Filter, keep, named.Lists[projects.Task]{
		ByExternalID: func(ctx context.Context, w domain.ID, x domain.ExternalID) (*projects.Task, error) {
			found, err := f.store.TaskByExternalID(ctx, w, x)
			if found != nil && found.ProjectID != p.Project.ID {
				return nil, err
			}
			return found, err
		},
		Page: func(ctx context.Context, w domain.ID, page store.PageRequest,
			keep func(projects.Task) bool) (store.Page[projects.Task], error) {
			return f.store.Tasks(ctx, w, p.Project.ID, page, keep)
		},
	})
}

func (f *Family) get(_ context.Context, _ *route.Call[route.NoInput], target taskInProject) (answers.Task, error) {
	return answers.OfTask(target.task), nil
}

type createInput struct{ Body newTask }

// newTask is a task to find or make.
type newTask struct {
	Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

func (body newTask) task(project domain.ID, now domain.Instant) projects.Task {
	return projects.Task{ID: domain.NewID(), ProjectID: project, Name: body.Name, ExternalID: body.ExternalID.Value,
		CreatedAt: now, Version: 1}
}

func (f *Family) create(ctx context.Context, r *route.Request, in createInput, p access.Project) (answers.Task, error) {
	return tasks.Create(ctx, r, in.Body.task(p.Project.ID, r.Now), f.store.CreateTask)
}

// upsert finds or makes the task of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[named.UpsertInput[newTask]],
	p access.Project) (named.UpsertAnswer[answers.Task], error) {
	project := p.Project.ID
	return named.Upsert[newTask, projects.Task, answers.Task]{
		Kind: tasks, New: func(body newTask) projects.Task { return body.task(project, c.Now) },
		Find: f.store.FindTasks, MayUse: func(t projects.Task) bool { return t.ProjectID == project },
		CreateAll: func(ctx context.Context, w domain.ID, missing []projects.Task, r domain.ReplayRecord) error {
			return f.store.CreateTasks(ctx, w, project, missing, r)
		},
	}.Run(ctx, c)
}

type changeInput struct {
	Body struct {
		Name       wire.Change[domain.Name]          `json:"name" minLength:"1" maxLength:"255"`
		IsArchived wire.Change[bool]                 `json:"isArchived"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) change(ctx context.Context, r *route.Request, in changeInput,
	target taskInProject) (answers.Task, error) {
	now := target.task
	in.Body.Name.Apply(&now.Name)
	in.Body.IsArchived.Apply(&now.IsArchived)
	in.Body.ExternalID.ApplyValue(&now.ExternalID)
	return tasks.Change(ctx, r, target.task, now, f.store.ChangeTask)
}

// archive is idempotent: of several requests at the same time one writes, and
// the others find that the task is archived.
func (f *Family) archive(ctx context.Context, c *route.Call[route.NoInput],
	target taskInProject) (answers.Task, error) {
	now := target.task
	now.IsArchived = true
	archived, err := tasks.Replace(ctx, c.Request, target.task, now, f.store.ChangeTask)
	if !problem.Is(err, problem.CodeConflict) {
		return archived, err
	}
	current, readErr := f.loadTask(ctx, c.Request)
	switch {
	case readErr != nil:
		return answers.Task{}, readErr
	case current.task.IsArchived:
		return answers.OfTask(current.task), nil
	default:
		return answers.Task{}, err
	}
}

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput],
	target taskInProject) (route.Deleted, error) {
	if err := c.CheckIfMatch(target.task.Version); err != nil {
		return route.Deleted{}, err
	}
	if err := target.task.CheckDelete(); err != nil {
		return route.Deleted{}, err
	}
	return route.NewDeleted(target.task.ID), f.store.DeleteTask(ctx, c.WorkspaceID(), target.task)
}
