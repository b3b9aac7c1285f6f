package store

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// ProjectsAsked says which projects are wanted, and for whom.
type ProjectsAsked struct {
	ClientID domain.ID // only this client's; "" is any
	UserID   domain.ID // whose place in them is wanted too; "" is nobody's
	// Keep leaves out what it does not hold for; nil keeps all.
	Keep func(domain.Standing) bool
}

// Projects lists projects of a workspace by id. The user's memberships are
// read in the same round as the first page.
func (s *Store) Projects(ctx context.Context, w domain.ID, asked ProjectsAsked, p Page) (Listed[domain.Standing], error) {
	var mine map[domain.ID]domain.ProjectMember
	var page Listed[domain.Project]
	known := make(chan struct{}) // closed when mine is complete
	standing := func(project domain.Project) domain.Standing {
		<-known
		if place, ok := mine[project.ID]; ok {
			return domain.Standing{Project: project, Mine: &place}
		}
		return domain.Standing{Project: project}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		defer close(known)
		mine, err = s.placesOf(ctx, w, asked.UserID)
		return err
	})
	group.Go(func() (err error) {
		page, err = list(ctx, s, asked.walk(w), p, asked.keep(standing))
		return err
	})
	if err := group.Wait(); err != nil {
		return Listed[domain.Standing]{}, err
	}
	out := Listed[domain.Standing]{Items: make([]domain.Standing, len(page.Items)), Next: page.Next}
	for i, project := range page.Items {
		out.Items[i] = standing(project)
	}
	return out, nil
}

func (a ProjectsAsked) walk(w domain.ID) walk {
	if a.ClientID != "" {
		return under(byLSK, workspacePK(w), projectOfClientLSK(a.ClientID, ""))
	}
	return under(base, workspacePK(w), "P#")
}

func (a ProjectsAsked) keep(standing func(domain.Project) domain.Standing) func(domain.Project) bool {
	if a.Keep == nil {
		return nil
	}
	return func(project domain.Project) bool { return a.Keep(standing(project)) }
}

// placesOf reads a user's memberships of projects, by project.
func (s *Store) placesOf(ctx context.Context, w, u domain.ID) (map[domain.ID]domain.ProjectMember, error) {
	if u == "" {
		return nil, nil
	}
	rows, err := all[domain.ProjectMember](ctx, s, under(byLSK, workspacePK(w), memberOfProjectLSK(u, "")))
	places := make(map[domain.ID]domain.ProjectMember, len(rows))
	for _, row := range rows {
		places[row.ProjectID] = row
	}
	return places, err
}
