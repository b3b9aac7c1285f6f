package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type resnapshotInput struct {
	Apply bool `query:"apply" doc:"false shows what would change."`
	Body  struct {
		From         wire.Optional[domain.Instant] `json:"from" doc:"Entries that start at this moment or later."`
		To           wire.Optional[domain.Instant] `json:"to" doc:"Entries that start before this moment."`
		ProjectIDs   wire.Optional[[]domain.ID]    `json:"projectIds" doc:"Only entries of these projects. An unknown id matches nothing."`
		UserIDs      wire.Optional[[]domain.ID]    `json:"userIds" doc:"Only entries of these users. An unknown id matches nothing."`
		OnlyBillable wire.Optional[bool]           `json:"onlyBillable" doc:"Whether entries that are not billable stay as they are. Default false."`
	}
}

// resnapshot takes new rate snapshots of existing entries from today's rates.
func (f *Family) resnapshot(ctx context.Context, c *route.Call[resnapshotInput]) (reratingAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return reratingAnswer{}, err
	}
	body := in.Body
	if body.From.Set && body.To.Set {
		checkRange(issues, body.From.Value, body.To.Value)
	}
	if err := issues.Err(); err != nil {
		return reratingAnswer{}, err
	}
	return f.rerate(ctx, c.Request, !in.Apply, domain.Rerating{
		Kind: domain.KindResnapshot, From: body.From.Pointer(), To: body.To.Pointer(), Projects: body.ProjectIDs.Value, Users: body.UserIDs.Value,
		OnlyBillable: body.OnlyBillable.Value,
	})
}

// checkRange adds an issue if the range is empty.
func checkRange(issues *wire.Issues, from, to domain.Instant) {
	if issues.IsClean("from") && issues.IsClean("to") && !from.Before(to.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
}
