package store

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// ProjectQuery says which projects are wanted, and for whom.
type ProjectQuery struct {
	ClientID domain.ID // only this client's; "" is any
	UserID   domain.ID // whose place in them is wanted too; "" is nobody's
	// Keep leaves out what it does not hold for; nil keeps all.
	Keep func(domain.ProjectAccess) bool
}

// Projects lists projects of a workspace by id. The user's memberships are
// read in the same round as the first page.
func (s *Store) Projects(ctx context.Context, w domain.ID, query ProjectQuery, p PageRequest) (Page[domain.ProjectAccess], error) {
	var mine map[domain.ID]domain.ProjectMember
	var page Page[domain.Project]
	mineRead := make(chan struct{}) // closed when mine is complete
	access := func(project domain.Project) domain.ProjectAccess {
		<-mineRead
		if member, ok := mine[project.ID]; ok {
			return domain.ProjectAccess{Project: project, Membership: &member}
		}
		return domain.ProjectAccess{Project: project}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		defer close(mineRead)
		mine, err = s.projectMembershipsOf(ctx, w, query.UserID)
		return err
	})
	group.Go(func() (err error) {
		page, err = list(ctx, s, query.keyRange(w), p, query.filter(access))
		return err
	})
	if err := group.Wait(); err != nil {
		return Page[domain.ProjectAccess]{}, err
	}
	out := Page[domain.ProjectAccess]{Items: make([]domain.ProjectAccess, len(page.Items)), Next: page.Next}
	for i, project := range page.Items {
		out.Items[i] = access(project)
	}
	return out, nil
}

func (a ProjectQuery) keyRange(w domain.ID) keyRange {
	if a.ClientID != "" {
		return prefixRange(byLSK, workspacePK(w), projectOfClientLSK(a.ClientID, ""))
	}
	return prefixRange(baseTable, workspacePK(w), "P#")
}

func (a ProjectQuery) filter(access func(domain.Project) domain.ProjectAccess) func(domain.Project) bool {
	if a.Keep == nil {
		return nil
	}
	return func(project domain.Project) bool { return a.Keep(access(project)) }
}

// projectMembershipsOf reads a user's memberships of projects, by project.
func (s *Store) projectMembershipsOf(ctx context.Context, w, u domain.ID) (map[domain.ID]domain.ProjectMember, error) {
	if u == "" {
		return nil, nil
	}
	rows, err := readAll[domain.ProjectMember](ctx, s, prefixRange(byLSK, workspacePK(w), memberOfProjectLSK(u, "")))
	byProject := make(map[domain.ID]domain.ProjectMember, len(rows))
	for _, row := range rows {
		byProject[row.ProjectID] = row
	}
	return byProject, err
}
