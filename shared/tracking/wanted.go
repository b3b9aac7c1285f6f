package tracking

import (
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/wire"
)

// Wanted is what one row of a request wants its time to be tracked to. What is
// not set stays as it is, or is none in a new entry.
type Wanted struct {
	Owner   domain.ID     // whose entry it is
	Was     *domain.Entry // the entry so far; nil for a new one
	Path    string        // leads to the row's properties: "" or such as "items[3]."
	Project Choice
	Task    Choice
	Tags    Tags
}

// Choice is a reference that a caller may give, clear or leave alone.
type Choice struct {
	ID  domain.ID // "" with Set is none
	Set bool
}

// Tags is the list of tags that a caller may give or leave alone.
type Tags struct {
	IDs []domain.ID
	Set bool
}

// Given is the choice of a property that is unset by null and absence alike.
func Given(p wire.Optional[domain.ID]) Choice { return Choice{ID: p.Value, Set: p.Set} }

// Changed is the choice of a property that null clears.
func Changed(p wire.Clearable[domain.ID]) Choice {
	if p.Value == nil {
		return Choice{Set: p.Set}
	}
	return Choice{ID: *p.Value, Set: p.Set}
}

// GivenTags are the tags of a property that is unset by null and absence alike.
func GivenTags(p wire.Optional[[]domain.ID]) Tags { return Tags{IDs: p.Value, Set: p.Set} }

// ChangedTags are the tags of a property that null empties.
func ChangedTags(p wire.Clearable[[]domain.ID]) Tags {
	if p.Value == nil {
		return Tags{Set: p.Set}
	}
	return Tags{IDs: *p.Value, Set: p.Set}
}

// asked names everything that can be read about the row before its task's
// project is known.
func (w Wanted) asked() store.Asked {
	var a store.Asked
	if id := w.Project.ID; id != "" {
		a.Projects, a.Places = []domain.ID{id}, []store.Place{{Project: id, User: w.Owner}}
	}
	if id := w.Task.ID; id != "" {
		a.Tasks = []domain.ID{id}
	}
	for _, id := range w.Tags.IDs {
		if id != "" {
			a.Tags = append(a.Tags, id)
		}
	}
	return a
}

// prior is the entry so far; the zero entry for a new one.
func (w Wanted) prior() domain.Entry {
	if w.Was == nil {
		return domain.Entry{}
	}
	return *w.Was
}
