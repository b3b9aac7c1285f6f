package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
)

type answer = answers.Project

func toAnswer(c auth.Caller, s domain.ProjectAccess) answer { return answers.OfProject(c, s) }

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], p access.Project) (answer, error) {
	return toAnswer(c.Caller, p.ProjectAccess), nil
}
