package store

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/table"
)

// ProjectQuery says which projects to list, and for whom.
type ProjectQuery struct {
	ClientID domain.ID // only this client's; "" is any
	UserID   domain.ID // whose project memberships to add; "" is none
	// Keep is the filter; nil keeps all.
	Keep func(domain.ProjectAccess) bool
}

// Projects lists projects of a workspace by id. It reads the user's project
// memberships in parallel with the first page.
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
		page, err = table.List(ctx, s.table, query.keyRange(w), p, query.filter(access))
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

func (a ProjectQuery) keyRange(w domain.ID) table.Range {
	if a.ClientID != "" {
		return table.PrefixRange(table.ByLSK, workspacePK(w), projectOfClientLSK(a.ClientID, ""))
	}
	return table.PrefixRange(table.Base, workspacePK(w), projectPrefix)
}

func (a ProjectQuery) filter(access func(domain.Project) domain.ProjectAccess) func(domain.Project) bool {
	if a.Keep == nil {
		return nil
	}
	return func(project domain.Project) bool { return a.Keep(access(project)) }
}

// projectMembershipsOf reads a user's project memberships, by project.
func (s *Store) projectMembershipsOf(ctx context.Context, w, u domain.ID) (map[domain.ID]domain.ProjectMember, error) {
	if u == "" {
		return nil, nil
	}
	rows, err := table.ReadAll[domain.ProjectMember](ctx, s.table, table.PrefixRange(table.ByLSK, workspacePK(w), memberOfProjectLSK(u, "")))
	byProject := make(map[domain.ID]domain.ProjectMember, len(rows))
	for _, row := range rows {
		byProject[row.ProjectID] = row
	}
	return byProject, err
}
