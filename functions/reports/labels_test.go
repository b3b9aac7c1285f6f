package reports

import (
	"context"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/store"
)

// namingStore has projects, of which it gives some as the newest. It notes how many it is asked for by their ids.
type namingStore struct {
	Store
	newest int
	limit  int // of the newest; 0 when it was not asked for them
	byID   int
}

func (s *namingStore) NewestProjects(_ context.Context, _ domain.ID,
	limit int) (map[domain.ID]projects.Project, error) {
	s.limit = limit
	all := map[domain.ID]projects.Project{}
	for _, id := range namedProjects(s.newest) {
		all[id] = projects.Project{ID: id}
	}
	return all, nil
}

func (s *namingStore) Records(_ context.Context, _ domain.ID, refs store.Refs) (store.Records, error) {
	s.byID = len(refs.Projects)
	found := store.Records{Projects: map[domain.ID]projects.Project{}}
	for _, id := range refs.Projects {
		found.Projects[id] = projects.Project{ID: id}
	}
	return found, nil
}

// namedProjects are ids in an order.
func namedProjects(n int) (all []domain.ID) {
	for i := range n {
		all = append(all, domain.ID(rune('a'+i)))
	}
	return all
}

// Of many projects only those are read by their ids that are not among the newest, and each is read.
func TestManyProjectsAreReadTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ named, newest, limit, byID int }{
		{manyProjects, 200, 0, manyProjects}, {manyProjects + 1, 200, 2*manyProjects + 2, manyProjects - 199},
		{manyProjects + 1, manyProjects + 50, 2*manyProjects + 2, 0},
	} {
		s := &namingStore{newest: c.newest}
		found, err := (&Family{store: s}).records(t.Context(), "w", store.Refs{Projects: namedProjects(c.named)})
		if err != nil || len(found.Projects) != c.named || s.limit != c.limit || s.byID != c.byID {
			t.Errorf("%+v: found %d with the limit %d, %d by id, error %v", c, len(found.Projects), s.limit, s.byID, err)
		}
	}
}
