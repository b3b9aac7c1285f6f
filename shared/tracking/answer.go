package tracking

import (
	"context"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store"
)

// EntryAnswer is an entry, or a running timer, as a caller sees it. A rate or an
// amount that the caller may not see is null.
type EntryAnswer struct {
	ID              domain.ID          `json:"id"`
	UserID          domain.ID          `json:"user_id"`
	ProjectID       *domain.ID         `json:"project_id"`
	TaskID          *domain.ID         `json:"task_id"`
	Description     domain.Text        `json:"description"`
	TagIDs          []domain.ID        `json:"tag_ids"`
	ExternalID      *domain.ExternalID `json:"external_id"`
	StartedAt       domain.Instant     `json:"started_at"`
	StoppedAt       *domain.Instant    `json:"stopped_at"`       // null while it runs
	DurationSeconds int64              `json:"duration_seconds"` // so far, while it runs
	IsBillable      bool               `json:"is_billable"`
	// minor units per hour; null while it runs, without a rate, and where the caller may not see rates
	HourlyRate *int64          `json:"hourly_rate"`
	Currency   domain.Currency `json:"currency"`
	// The level that the rate comes from; none while a timer runs or without a rate.
	RateSource timelog.RateSource `json:"rate_source"`
	// minor units; 0 while it runs, null where the caller may not see rates
	Amount   *int64 `json:"amount"`
	IsLocked bool   `json:"is_locked"` // its line of a timesheet is pending or approved, or it is invoiced
	// invoiced, whether it is submitted or not, else submitted; null if it is not locked
	LockReason *timelog.LockReason `json:"lock_reason"`
	// the mark of the invoice that has the entry; null if it is not invoiced
	Invoice      *timelog.Invoice `json:"invoice"`
	SubmissionID *domain.ID       `json:"submission_id"` // the submission that locks the entry; null without one
	CreatedAt    domain.Instant   `json:"created_at"`
	UpdatedAt    domain.Instant   `json:"updated_at"`
	route.Versioned
}

// Viewer is a caller with what decides how an entry is shown to them: the projects
// that they manage, whose rates they see, and the submissions that may lock it.
type Viewer struct {
	auth.Caller
	Managed map[domain.ID]bool
	Locks   timesheets.Locks
}

// SeesRatesOn reports whether the viewer sees rates and amounts of time on a
// project; "" is time on none.
func (v Viewer) SeesRatesOn(project domain.ID) bool { return v.SeesRates() || v.Managed[project] }

// SeesSubmission reports whether the viewer sees a submission. The role user sees their
// own submissions and those with a line of a project that they manage. All other
// roles see every submission.
func (v Viewer) SeesSubmission(s timesheets.Submission) bool {
	managed := func(l timesheets.LineState) bool { return v.Managed[l.ProjectID] }
	return v.Role().ReadsAll() || s.UserID == v.User.ID || slices.ContainsFunc(s.Lines, managed)
}

// Show makes the answer for an entry.
func (v Viewer) Show(e timelog.Entry, now domain.Instant) EntryAnswer {
	answer := EntryAnswer{
		ID: e.ID, UserID: e.UserID, ProjectID: e.ProjectID.OrNull(), TaskID: e.TaskID.OrNull(),
		Description: e.Description, TagIDs: e.TagIDs, ExternalID: e.ExternalID.OrNull(), StartedAt: e.StartedAt,
		StoppedAt: e.StoppedAt, DurationSeconds: e.Seconds(now), IsBillable: e.IsBillable, Currency: e.Currency,
		RateSource: e.RateSource, Invoice: e.Invoice.OrNull(), CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
		Versioned: route.Versioned{Version: e.Version},
	}
	if e.Running() {
		e.HourlyRate, answer.RateSource = nil, timelog.RateNone // an own rate counts when it is stopped
	}
	if reason := v.Locks.Reason(e); reason != "" {
		answer.IsLocked, answer.LockReason = true, &reason
	}
	answer.SubmissionID = v.Locks.LockedBy(e).OrNull()
	if v.SeesRatesOn(e.ProjectID) {
		amount := e.Amount()
		answer.HourlyRate, answer.Amount = e.HourlyRate, &amount
	}
	return answer
}

// LoadViewer makes the viewer of the given entries. It reads only for entries with a
// stamp, and for callers who see rates only as a manager.
func LoadViewer(ctx context.Context, reader Reader, c auth.Caller, entries ...timelog.Entry) (Viewer, error) {
	var refs store.Refs
	for _, e := range entries {
		refs = refs.Merge(viewRefs(c, e))
	}
	x, err := Resolve(ctx, reader, c, refs)
	if err != nil {
		return Viewer{}, err
	}
	return x.Viewer(), nil
}

// Viewer makes the viewer from the records that were read.
func (x *Resolved) Viewer() Viewer {
	v := Viewer{Caller: x.caller, Managed: map[domain.ID]bool{}, Locks: x.Locks}
	for key, member := range x.ProjectMembers {
		if key.User == x.caller.User.ID && member.IsManager {
			v.Managed[key.Project] = true
		}
	}
	return v
}
