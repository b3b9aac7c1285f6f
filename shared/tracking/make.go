package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Draft is a new entry, or a new timer while it has no end, as a caller wants
// it.
type Draft struct {
	Owner       domain.ID
	Project     Choice
	Task        Choice
	Tags        Tags
	Description domain.Text
	StartedAt   domain.Instant
	StoppedAt   *domain.Instant
	IsBillable  wire.Optional[bool]
	HourlyRate  wire.Optional[int64] // the entry's own
}

// Made is a draft that was found good.
type Made struct {
	Entry    domain.Entry
	FirstUse store.Uses
	View     Viewer
	resolved *Resolved
}

// Make makes an entry or a timer of a draft; nothing is written yet. Whether
// it is billable comes from the project where the caller does not say, else
// from the workspace. Errors: forbidden not_project_member, role_insufficient
// for a rate that the caller may not set, and workspace_mismatch; validation.
func Make(ctx context.Context, reader Reader, r *route.Request, d Draft, issues *wire.Issues) (Made, error) {
	wanted := Wanted{Owner: d.Owner, Project: d.Project, Task: d.Task, Tags: d.Tags}
	x, err := Resolve(ctx, reader, r.Caller, d.also(r), wanted)
	if err != nil {
		return Made{}, err
	}
	if member, ok := x.Users[d.Owner]; d.Owner != r.User.ID && (!ok || !member.Active()) {
		issues.Add("userId", problem.UserNotFound)
	}
	entry := d.entry(r)
	CheckTimes(entry, Times{Start: true, Stop: d.StoppedAt != nil}, "", r.Now, issues)
	subject, err := x.Judge(wanted, issues)
	if err != nil {
		return Made{}, err
	}
	if d.HourlyRate.Set {
		if err := x.mayRate(subject.ProjectID, issues); err != nil {
			return Made{}, err
		}
	}
	if err := x.Settle(ctx, issues); err != nil {
		return Made{}, err
	}
	entry = x.Snapshot(subject.of(entry))
	entry.IsBillable = d.IsBillable.Or(billable(r, subject))
	return Made{Entry: entry, FirstUse: subject.FirstUse, View: x.Viewer(), resolved: x}, nil
}

// Snapshot is Resolved.Snapshot, for the timer that the draft stops.
func (m Made) Snapshot(e domain.Entry) domain.Entry { return m.resolved.Snapshot(e) }

// Save writes a finished entry that was made. Errors: validation
// entry_overlap, conflict.
func (m Made) Save(ctx context.Context, w Writer, r *route.Request, remember domain.Remember, issues *wire.Issues) error {
	write := store.EntryWrite{Entry: m.Entry, FirstUse: m.FirstUse, Remember: remember}
	return m.resolved.writeEntry(ctx, w, r, write, true, issues)
}

// also is what is read besides the draft's references.
func (d Draft) also(r *route.Request) store.Asked {
	also := alsoFor(r.Caller, domain.Entry{UserID: d.Owner, StoppedAt: d.StoppedAt})
	if d.Owner != r.User.ID {
		also.Users = []domain.ID{d.Owner}
	}
	if r.Timer != nil && d.StoppedAt == nil {
		also = also.And(alsoFor(r.Caller, *r.Timer)).And(ToRate(r.Caller, *r.Timer)) // it is about to be stopped, and shown
	}
	return also
}

// entry is the draft without its references.
func (d Draft) entry(r *route.Request) domain.Entry {
	e := domain.Entry{
		ID: domain.NewID(), UserID: d.Owner, Description: d.Description, StartedAt: d.StartedAt, StoppedAt: d.StoppedAt,
		Currency: r.Billing.Currency, RateSource: domain.RateNone, CreatedAt: r.Now, UpdatedAt: r.Now, Version: 1,
	}
	if d.HourlyRate.Set {
		e = e.Rated(&d.HourlyRate.Value)
	}
	return e
}

func billable(r *route.Request, s Subject) bool {
	if s.Project != nil {
		return s.Project.IsBillable
	}
	return r.Billing.DefaultIsBillable
}
