package clients

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/route"
)

type answer = answers.Client

func toAnswer(c domain.Client) answer { return answers.OfClient(c) }

func (f *Family) get(_ context.Context, _ *route.Call[route.NoInput], client domain.Client) (answer, error) {
	return toAnswer(client), nil
}
