package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type applyInput struct {
	DryRun wire.Optional[bool] `query:"dryRun" doc:"true shows what would change. Default false."`
	Body   struct {
		From       domain.Instant             `json:"from" doc:"Entries that start at this moment or later."`
		To         domain.Instant             `json:"to" doc:"Entries that start before this moment."`
		ProjectIDs wire.Optional[[]domain.ID] `json:"projectIds" doc:"Only entries of these projects; the other lists narrow likewise. An unknown id matches nothing."`
		UserIDs    wire.Optional[[]domain.ID] `json:"userIds"`
		TaskIDs    wire.Optional[[]domain.ID] `json:"taskIds"`
		EntryIDs   wire.Optional[[]domain.ID] `json:"entryIds"`
		IsBillable wire.Optional[bool]        `json:"isBillable" doc:"This or hourlyRate is required."`
		HourlyRate wire.Clearable[int64]      `json:"hourlyRate" bounds:"hourlyRate" doc:"The entries' own rate, in minor units. null removes it."`
	}
}

// apply sets the billable flag and the own rate of existing entries.
func (f *Family) apply(ctx context.Context, c *route.Call[applyInput]) (reratingAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return reratingAnswer{}, err
	}
	body := in.Body
	checkRange(issues, body.From, body.To)
	if !body.IsBillable.Set && !body.HourlyRate.Set && issues.IsClean("isBillable") && issues.IsClean("hourlyRate") {
		issues.AddMessage("isBillable", problem.Required, "is required unless hourlyRate is given")
	}
	if err := issues.Err(); err != nil {
		return reratingAnswer{}, err
	}
	return f.rerate(ctx, c.Request, in.DryRun.Value, domain.Rerating{
		Kind: domain.KindApply, From: &body.From, To: &body.To,
		Projects: body.ProjectIDs.Value, Users: body.UserIDs.Value, Tasks: body.TaskIDs.Value, Entries: body.EntryIDs.Value,
		IsBillable: body.IsBillable.Pointer(), HourlyRate: body.HourlyRate.Value, Inherit: body.HourlyRate.Set && body.HourlyRate.Value == nil,
	})
}
