package projects

import (
	"context"

	"stint/shared/route"
)

type setManagerInput struct {
	Body struct {
		IsManager bool `json:"isManager"` // Whether the member may edit the project, its tasks and its members.
	}
}

func (f *Family) setManager(ctx context.Context, c *route.Call[setManagerInput], target memberInProject) (memberAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return memberAnswer{}, err
	}
	return f.writeMember(ctx, c.Request, target, target.Member.WithManager(in.Body.IsManager, c.Now))
}
