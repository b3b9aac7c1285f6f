package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) getBudget(ctx context.Context, c *route.Call[route.NoInput], p access.Project) (answers.Budget, error) {
	shown := []answer{toAnswer(c.Caller, p.ProjectAccess)}
	if shown[0].Budget == nil {
		return answers.Budget{}, problem.NotFound()
	}
	err := f.useBudgets(ctx, c.Request, []domain.ProjectAccess{p.ProjectAccess}, shown)
	return *shown[0].Budget, err
}
