package tracking

import (
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/wire"
)

// Row is what a request wants of one entry or timer: make it, change it or
// delete it. A batch has up to 100 rows, every other write has one.
type Row struct {
	Path     string    // leads to the row's properties: "" or such as "items[3]."
	Owner    domain.ID // whose entry it is
	ID       domain.ID // of the entry; "" where it could not be read
	IsDelete bool
	// OnlyCreates says that an entry which is there stays as it is.
	OnlyCreates bool
	Body        EditBody // what is set; the rest stays, or has its default in a new entry

	timelog.EntryChange // Before is read, and the plan makes the rest
}

// EditBody is what a row may set, in a batch and in a PATCH of an entry or a timer.
type EditBody struct {
	// Changed alone, it drops the task of the project before.
	ProjectID   wire.Clearable[domain.ID]         `json:"projectId"`
	TaskID      wire.Clearable[domain.ID]         `json:"taskId"` // Implies its project.
	Description wire.Clearable[domain.Text]       `json:"description" bounds:"description"`
	TagIDs      wire.Clearable[[]domain.ID]       `json:"tagIds" bounds:"tags"`
	ExternalID  wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	StartedAt   wire.Change[domain.Instant]       `json:"startedAt"`
	StoppedAt   wire.Change[domain.Instant]       `json:"stoppedAt"` // Stops a running timer.
	IsBillable  wire.Change[bool]                 `json:"isBillable"`
	// The entry's own rate, in minor units; null goes back to inheriting. For those who see rates. Dropped when the
	// entry moves to a project where the caller may not set rates. A running timer keeps it for when it is stopped.
	HourlyRate wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate"`
}

// NewBody has the properties of a new entry or timer, without its times.
type NewBody struct {
	ProjectID   wire.Optional[domain.ID]         `json:"projectId"`
	TaskID      wire.Optional[domain.ID]         `json:"taskId"` // Implies its project.
	Description wire.Optional[domain.Text]       `json:"description" bounds:"description"`
	TagIDs      wire.Optional[[]domain.ID]       `json:"tagIds" bounds:"tags"`
	ExternalID  wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

// NewRow is the row of a new entry or timer that starts at start.
func (b NewBody) NewRow(owner domain.ID, start domain.Instant, isBillable wire.Optional[bool]) Row {
	return Row{Owner: owner, ID: domain.NewIDOf(owner), Body: EditBody{
		ProjectID: Clearable(b.ProjectID), TaskID: Clearable(b.TaskID), Description: Clearable(b.Description),
		TagIDs: Clearable(b.TagIDs), ExternalID: Clearable(b.ExternalID),
		StartedAt: wire.Change[domain.Instant]{Value: start, Set: true}, IsBillable: wire.Change[bool](isBillable),
	}}
}

// ChangeOf is the row of a change of an entry or a running timer.
func ChangeOf(e timelog.Entry, body EditBody) Row {
	return Row{Owner: e.UserID, ID: e.ID, Body: body, EntryChange: timelog.EntryChange{Before: &e}}
}

// Clearable turns an optional property into a change. Neither null nor absence
// sets anything.
func Clearable[T any](o wire.Optional[T]) wire.Clearable[T] {
	return wire.Clearable[T]{Value: o.Pointer(), Set: o.Set}
}

// apply sets the properties of the entry that are not references.
func (b EditBody) apply(e timelog.Entry) timelog.Entry {
	if b.Description.Set {
		e.Description = valueOf(b.Description)
	}
	b.ExternalID.ApplyValue(&e.ExternalID)
	b.StartedAt.Apply(&e.StartedAt)
	if b.StoppedAt.Set {
		e.StoppedAt = &b.StoppedAt.Value
	}
	b.IsBillable.Apply(&e.IsBillable)
	if b.HourlyRate.Set {
		e = e.WithOwnRate(b.HourlyRate.Value)
	}
	return e
}

// clearsOwnRate reports whether the body takes the entry's own rate away.
func (b EditBody) clearsOwnRate(before timelog.Entry) bool {
	return b.HourlyRate.Set && b.HourlyRate.Value == nil && before.HasOwnRate()
}

// valueOf is the value of a property, or the zero value where it is cleared or
// absent.
func valueOf[T any](c wire.Clearable[T]) (value T) {
	if c.Value != nil {
		value = *c.Value
	}
	return value
}

// externalID is the external id that the row gives to its entry; its ID is "" for none.
func (row Row) externalID() store.EntryExternalID {
	if row.IsDelete {
		return store.EntryExternalID{User: row.Owner}
	}
	return store.EntryExternalID{User: row.Owner, ID: valueOf(row.Body.ExternalID)}
}

// entryBefore is the entry so far; the zero entry for a new one.
func (row Row) entryBefore() timelog.Entry {
	if row.Before == nil {
		return timelog.Entry{}
	}
	return *row.Before
}

func changesOf(rows []Row) []timelog.EntryChange {
	changes := make([]timelog.EntryChange, len(rows))
	for i, row := range rows {
		changes[i] = row.EntryChange
	}
	return changes
}

// namesTimer reports whether the row is about a timer; nil is none.
func (row Row) namesTimer(timer *timelog.Entry) bool {
	return timer != nil && timer.UserID == row.Owner && timer.ID == row.ID
}

// stops reports whether the row stops the timer that it is about.
func (row Row) stops(before timelog.Entry) bool {
	return before.Running() && !row.IsDelete && row.Body.StoppedAt.Set
}

// isComplete reports whether the row could make a new entry.
func (row Row) isComplete() bool { return row.Body.StartedAt.Set && row.Body.StoppedAt.Set }
