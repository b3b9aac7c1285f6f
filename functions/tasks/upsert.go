package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/upsert"
)

type upsertInput struct {
	Body struct {
		Items []newTask `json:"items" bounds:"upsertRows"`
	}
}

// upsertAnswer has one result for each row, in the order of the request.
type upsertAnswer struct {
	Items []upsertResult `json:"items"`
}

type upsertResult struct {
	Created bool   `json:"created"` // false: it was there before
	Record  answer `json:"record"`
}

// upsert finds or makes the task of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsertInput], p access.Project) (upsertAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return upsertAnswer{}, err
	}
	var shown upsertAnswer
	err = upsert.Run(ctx, issues, upsert.Rows[domain.Task]{
		Candidates: paging.ToRows(in.Body.Items, func(body newTask) domain.Task { return body.task(p.Project.ID, c.Now) }),
		Name:       func(x domain.Task) upsert.Name { return upsert.Name{Name: x.Name} },
		ExternalID: func(x domain.Task) domain.ExternalID { return x.ExternalID },
		MayUse:     func(x domain.Task) bool { return x.ProjectID == p.Project.ID },
		Find: func(ctx context.Context, candidates []domain.Task) ([]store.Found[domain.Task], error) {
			return f.store.FindTasks(ctx, c.WorkspaceID(), candidates)
		},
		Write: func(ctx context.Context, all []upsert.Result[domain.Task]) error {
			shown.Items = paging.ToRows(all, toUpsertResult)
			return f.store.CreateTasks(ctx, c.WorkspaceID(), p.Project.ID, upsert.Missing(all), c.Remember(shown))
		},
	})
	return shown, err
}

func toUpsertResult(r upsert.Result[domain.Task]) upsertResult {
	return upsertResult{Created: r.Created, Record: toAnswer(r.Record)}
}
