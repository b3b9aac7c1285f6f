package store

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// Recent is what suggestions for a user are made from.
type Recent struct {
	Entries  []domain.Entry // latest start first, the running timer among them
	Projects []domain.Project
	Tasks    []domain.Task
	Places   map[domain.ID]domain.ProjectMember // by project; nil where they were not asked for
}

// RecentAsked says for whom suggestions are made.
type RecentAsked struct {
	UserID domain.ID
	Since  domain.Instant // the earliest start of an entry that counts
	Places bool           // whether it matters what projects they belong to
}

// Recent reads a user's latest entries, and the newest projects and tasks of
// the workspace, in one consistent round of at most four bounded walks. Of what
// lies further back nothing is read. Very long descriptions make it fewer
// entries: two answers of the engine hold some 100 of the longest.
func (s *Store) Recent(ctx context.Context, w domain.ID, a RecentAsked) (r Recent, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		r.Entries, err = begin[domain.Entry](ctx, s, span(byLSK, timePK(w, a.UserID), &a.Since, nil), domain.SuggestFrom)
		return err
	})
	group.Go(func() (err error) {
		r.Projects, err = begin[domain.Project](ctx, s, newest(w, "P#"), domain.SuggestAmong)
		return err
	})
	group.Go(func() (err error) {
		r.Tasks, err = begin[domain.Task](ctx, s, newest(w, "T#"), domain.SuggestAmong)
		return err
	})
	if a.Places {
		group.Go(func() (err error) {
			r.Places, err = s.newestPlaces(ctx, w, a.UserID)
			return err
		})
	}
	err = group.Wait()
	return r, err
}

// newest is the walk over a workspace's things of a kind, the newest first:
// their ids lead with the time they were made.
func newest(w domain.ID, prefix string) walk {
	way := under(base, workspacePK(w), prefix)
	way.newest = true
	return way
}

// maxPlaces is more memberships than two answers of the engine hold.
const maxPlaces = 20_000

// newestPlaces reads a user's memberships of the newest projects.
func (s *Store) newestPlaces(ctx context.Context, w, u domain.ID) (map[domain.ID]domain.ProjectMember, error) {
	way := under(byLSK, workspacePK(w), memberOfProjectLSK(u, ""))
	way.newest = true
	rows, err := begin[domain.ProjectMember](ctx, s, way, maxPlaces)
	places := make(map[domain.ID]domain.ProjectMember, len(rows))
	for _, row := range rows {
		places[row.ProjectID] = row
	}
	return places, err
}
