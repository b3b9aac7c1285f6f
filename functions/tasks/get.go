package tasks

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/route"
)

type answer = answers.Task

func toAnswer(t domain.Task) answer { return answers.OfTask(t) }

func (f *Family) get(_ context.Context, _ *route.Call[route.NoInput], target taskInProject) (answer, error) {
	return toAnswer(target.task), nil
}
