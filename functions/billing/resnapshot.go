package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/rerating"
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

// tally is what a rerating has done so far, or would do.
type tally struct {
	DryRun        bool            `json:"dry_run"`
	Matched       int             `json:"matched"` // changed + unchanged + skipped_locked
	Changed       int             `json:"changed"`
	Unchanged     int             `json:"unchanged"`
	SkippedLocked int             `json:"skipped_locked"`
	AmountBefore  int64           `json:"amount_before"` // of changed and unchanged entries, in minor units of currency
	AmountAfter   int64           `json:"amount_after"`
	Currency      domain.Currency `json:"currency"` // the workspace's; amounts in other currencies do not count
	Sample        []rateChange    `json:"sample"`   // the first 50 changes
}

type rateChange struct {
	EntryID          domain.ID `json:"entry_id"`
	HourlyRateBefore *int64    `json:"hourly_rate_before"`
	HourlyRateAfter  *int64    `json:"hourly_rate_after"`
	AmountBefore     int64     `json:"amount_before"`
	AmountAfter      int64     `json:"amount_after"`
}

// reratingAnswer is the result of a request to rerate entries.
type reratingAnswer struct {
	tally
	JobID  *domain.ID       `json:"job_id"` // null if everything was done in the request
	Status domain.JobStatus `json:"status"` // done or running
}

func toTally(t domain.Tally, dryRun bool, c domain.Currency) tally {
	answer := tally{
		DryRun: dryRun, Matched: t.Matched, Changed: t.Changed, Unchanged: t.Unchanged, SkippedLocked: t.SkippedLocked,
		AmountBefore: t.AmountBefore, AmountAfter: t.AmountAfter, Currency: c, Sample: make([]rateChange, len(t.Sample)),
	}
	for i, s := range t.Sample {
		answer.Sample[i] = rateChange{
			EntryID: s.EntryID, HourlyRateBefore: s.RateBefore, HourlyRateAfter: s.RateAfter, AmountBefore: s.AmountBefore, AmountAfter: s.AmountAfter,
		}
	}
	return answer
}

// rerate changes the rates of entries, in this request or by a job. Errors:
// conflict while another job runs.
func (f *Family) rerate(ctx context.Context, r *route.Request, dryRun bool, scope domain.Rerating) (reratingAnswer, error) {
	out, err := f.rerating.Rerate(ctx, rerating.Request{Workspace: r.WorkspaceID(), Billing: *r.Billing, Rerating: scope, DryRun: dryRun, Now: r.Now})
	if err != nil {
		return reratingAnswer{}, err
	}
	answer := reratingAnswer{tally: toTally(out.Tally, dryRun, r.Billing.Currency), Status: domain.JobDone}
	if out.Job != nil {
		answer.JobID, answer.Status = &out.Job.ID, out.Job.Status
	}
	return answer, nil
}
