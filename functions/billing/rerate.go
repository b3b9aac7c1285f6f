package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/rerating"
	"stint/shared/route"
)

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
