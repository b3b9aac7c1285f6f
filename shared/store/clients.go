package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// errClientHasProjects is what the delete of a client is told that has some.
var errClientHasProjects = problem.Clash("The client has projects, or was changed meanwhile.")

// Client reads a client. Errors: not_found.
func (s *Store) Client(ctx context.Context, w, c domain.ID) (domain.Client, error) {
	return mustGet[domain.Client](ctx, s, clientKey(w, c))
}

// Clients lists the clients of a workspace by id.
func (s *Store) Clients(ctx context.Context, w domain.ID, p Page, keep func(domain.Client) bool) (Listed[domain.Client], error) {
	return list(ctx, s, under(base, workspacePK(w), "C#"), p, keep)
}

// CreateClient makes a client. Errors: validation when the name is taken.
func (s *Store) CreateClient(ctx context.Context, w domain.ID, c domain.Client, r domain.Remember) error {
	return s.commit(ctx, append(s.remembering(r),
		create(encode(clientKey(w, c.ID), c)),
		clientTitle(c).claim(w, c.ID),
	)...)
}

// ChangeClient writes a client's name, address and archiving over what was
// read; the count of its projects stays out of it. Errors: conflict when it
// was changed or deleted meanwhile, validation when the name is taken.
func (s *Store) ChangeClient(ctx context.Context, w domain.ID, was, now domain.Client) error {
	changed := amend(encode(clientKey(w, now.ID), now), was.Version, "name", "email", "archived")
	return s.commit(ctx, append([]action{changed}, clientTitle(was).exchange(w, now.ID, clientTitle(now))...)...)
}

// DeleteClient deletes a client that has no projects. Errors: conflict when it
// has some, or was changed or deleted meanwhile.
func (s *Store) DeleteClient(ctx context.Context, w domain.ID, c domain.Client) error {
	alone := expression.Name("refs").Equal(expression.Value(0))
	return s.commit(ctx,
		erase(clientKey(w, c.ID)).provided(atVersion(c.Version)).provided(alone).or(errClientHasProjects),
		clientTitle(c).release(w),
	)
}

// counted adds to the number of a client's projects; it must be there.
func counted(w, c domain.ID, by int) action {
	return change(clientKey(w, c), expression.Add(expression.Name("refs"), expression.Value(by)))
}

func clientTitle(c domain.Client) title { return title{clientNames, "", c.Name} }
