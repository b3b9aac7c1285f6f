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
	Project     Ref
	Task        Ref
	Tags        TagRefs
	Description domain.Text
	StartedAt   domain.Instant
	StoppedAt   *domain.Instant
	IsBillable  wire.Optional[bool]
	HourlyRate  wire.Optional[int64] // the entry's own
}

// NewEntry is a draft that was found good.
type NewEntry struct {
	Entry    domain.Entry
	FirstUse store.FirstUses
	Viewer   Viewer
	resolved *Resolved
}

// PrepareEntry makes an entry or a timer of a draft; nothing is written yet. Whether
// it is billable comes from the project where the caller does not say, else
// from the workspace. Errors: forbidden not_project_member, role_insufficient
// for a rate that the caller may not set, and workspace_mismatch; validation.
func PrepareEntry(ctx context.Context, reader Reader, r *route.Request, d Draft, issues *wire.Issues) (NewEntry, error) {
	refChange := RefChange{Owner: d.Owner, Project: d.Project, Task: d.Task, Tags: d.Tags}
	x, err := Resolve(ctx, reader, r.Caller, d.extraRefs(r), refChange)
	if err != nil {
		return NewEntry{}, err
	}
	if member, ok := x.Members[d.Owner]; d.Owner != r.User.ID && (!ok || !member.Active()) {
		issues.Add("userId", problem.UserNotFound)
	}
	entry := d.toEntry(r)
	CheckTimes(entry, TimesSet{Start: true, Stop: d.StoppedAt != nil}, "", r.Now, issues)
	refs, err := x.Validate(refChange, issues)
	if err != nil {
		return NewEntry{}, err
	}
	if d.HourlyRate.Set {
		if err := x.checkCanSetRate(refs.ProjectID, issues); err != nil {
			return NewEntry{}, err
		}
	}
	if err := x.FinishValidation(ctx, issues); err != nil {
		return NewEntry{}, err
	}
	entry = x.Snapshot(refs.applyTo(entry))
	entry.IsBillable = d.IsBillable.Or(defaultBillable(r, refs))
	return NewEntry{Entry: entry, FirstUse: refs.FirstUse, Viewer: x.Viewer(), resolved: x}, nil
}

// Snapshot is Resolved.Snapshot, for the timer that the draft stops.
func (n NewEntry) Snapshot(e domain.Entry) domain.Entry { return n.resolved.Snapshot(e) }

// Save writes a finished entry that was made. Errors: validation
// entry_overlap, conflict.
func (n NewEntry) Save(ctx context.Context, w Writer, r *route.Request, remember domain.ReplayRecord, issues *wire.Issues) error {
	write := store.EntryWrite{Entry: n.Entry, FirstUses: n.FirstUse, Remember: remember}
	return n.resolved.writeEntry(ctx, w, r, write, true, issues)
}

// extraRefs is what is read besides the draft's references.
func (d Draft) extraRefs(r *route.Request) store.Refs {
	extra := refsToWrite(r.Caller, domain.Entry{UserID: d.Owner, StoppedAt: d.StoppedAt})
	if d.Owner != r.User.ID {
		extra.Members = []domain.ID{d.Owner}
	}
	if r.Timer != nil && d.StoppedAt == nil {
		extra = extra.Merge(refsToWrite(r.Caller, *r.Timer)).Merge(RefsToSnapshot(r.Caller, *r.Timer)) // it is about to be stopped, and shown
	}
	return extra
}

// toEntry is the draft without its references.
func (d Draft) toEntry(r *route.Request) domain.Entry {
	e := domain.Entry{
		ID: domain.NewID(), UserID: d.Owner, Description: d.Description, StartedAt: d.StartedAt, StoppedAt: d.StoppedAt,
		Currency: r.Billing.Currency, RateSource: domain.RateNone, CreatedAt: r.Now, UpdatedAt: r.Now, Version: 1,
	}
	if d.HourlyRate.Set {
		e = e.WithOwnRate(&d.HourlyRate.Value)
	}
	return e
}

func defaultBillable(r *route.Request, s ValidRefs) bool {
	if s.Project != nil {
		return s.Project.IsBillable
	}
	return r.Billing.DefaultIsBillable
}
