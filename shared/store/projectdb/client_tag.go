package projectdb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Clients and tags are records of the workspace with a name and an external id that are unique
// in it; unique_records.go has what they share.

var clientRecords = uniqueRecords[projects.Client]{
	kind: uniqueClients, key: key.Client, id: func(c projects.Client) domain.ID { return c.ID },
	item: func(w domain.ID, c projects.Client) table.Item { return table.Encode(key.Client(w, c.ID), c) },
	guards: func(w domain.ID, c projects.Client) guards {
		return uniqueClients.guards(w, "", c.Name, c.ExternalID)
	},
	changed: core.Attributes[projects.Client]("Name", "Email", "IsArchived", "ExternalID"),
	event:   audit.ClientChange,
}

// Client reads a client. Errors: not_found.
func (s *Store) Client(ctx context.Context, w, c domain.ID) (_ projects.Client, err error) {
	defer core.Wrap(&err, "Client", w, c)
	return table.GetExisting[projects.Client](ctx, s.Table, key.Client(w, c))
}

// ClientByExternalID reads the client with an external id; nil when there is none.
func (s *Store) ClientByExternalID(
	ctx context.Context, w domain.ID, x domain.ExternalID,
) (_ *projects.Client, err error) {
	defer core.Wrap(&err, "ClientByExternalID", w)
	return clientRecords.byExternalID(ctx, s, w, x)
}

// FindClients finds the clients with the names and external ids of the candidates, in
// their order. Errors: ErrBeingMade.
func (s *Store) FindClients(
	ctx context.Context, w domain.ID, candidates []projects.Client,
) (_ []Found[projects.Client], err error) {
	defer core.Wrap(&err, "FindClients", w)
	return clientRecords.find(ctx, s, w, candidates)
}

// Clients lists the clients of a workspace by id.
func (s *Store) Clients(
	ctx context.Context, w domain.ID, p table.PageRequest, keep func(projects.Client) bool,
) (_ table.Page[projects.Client], err error) {
	defer core.Wrap(&err, "Clients", w)
	return table.List(ctx, s.Table, table.PrefixRange(table.Base, key.WorkspacePK(w), key.ClientPrefix), p, keep)
}

// CreateClient creates a client. Errors: validation when the name is taken,
// domain.ErrExternalIDTaken.
func (s *Store) CreateClient(ctx context.Context, w domain.ID, c projects.Client, r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateClient", w, c.ID)
	return clientRecords.create(ctx, s, w, c, r)
}

// ChangeClient writes a client's own properties in place of what was
// read. It leaves the number of projects as it is. Errors: conflict when the
// client was changed or deleted concurrently, and as CreateClient.
func (s *Store) ChangeClient(ctx context.Context, w domain.ID, was, now projects.Client) (err error) {
	defer core.Wrap(&err, "ChangeClient", w, was.ID)
	return clientRecords.change(ctx, s, w, was, now, was.Version)
}

// errClientHasProjects is the error of the delete of a client with projects.
var errClientHasProjects = problem.Conflict(problem.WriteRace,
	"The client has projects, or was changed by another request.")

// DeleteClient deletes a client without projects. Errors: conflict when it has
// projects, or was changed or deleted concurrently.
func (s *Store) DeleteClient(ctx context.Context, w domain.ID, c projects.Client) (err error) {
	defer core.Wrap(&err, "DeleteClient", w, c.ID)
	gone := s.DeleteLeaving(key.Client(w, c.ID), domain.DeletionMark{ID: c.ID}).Provided(table.AtVersion(c.Version)).
		Provided(core.ProjectsNow.Is(0)).Or(errClientHasProjects)
	return clientRecords.delete(ctx, s, w, c, gone)
}

// addProjectCount adds to the number of a client's projects. The client must
// exist.
func addProjectCount(w, c domain.ID, by int) table.Action {
	return table.Update(key.Client(w, c), core.ProjectsNow.Add(by))
}

var tagRecords = uniqueRecords[projects.Tag]{
	kind: uniqueTags, key: key.Tag, id: func(g projects.Tag) domain.ID { return g.ID },
	item:    func(w domain.ID, g projects.Tag) table.Item { return table.Encode(key.Tag(w, g.ID), g) },
	guards:  func(w domain.ID, g projects.Tag) guards { return uniqueTags.guards(w, "", g.Name, g.ExternalID) },
	changed: core.Attributes[projects.Tag]("Name", "ExternalID"),
}

// Tag reads a tag. Errors: not_found.
func (s *Store) Tag(ctx context.Context, w, g domain.ID) (_ projects.Tag, err error) {
	defer core.Wrap(&err, "Tag", w, g)
	return table.GetExisting[projects.Tag](ctx, s.Table, key.Tag(w, g))
}

// TagByExternalID reads the tag with an external id; nil when there is none.
func (s *Store) TagByExternalID(ctx context.Context, w domain.ID, x domain.ExternalID) (_ *projects.Tag, err error) {
	defer core.Wrap(&err, "TagByExternalID", w)
	return tagRecords.byExternalID(ctx, s, w, x)
}

// FindTags is FindClients for tags.
func (s *Store) FindTags(ctx context.Context, w domain.ID,
	candidates []projects.Tag) (_ []Found[projects.Tag], err error) {
	defer core.Wrap(&err, "FindTags", w)
	return tagRecords.find(ctx, s, w, candidates)
}

// Tags lists the tags of a workspace by id.
func (s *Store) Tags(
	ctx context.Context, w domain.ID, p table.PageRequest, keep func(projects.Tag) bool,
) (_ table.Page[projects.Tag], err error) {
	defer core.Wrap(&err, "Tags", w)
	return table.List(ctx, s.Table, table.PrefixRange(table.Base, key.WorkspacePK(w), key.TagPrefix), p, keep)
}

// CreateTag creates a tag. Errors: validation when the name is taken,
// domain.ErrExternalIDTaken.
func (s *Store) CreateTag(ctx context.Context, w domain.ID, g projects.Tag, r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateTag", w, g.ID)
	return tagRecords.create(ctx, s, w, g, r)
}

// ChangeTag writes a tag's name and external id in place of what was read. Errors:
// conflict when it was changed or deleted concurrently, and as CreateTag.
func (s *Store) ChangeTag(ctx context.Context, w domain.ID, was, now projects.Tag) (err error) {
	defer core.Wrap(&err, "ChangeTag", w, was.ID)
	return tagRecords.change(ctx, s, w, was, now, was.Version)
}

// DeleteTag deletes an unused tag. Errors: conflict when it was used, changed or
// deleted concurrently.
func (s *Store) DeleteTag(ctx context.Context, w domain.ID, g projects.Tag) (err error) {
	defer core.Wrap(&err, "DeleteTag", w, g.ID)
	return tagRecords.delete(ctx, s, w, g, s.DeleteUnused(key.Tag(w, g.ID), g.Version, domain.DeletionMark{ID: g.ID}))
}
