package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/route"
	"stint/shared/wire"
)

type resnapshotInput struct {
	Apply bool `query:"apply"` // False shows what would change.
	Body  struct {
		From wire.Optional[domain.Instant] `json:"from"` // Entries that start at this moment or later.
		To   wire.Optional[domain.Instant] `json:"to"`   // Entries that start before this moment.
		// Only entries of these projects. An unknown id matches nothing.
		ProjectIDs wire.Optional[[]domain.ID] `json:"projectIds"`
		// Only entries of these users. An unknown id matches nothing.
		UserIDs wire.Optional[[]domain.ID] `json:"userIds"`
		// Whether entries that are not billable stay as they are. Default false.
		OnlyBillable wire.Optional[bool] `json:"onlyBillable"`
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
	return f.rerate(ctx, c.Request, !in.Apply, money.Rerating{
		Kind: money.KindResnapshot, From: body.From.Pointer(), To: body.To.Pointer(), Projects: body.ProjectIDs.Value,
		Users:        body.UserIDs.Value,
		OnlyBillable: body.OnlyBillable.Value,
	})
}

// checkRange adds an issue if the range is empty.
func checkRange(issues *wire.Issues, from, to domain.Instant) {
	if issues.IsClean("from") && issues.IsClean("to") && !from.Before(to.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
}

type applyInput struct {
	DryRun wire.Optional[bool] `query:"dryRun"` // True shows what would change. Default false.
	Body   struct {
		// Entries that start at this moment or later.
		From domain.Instant `json:"from"`
		// Entries that start before this moment.
		To domain.Instant `json:"to"`
		// Only entries of these projects; the other lists narrow likewise. An unknown id matches nothing.
		ProjectIDs wire.Optional[[]domain.ID] `json:"projectIds"`
		UserIDs    wire.Optional[[]domain.ID] `json:"userIds"`    // Only entries of these users.
		TaskIDs    wire.Optional[[]domain.ID] `json:"taskIds"`    // Only entries of these tasks.
		EntryIDs   wire.Optional[[]domain.ID] `json:"entryIds"`   // Only these entries.
		IsBillable wire.Optional[bool]        `json:"isBillable"` // This or hourlyRate is required.
		// The entries' own rate, in minor units. null removes it.
		HourlyRate wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate"`
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
	return f.rerate(ctx, c.Request, in.DryRun.Value, money.Rerating{
		Kind: money.KindApply, From: &body.From, To: &body.To,
		Projects: body.ProjectIDs.Value, Users: body.UserIDs.Value, Tasks: body.TaskIDs.Value, Entries: body.EntryIDs.Value,
		IsBillable: body.IsBillable.Pointer(), HourlyRate: body.HourlyRate.Value,
		Inherit: body.HourlyRate.Set && body.HourlyRate.Value == nil,
	})
}

// rerate changes the rates of entries, in this request or by a job. Errors:
// conflict while another job runs.
func (f *Family) rerate(ctx context.Context, r *route.Request, dryRun bool,
	scope money.Rerating) (reratingAnswer, error) {
	out, err := f.rerating.Rerate(ctx, rerating.Request{Workspace: r.WorkspaceID(), Billing: *r.Billing, Rerating: scope,
		DryRun: dryRun, Now: r.Now})
	if err != nil {
		return reratingAnswer{}, err
	}
	return toReratingAnswer(out, dryRun, r.Billing.Currency), nil
}
