package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/upsert"
)

// upsert finds or makes the task of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsert.Input[newTask]], p access.Project) (upsert.Answer[answer], error) {
	project := p.Project.ID
	return upsert.Operation[newTask, domain.Task, answer]{
		New:        func(body newTask) domain.Task { return body.task(project, c.Now) },
		Name:       func(x domain.Task) upsert.Name { return upsert.Name{Name: x.Name} },
		ExternalID: func(x domain.Task) domain.ExternalID { return x.ExternalID },
		Find:       f.store.FindTasks,
		MayUse:     func(x domain.Task) bool { return x.ProjectID == project },
		Show:       toAnswer,
		Create: func(ctx context.Context, w domain.ID, missing []domain.Task, r domain.ReplayRecord) error {
			return f.store.CreateTasks(ctx, w, project, missing, r)
		},
	}.Run(ctx, c)
}
