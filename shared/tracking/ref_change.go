package tracking

import (
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/wire"
)

// RefChange is what one row of a request wants its time to be tracked to. What is
// not set stays as it is, or is none in a new entry.
type RefChange struct {
	Owner   domain.ID     // whose entry it is
	Before  *domain.Entry // the entry so far; nil for a new one
	Path    string        // leads to the row's properties: "" or such as "items[3]."
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

// RefFromOptional is the choice of a property that is unset by null and absence alike.
func RefFromOptional(p wire.Optional[domain.ID]) Ref { return Ref{ID: p.Value, Set: p.Set} }

// RefFromClearable is the choice of a property that null clears.
func RefFromClearable(p wire.Clearable[domain.ID]) Ref {
	if p.Value == nil {
		return Ref{Set: p.Set}
	}
	return Ref{ID: *p.Value, Set: p.Set}
}

// TagsFromOptional are the tags of a property that is unset by null and absence alike.
func TagsFromOptional(p wire.Optional[[]domain.ID]) TagRefs { return TagRefs{IDs: p.Value, Set: p.Set} }

// TagsFromClearable are the tags of a property that null empties.
func TagsFromClearable(p wire.Clearable[[]domain.ID]) TagRefs {
	if p.Value == nil {
		return TagRefs{Set: p.Set}
	}
	return TagRefs{IDs: *p.Value, Set: p.Set}
}

// refs names everything that can be read about the row before its task's
// project is known.
func (c RefChange) refs() store.Refs {
	var refs store.Refs
	if id := c.Project.ID; id != "" {
		refs.Projects, refs.ProjectMembers = []domain.ID{id}, []domain.ProjectMemberKey{{Project: id, User: c.Owner}}
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
