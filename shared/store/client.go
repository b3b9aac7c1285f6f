package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

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

// CreateClient creates a client. Errors: validation when the name is taken.
func (s *Store) CreateClient(ctx context.Context, w domain.ID, c domain.Client, r domain.ReplayRecord) error {
	return s.table.Commit(ctx, append(s.rememberActions(r),
		table.Create(table.Encode(clientKey(w, c.ID), c)),
		clientNameGuard(c).claim(w, c.ID),
	)...)
}

// ChangeClient writes a client's name, address and archiving in place of what was
// read. It leaves the number of projects as it is. Errors: conflict when the
// client was changed or deleted concurrently, validation when the name is taken.
func (s *Store) ChangeClient(ctx context.Context, w domain.ID, was, now domain.Client) error {
	changed := table.UpdateAttributes(table.Encode(clientKey(w, now.ID), now), was.Version, "name", "email", "archived")
	return s.table.Commit(ctx, append([]table.Action{changed}, clientNameGuard(was).rename(w, now.ID, clientNameGuard(now))...)...)
}

// DeleteClient deletes a client without projects. Errors: conflict when it has
// projects, or was changed or deleted concurrently.
func (s *Store) DeleteClient(ctx context.Context, w domain.ID, c domain.Client) error {
	alone := expression.Name("refs").Equal(expression.Value(0))
	return s.table.Commit(ctx,
		s.deleteLeaving(clientKey(w, c.ID), domain.DeletionMark{ID: c.ID}).Provided(table.AtVersion(c.Version)).Provided(alone).Or(errClientHasProjects),
		clientNameGuard(c).release(w),
	)
}

// addProjectCount adds to the number of a client's projects. The client must
// exist.
func addProjectCount(w, c domain.ID, by int) table.Action {
	return table.Update(clientKey(w, c), expression.Add(expression.Name("refs"), expression.Value(by)))
}

func clientNameGuard(c domain.Client) nameGuard { return nameGuard{clientNames, "", c.Name} }
