package store

import (
	"context"

	"stint/shared/domain"
)

// Tag reads a tag. Errors: not_found.
func (s *Store) Tag(ctx context.Context, w, g domain.ID) (domain.Tag, error) {
	return getExisting[domain.Tag](ctx, s, tagKey(w, g))
}

// Tags lists the tags of a workspace by id.
func (s *Store) Tags(ctx context.Context, w domain.ID, p PageRequest, keep func(domain.Tag) bool) (Page[domain.Tag], error) {
	return list(ctx, s, prefixRange(baseTable, workspacePK(w), "G#"), p, keep)
}

// CreateTag makes a tag. Errors: validation when the name is taken.
func (s *Store) CreateTag(ctx context.Context, w domain.ID, g domain.Tag, r domain.ReplayRecord) error {
	return s.commit(ctx, append(s.rememberActions(r),
		create(encode(tagKey(w, g.ID), g)),
		tagNameGuard(g).claim(w, g.ID),
	)...)
}

// ChangeTag writes a tag's name over what was read. Errors: conflict when it
// was changed or deleted meanwhile, validation when the name is taken.
func (s *Store) ChangeTag(ctx context.Context, w domain.ID, was, now domain.Tag) error {
	changed := updateAttributes(encode(tagKey(w, now.ID), now), was.Version, "name")
	return s.commit(ctx, append([]action{changed}, tagNameGuard(was).rename(w, now.ID, tagNameGuard(now))...)...)
}

// DeleteTag deletes a tag that no entry ever carried. Errors: conflict when
// one did, or when it was changed or deleted meanwhile.
func (s *Store) DeleteTag(ctx context.Context, w domain.ID, g domain.Tag) error {
	return s.commit(ctx, deleteUnused(tagKey(w, g.ID), g.Version), tagNameGuard(g).release(w))
}

func tagNameGuard(g domain.Tag) nameGuard { return nameGuard{tagNames, "", g.Name} }
