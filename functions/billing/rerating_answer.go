package billing

import (
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/rerating"
)

// tally is what a rerating has done so far, or would do.
type tally struct {
	DryRun  bool `json:"dry_run"` // Whether this is a preview, which writes nothing.
	Matched int  `json:"matched"` // changed + unchanged + skipped_locked
	// The number of entries with another rate, billable flag or invoice than before.
	Changed int `json:"changed"`
	// The number of entries that have the rate, the billable flag or the invoice already.
	Unchanged int `json:"unchanged"`
	// The number of entries that a submission or an invoice locks, and that stay as they are. 0 for an invoice, which
	// includes submitted time.
	SkippedLocked int             `json:"skipped_locked"`
	AmountBefore  int64           `json:"amount_before"` // of changed and unchanged entries, in minor units of currency
	AmountAfter   int64           `json:"amount_after"`  // The sum of the amounts with the new rates, in minor units.
	Currency      domain.Currency `json:"currency"`      // the workspace's; amounts in other currencies do not count
	Sample        []rateChange    `json:"sample"`        // the first 50 changes
}

// rateChange is what a rerating does to one entry.
type rateChange struct {
	EntryID          domain.ID `json:"entry_id"`           // The id of the entry.
	HourlyRateBefore *int64    `json:"hourly_rate_before"` // The old rate, in minor units per hour.
	HourlyRateAfter  *int64    `json:"hourly_rate_after"`  // The new rate, in minor units per hour.
	AmountBefore     int64     `json:"amount_before"`      // The amount of the entry with the old rate, in minor units.
	AmountAfter      int64     `json:"amount_after"`       // The amount of the entry with the new rate, in minor units.
}

// reratingAnswer is the result of a request to rerate entries.
type reratingAnswer struct {
	tally
	JobID  *domain.ID       `json:"job_id"` // null if everything was done in the request
	Status domain.JobStatus `json:"status"` // done or running
}

func toTally(t money.Tally, dryRun bool, c domain.Currency) tally {
	answer := tally{
		DryRun: dryRun, Matched: t.Matched, Changed: t.Changed, Unchanged: t.Unchanged, SkippedLocked: t.SkippedLocked,
		AmountBefore: t.AmountBefore, AmountAfter: t.AmountAfter, Currency: c, Sample: make([]rateChange, len(t.Sample)),
	}
	for i, s := range t.Sample {
		answer.Sample[i] = rateChange{
			EntryID: s.EntryID, HourlyRateBefore: s.RateBefore, HourlyRateAfter: s.RateAfter, AmountBefore: s.AmountBefore,
			AmountAfter: s.AmountAfter,
		}
	}
	return answer
}

func toReratingAnswer(result rerating.Result, dryRun bool, c domain.Currency) reratingAnswer {
	answer := reratingAnswer{tally: toTally(result.Tally, dryRun, c), Status: domain.JobDone}
	if result.Job != nil {
		answer.JobID, answer.Status = &result.Job.ID, result.Job.Status
	}
	return answer
}
