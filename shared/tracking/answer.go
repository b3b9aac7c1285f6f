package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// EntryAnswer is an entry, or a running timer, as a caller sees it. A rate or an
// amount that the caller may not see is null.
type EntryAnswer struct {
	ID              domain.ID         `json:"id"`
	UserID          domain.ID         `json:"user_id"`
	ProjectID       *domain.ID        `json:"project_id"`
	TaskID          *domain.ID        `json:"task_id"`
	Description     domain.Text       `json:"description"`
	TagIDs          []domain.ID       `json:"tag_ids"`
	StartedAt       domain.Instant    `json:"started_at"`
	StoppedAt       *domain.Instant   `json:"stopped_at"`       // null while it runs
	DurationSeconds int64             `json:"duration_seconds"` // so far, while it runs
	IsBillable      bool              `json:"is_billable"`
	HourlyRate      *int64            `json:"hourly_rate"` // minor units; null while it runs, and for none
	Currency        domain.Currency   `json:"currency"`
	RateSource      domain.RateSource `json:"rate_source"`
	Amount          *int64            `json:"amount"`        // minor units; 0 while it runs
	IsLocked        bool              `json:"is_locked"`     // its line of a timesheet is pending or approved
	SubmissionID    *domain.ID        `json:"submission_id"` // that locks it
	CreatedAt       domain.Instant    `json:"created_at"`
	UpdatedAt       domain.Instant    `json:"updated_at"`
	route.Versioned
}

// Viewer is a caller with the projects whose rates they see as a manager, and
// the submissions that lock what they look at.
type Viewer struct {
	auth.Caller
	Managed map[domain.ID]bool
	Locks   domain.Locks
}

// SeesRatesOn reports whether rates and amounts of time on a project are shown;
// "" is time on none.
func (v Viewer) SeesRatesOn(project domain.ID) bool { return v.SeesRates() || v.Managed[project] }

// Show shows an entry.
func (v Viewer) Show(e domain.Entry, now domain.Instant) EntryAnswer {
	answer := EntryAnswer{
		ID: e.ID, UserID: e.UserID, ProjectID: e.ProjectID.OrNull(), TaskID: e.TaskID.OrNull(),
		Description: e.Description, TagIDs: e.TagIDs, StartedAt: e.StartedAt, StoppedAt: e.StoppedAt,
		DurationSeconds: e.Seconds(now), IsBillable: e.IsBillable, Currency: e.Currency, RateSource: e.RateSource,
		CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt, Versioned: route.Versioned{Version: e.Version},
	}
	if e.Running() {
		e.HourlyRate, answer.RateSource = nil, domain.RateNone // one of its own counts when it is stopped
	}
	if locked := v.Locks.LockedBy(e); locked != "" {
		answer.IsLocked, answer.SubmissionID = true, &locked
	}
	if v.SeesRatesOn(e.ProjectID) {
		amount := e.Amount()
		answer.HourlyRate, answer.Amount = e.HourlyRate, &amount
	}
	return answer
}

// RefsToShow names what is read to know what the caller sees of an entry: the
// submission that has claimed it, and their place in its project where only
// managers see what it is worth.
func RefsToShow(c auth.Caller, e domain.Entry) (refs store.Refs) {
	refs.Locks = domain.StampedSubmissionIDs(e)
	if !c.SeesRates() && e.ProjectID != "" {
		refs.ProjectMembers = []domain.ProjectMemberKey{{Project: e.ProjectID, User: c.User.ID}}
	}
	return refs
}

// LoadViewer finds out what a caller sees of the given entries. It reads nothing but
// for entries that were submitted, and for one who sees rates only as a manager.
func LoadViewer(ctx context.Context, reader Reader, c auth.Caller, entries ...domain.Entry) (Viewer, error) {
	var refs store.Refs
	for _, e := range entries {
		refs = refs.Merge(RefsToShow(c, e))
	}
	x, err := Resolve(ctx, reader, c, refs)
	if err != nil {
		return Viewer{}, err
	}
	return x.Viewer(), nil
}

// Viewer is the caller as far as the places that were read tell.
func (x *Resolved) Viewer() Viewer {
	v := Viewer{Caller: x.caller, Managed: map[domain.ID]bool{}, Locks: x.Locks}
	for key, member := range x.ProjectMembers {
		if key.User == x.caller.User.ID && member.IsManager {
			v.Managed[key.Project] = true
		}
	}
	return v
}
