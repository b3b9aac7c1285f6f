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

// CreateTag creates a tag. Errors: validation when the name is taken,
// domain.ErrExternalIDTaken.
func (s *Store) CreateTag(ctx context.Context, w domain.ID, g domain.Tag, r domain.ReplayRecord) error {
	actions := append(s.rememberActions(r), table.Create(tagItem(w, g)))
	return s.table.Commit(ctx, append(actions, tagGuards(w, g).claim(g.ID)...)...)
}

// ChangeTag writes a tag's name and external id in place of what was read. Errors:
// conflict when it was changed or deleted concurrently, and as CreateTag.
func (s *Store) ChangeTag(ctx context.Context, w domain.ID, was, now domain.Tag) error {
	changed := table.UpdateAttributes(tagItem(w, now), was.Version, "name", attrExternalID)
	return s.table.Commit(ctx, append([]table.Action{changed}, tagGuards(w, was).move(now.ID, tagGuards(w, now))...)...)
}

// DeleteTag deletes an unused tag. Errors: conflict when it was used, changed or
// deleted concurrently.
func (s *Store) DeleteTag(ctx context.Context, w domain.ID, g domain.Tag) error {
	return s.table.Commit(ctx, append([]table.Action{s.deleteUnused(tagKey(w, g.ID), g.Version, domain.DeletionMark{ID: g.ID})}, tagGuards(w, g).release()...)...)
}

func tagItem(w domain.ID, g domain.Tag) table.Item { return table.Encode(tagKey(w, g.ID), g) }

func tagGuards(w domain.ID, g domain.Tag) guards {
	return uniqueTags.guards(w, "", g.Name, g.ExternalID)
}
