package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// findProject finds a project by its name, by that of its client and its own with a slash between them, or by its id.
// Nothing before the slash is a project without a client. Errors: those of findIn.
func (s *session) findProject(ctx context.Context, name string) (*uuid.UUID, error) {
	return s.findProjectOf(ctx, name, false)
}

// findProjectOf is findProject among archived projects, or among the others.
func (s *session) findProjectOf(ctx context.Context, name string, archived bool) (*uuid.UUID, error) {
	all := api.ProjectsListParams{IsArchived: &archived}
	found, err := s.findProjectAmong(ctx, name, all, func(api.Project) bool { return true })
	if several, ok := errors.AsType[*ambiguousNameError](err); ok {
		return nil, s.withClients(ctx, several)
	}
	before, after, ok := strings.Cut(name, "/")
	if !isNotFound(err) || !ok {
		return found, err
	}
	if strings.TrimSpace(before) == "" {
		return s.findProjectAmong(ctx, after, all, func(p api.Project) bool { return p.ClientId == nil })
	}
	customer, err := s.findClient(ctx, before, false)
	if err != nil {
		return nil, err
	}
	all.ClientId = customer
	return s.findProjectAmong(ctx, after, all, func(api.Project) bool { return true })
}

// findProjectAmong finds a project of those that a list has and that fit.
func (s *session) findProjectAmong(ctx context.Context, name string, params api.ProjectsListParams,
	fits func(api.Project) bool) (*uuid.UUID, error) {
	name = strings.TrimSpace(name)
	params.Search = searchable(name)
	all := client.All(ctx, s.ProjectsListWithResponse, &params)
	return findIn(func(yield func(api.Project, error) bool) {
		for p, err := range all {
			if (err != nil || fits(p)) && !yield(p, err) {
				return
			}
		}
	}, "project", name, func(p api.Project) named { return named{ID: p.Id.String(), Name: p.Name, Within: p.ClientId} })
}

// findClient finds a client by its name or its id, among the archived ones or among the others.
// Errors: those of findIn.
func (s *session) findClient(ctx context.Context, name string, archived bool) (*uuid.UUID, error) {
	all := client.All(ctx, s.ClientsListWithResponse,
		&api.ClientsListParams{Search: searchable(strings.TrimSpace(name)), IsArchived: &archived})
	return findIn(all, "client", name, func(c api.Customer) named { return named{ID: c.Id.String(), Name: c.Name} })
}

// withClients adds the names of the clients to projects that are called alike.
func (s *session) withClients(ctx context.Context, several *ambiguousNameError) error {
	names := map[uuid.UUID]string{}
	alike := *several
	alike.Candidates = slices.Clone(several.Candidates)
	for i, candidate := range several.Candidates[:min(len(several.Candidates), maxCandidates)] {
		name, err := s.clientName(ctx, names, candidate.Within)
		if err != nil {
			return err
		}
		if alike.isTaken(candidate.Name) {
			several.Candidates[i].Name = cmp.Or(name, "/") + candidate.Name
		}
	}
	return several
}
