package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// Tag reads a tag. Errors: not_found.
func (s *Store) Tag(ctx context.Context, w, g domain.ID) (domain.Tag, error) {
	return table.GetExisting[domain.Tag](ctx, s.table, tagKey(w, g))
}

// Tags lists the tags of a workspace by id.
func (s *Store) Tags(ctx context.Context, w domain.ID, p PageRequest, keep func(domain.Tag) bool) (Page[domain.Tag], error) {
	return table.List(ctx, s.table, table.PrefixRange(table.Base, workspacePK(w), tagPrefix), p, keep)
}

// CreateTag creates a tag. Errors: validation when the name is taken.
func (s *Store) CreateTag(ctx context.Context, w domain.ID, g domain.Tag, r domain.ReplayRecord) error {
	return s.table.Commit(ctx, append(s.rememberActions(r),
		table.Create(table.Encode(tagKey(w, g.ID), g)),
		tagNameGuard(g).claim(w, g.ID),
	)...)
}

// ChangeTag writes a tag's name in place of what was read. Errors: conflict when
// it was changed or deleted concurrently, validation when the name is taken.
func (s *Store) ChangeTag(ctx context.Context, w domain.ID, was, now domain.Tag) error {
	changed := table.UpdateAttributes(table.Encode(tagKey(w, now.ID), now), was.Version, "name")
	return s.table.Commit(ctx, append([]table.Action{changed}, tagNameGuard(was).rename(w, now.ID, tagNameGuard(now))...)...)
}

// DeleteTag deletes an unused tag. Errors: conflict when it was used, changed or
// deleted concurrently.
func (s *Store) DeleteTag(ctx context.Context, w domain.ID, g domain.Tag) error {
	return s.table.Commit(ctx, s.deleteUnused(tagKey(w, g.ID), g.Version, domain.DeletionMark{ID: g.ID}), tagNameGuard(g).release(w))
}

func tagNameGuard(g domain.Tag) nameGuard { return nameGuard{tagNames, "", g.Name} }
