package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// errClientHasProjects is the error of the delete of a client with projects.
var errClientHasProjects = problem.Conflict(problem.WriteRace, "The client has projects, or was changed by another request.")

// Client reads a client. Errors: not_found.
func (s *Store) Client(ctx context.Context, w, c domain.ID) (domain.Client, error) {
	return table.GetExisting[domain.Client](ctx, s.table, clientKey(w, c))
}

// Clients lists the clients of a workspace by id.
func (s *Store) Clients(ctx context.Context, w domain.ID, p PageRequest, keep func(domain.Client) bool) (Page[domain.Client], error) {
	return table.List(ctx, s.table, table.PrefixRange(table.Base, workspacePK(w), clientPrefix), p, keep)
}

// CreateClient creates a client. Errors: validation when the name is taken,
// domain.ErrExternalIDTaken.
func (s *Store) CreateClient(ctx context.Context, w domain.ID, c domain.Client, r domain.ReplayRecord) error {
	actions := append(s.rememberActions(r), table.Create(clientItem(w, c)))
	return s.table.Commit(ctx, append(actions, clientGuards(w, c).claim(c.ID)...)...)
}

// ChangeClient writes a client's own properties in place of what was
// read. It leaves the number of projects as it is. Errors: conflict when the
// client was changed or deleted concurrently, and as CreateClient.
func (s *Store) ChangeClient(ctx context.Context, w domain.ID, was, now domain.Client) error {
	changed := table.UpdateAttributes(clientItem(w, now), was.Version, "name", "email", "archived", attrExternalID)
	return s.table.Commit(ctx, append([]table.Action{changed}, clientGuards(w, was).move(now.ID, clientGuards(w, now))...)...)
}

// DeleteClient deletes a client without projects. Errors: conflict when it has
// projects, or was changed or deleted concurrently.
func (s *Store) DeleteClient(ctx context.Context, w domain.ID, c domain.Client) error {
	gone := s.deleteLeaving(clientKey(w, c.ID), domain.DeletionMark{ID: c.ID}).Provided(table.AtVersion(c.Version)).Provided(projectsNow.is(0)).Or(errClientHasProjects)
	return s.table.Commit(ctx, append([]table.Action{gone}, clientGuards(w, c).release()...)...)
}

// addProjectCount adds to the number of a client's projects. The client must
// exist.
func addProjectCount(w, c domain.ID, by int) table.Action {
	return table.Update(clientKey(w, c), projectsNow.add(by))
}

func clientItem(w domain.ID, c domain.Client) table.Item { return table.Encode(clientKey(w, c.ID), c) }

func clientGuards(w domain.ID, c domain.Client) guards {
	return uniqueClients.guards(w, "", c.Name, c.ExternalID)
}
