package tracking

import (
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/wire"
)

// Row is what a request wants of one entry or timer: make it, change it or
// delete it. A batch has up to 100 rows, every other write has one.
type Row struct {
	Path     string        // leads to the row's properties: "" or such as "items[3]."
	Owner    domain.ID     // whose entry it is
	ID       domain.ID     // of the entry
	Before   *domain.Entry // as it was read; nil: there is none
	IsDelete bool
	Body     EditBodyWithRate // what is set; the rest stays, or has its default in a new entry
}

// EditBody is what a row may set, in a batch and in a PATCH.
type EditBody struct {
	ProjectID   wire.Clearable[domain.ID]   `json:"projectId" doc:"Changed alone, it drops the task of the project before."`
	TaskID      wire.Clearable[domain.ID]   `json:"taskId" doc:"Implies its project."`
	Description wire.Clearable[domain.Text] `json:"description" bounds:"description"`
	TagIDs      wire.Clearable[[]domain.ID] `json:"tagIds" bounds:"tags"`
	StartedAt   wire.Change[domain.Instant] `json:"startedAt"`
	StoppedAt   wire.Change[domain.Instant] `json:"stoppedAt" doc:"Stops a running timer."`
	IsBillable  wire.Change[bool]           `json:"isBillable"`
}

// EditBodyWithRate is what a PATCH of one entry or timer may set.
type EditBodyWithRate struct {
	EditBody
	HourlyRate wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate" doc:"The entry's own rate, in minor units; null goes back to inheriting. For those who see rates. A running timer keeps it for when it is stopped."`
}

// NewBody is what a caller may say of a new entry or timer besides its times.
type NewBody struct {
	ProjectID   wire.Optional[domain.ID]   `json:"projectId"`
	TaskID      wire.Optional[domain.ID]   `json:"taskId" doc:"Implies its project."`
	Description wire.Optional[domain.Text] `json:"description" bounds:"description"`
	TagIDs      wire.Optional[[]domain.ID] `json:"tagIds" bounds:"tags"`
}

// Edit is the same as what a row sets.
func (b NewBody) Edit() EditBodyWithRate {
	return EditBodyWithRate{EditBody: EditBody{
		ProjectID: Clearable(b.ProjectID), TaskID: Clearable(b.TaskID), Description: Clearable(b.Description), TagIDs: Clearable(b.TagIDs),
	}}
}

// Clearable is an optional property of a new entry as a change: null and absence
// both leave the default.
func Clearable[T any](o wire.Optional[T]) wire.Clearable[T] {
	if !o.Set {
		return wire.Clearable[T]{}
	}
	return wire.Clearable[T]{Value: &o.Value, Set: true}
}

// apply sets everything on the entry that is no reference.
func (b EditBodyWithRate) apply(e domain.Entry) domain.Entry {
	if b.Description.Set {
		e.Description = ""
		if b.Description.Value != nil {
			e.Description = *b.Description.Value
		}
	}
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
func (b EditBodyWithRate) clearsOwnRate(before domain.Entry) bool {
	return b.HourlyRate.Set && b.HourlyRate.Value == nil && before.HasOwnRate()
}

// refChange is what the row wants its time to be tracked to.
func (row Row) refChange() RefChange {
	return RefChange{
		Owner: row.Owner, Before: row.Before, Path: row.Path,
		Project: toRef(row.Body.ProjectID), Task: toRef(row.Body.TaskID), Tags: toTagRefs(row.Body.TagIDs),
	}
}

// RefChange is what time is to be tracked to. What is not set stays as it is, or
// is none in a new entry.
type RefChange struct {
	Owner   domain.ID     // whose time it is
	Before  *domain.Entry // the entry so far; nil for a new one
	Path    string        // leads to the properties: "" or such as "items[3]."
	Project Ref
	Task    Ref
	Tags    TagRefs
}

// Ref is a reference that a caller may give, clear or leave alone.
type Ref struct {
	ID  domain.ID // "" with Set is none
	Set bool
}

// TagRefs is the list of tags that a caller may give or leave alone.
type TagRefs struct {
	IDs []domain.ID
	Set bool
}

func toRef(p wire.Clearable[domain.ID]) Ref {
	if p.Value == nil {
		return Ref{Set: p.Set}
	}
	return Ref{ID: *p.Value, Set: p.Set}
}

func toTagRefs(p wire.Clearable[[]domain.ID]) TagRefs {
	if p.Value == nil {
		return TagRefs{Set: p.Set}
	}
	return TagRefs{IDs: *p.Value, Set: p.Set}
}

// refs is everything that can be read before the task's project is known.
func (c RefChange) refs() store.Refs {
	var refs store.Refs
	if id := c.Project.ID; id != "" {
		refs.Projects, refs.ProjectMembers = []domain.ID{id}, []store.ProjectMemberKey{{Project: id, User: c.Owner}}
	}
	if id := c.Task.ID; id != "" {
		refs.Tasks = []domain.ID{id}
	}
	for _, id := range c.Tags.IDs {
		if id != "" {
			refs.Tags = append(refs.Tags, id)
		}
	}
	return refs
}

// before is the entry so far; the zero entry for a new one.
func (c RefChange) before() domain.Entry {
	if c.Before == nil {
		return domain.Entry{}
	}
	return *c.Before
}
