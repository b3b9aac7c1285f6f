package store

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/table"
)

// RecentWork is what suggestions for a user are made from.
type RecentWork struct {
	Entries        []domain.Entry // latest start first, including the running timer
	Projects       []domain.Project
	Tasks          []domain.Task
	ProjectMembers map[domain.ID]domain.ProjectMember // by project; nil unless the query asks for them
}

// RecentQuery says for whom suggestions are made.
type RecentQuery struct {
	UserID         domain.ID
	Since          domain.Instant // the earliest start of an entry that counts
	ProjectMembers bool           // whether to read the user's project memberships
}

// RecentWork reads a user's latest entries, and the newest projects and tasks of
// the workspace, with at most four parallel, bounded and strongly consistent
// reads. Very long descriptions reduce the number of entries: two queries hold
// some 100 of the longest.
func (s *Store) RecentWork(ctx context.Context, w domain.ID, a RecentQuery) (r RecentWork, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		r.Entries, err = table.ReadFirst[domain.Entry](ctx, s.table, startTimeRange(table.ByLSK, timePK(w, a.UserID), &a.Since, nil), domain.MaxSuggestEntries)
		return err
	})
	group.Go(func() (err error) {
		r.Projects, err = table.ReadFirst[domain.Project](ctx, s.table, newestRange(w, projectPrefix), domain.MaxSuggestProjects)
		return err
	})
	group.Go(func() (err error) {
		r.Tasks, err = table.ReadFirst[domain.Task](ctx, s.table, newestRange(w, taskPrefix), domain.MaxSuggestProjects)
		return err
	})
	if a.ProjectMembers {
		group.Go(func() (err error) {
			r.ProjectMembers, err = s.newestProjectMemberships(ctx, w, a.UserID)
			return err
		})
	}
	err = group.Wait()
	return r, err
}

// newestRange is the range of a workspace's records of one kind, the newest
// first: their ids begin with the time of their creation.
func newestRange(w domain.ID, prefix string) table.Range {
	r := table.PrefixRange(table.Base, workspacePK(w), prefix)
	r.Descending = true
	return r
}

// maxProjectMemberships is more than two queries can return.
const maxProjectMemberships = 20_000

// newestProjectMemberships reads a user's project memberships of the newest
// projects.
func (s *Store) newestProjectMemberships(ctx context.Context, w, u domain.ID) (map[domain.ID]domain.ProjectMember, error) {
	r := table.PrefixRange(table.ByLSK, workspacePK(w), memberOfProjectLSK(u, ""))
	r.Descending = true
	rows, err := table.ReadFirst[domain.ProjectMember](ctx, s.table, r, maxProjectMemberships)
	byProject := make(map[domain.ID]domain.ProjectMember, len(rows))
	for _, row := range rows {
		byProject[row.ProjectID] = row
	}
	return byProject, err
}
