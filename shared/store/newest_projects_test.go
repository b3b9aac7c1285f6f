package store

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The newest projects are those with the highest ids, and one query reads them.
func TestNewestProjects(t *testing.T) {
	b := newTestStore(t)
	w := domain.NewID()
	var ids []domain.ID
	for range 5 {
		p := projects.Project{ID: domain.NewID(), Version: 1}
		ids = append(ids, p.ID)
		b.write(t, table.Encode(key.Project(w, p.ID), p))
	}
	b.probe.Reset()
	found, err := b.NewestProjects(ctx(t), w, 3)
	if cost := b.probe.Snapshot(); err != nil || len(found) != 3 || cost.Calls["Query"] != 1 {
		t.Fatalf("%d projects, %v, %v", len(found), cost.Calls, err)
	}
	for _, id := range ids[2:] {
		if found[id].ID != id {
			t.Errorf("%s is missing", id)
		}
	}
}
