package importer

import (
	"context"
	"iter"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// readCatalog finds which records exist: by the external id of a former import, or by name.
func (r *reading) readCatalog(ctx context.Context) error {
	if err := inOrder(ctx, r.readClients, r.readTags, r.readProjects, r.readTasks); err != nil {
		return err
	}
	r.noteOtherNames()
	return nil
}

func (r *reading) readClients(context.Context) error {
	return match(r.catalog.of(clientKind), client.Each(r.to.records.clients), func(c api.Customer) named {
		return named{found{id: c.Id, version: c.Version, archived: c.IsArchived}, clientKind.ref(c.Name), c.Name,
			c.ExternalId}
	})
}

func (r *reading) readTags(ctx context.Context) error {
	all := client.All(ctx, r.to.TagsListWithResponse, nil)
	return match(r.catalog.of(tagKind), all, func(t api.Tag) named {
		return named{found{id: t.Id}, tagKind.ref(t.Name), t.Name, t.ExternalId}
	})
}

func (r *reading) readProjects(context.Context) error {
	clients := map[uuid.UUID]ref{uuid.Nil: clientKind.ref("")} // of the files
	for c := range r.catalog.of(clientKind) {
		if c.exists() {
			clients[c.id] = c.ref
		}
	}
	return match(r.catalog.of(projectKind), client.Each(r.to.records.projects), func(p api.Project) named {
		of := orZero(p.ClientId)
		above, isInFiles := clients[of]
		if !isInFiles {
			above = ref{clientKind, [3]string{of.String()}}
		}
		return named{found{id: p.Id, version: p.Version, archived: p.IsArchived, closed: !p.CanTrack, managed: p.CanEdit},
			above.below(p.Name), p.Name, p.ExternalId}
	})
}

// readTasks reads the tasks of the projects that exist and have tasks in the files. Tasks whose external id a task of
// another project has are made without one.
func (r *reading) readTasks(ctx context.Context) error {
	used := map[string]bool{} // external ids
	for project, tasks := range r.catalog.tasksByProject() {
		if !project.exists() {
			continue
		}
		list := client.Below(r.to.TasksListWithResponse, project.id)
		err := match(slices.Values(tasks), client.All(ctx, list, nil), func(t api.Task) named {
			used[orZero(t.ExternalId)] = true
			return named{found{id: t.Id, version: t.Version, archived: t.IsArchived},
				project.below(t.Name), t.Name, t.ExternalId}
		})
		if err != nil {
			return err
		}
	}
	for task := range r.catalog.of(taskKind) {
		if !task.exists() && task.external != "" && used[task.external] {
			task.dropExternal()
		}
	}
	return nil
}

// named is a record of the workspace with what it may be found by.
type named struct {
	found
	ref      ref
	name     string
	external *string
}

// match notes the records that exist. One with the name in the files wins over one with the external
// id, because anyone who may make records can give them any external id.
func match[T any](records iter.Seq[*record], all iter.Seq2[T, error], of func(T) named) error {
	byRef, byExternal, taken := map[ref]*record{}, map[string]*record{}, map[uuid.UUID]bool{}
	for r := range records {
		byRef[r.ref], byExternal[r.external] = r, r
	}
	renamed := map[*record]named{}
	for one, err := range all {
		if err != nil {
			return err
		}
		n := of(one)
		ours := byExternal[orZero(n.external)]
		if r := byRef[n.ref]; r != nil && !r.isNamed {
			r.found, r.isOurs, r.isNamed, taken[n.id] = n.found, r == ours, true, true
		}
		if ours != nil {
			renamed[ours] = n
		}
	}
	for r, n := range renamed {
		switch {
		case r.isNamed:
		case taken[n.id]:
			r.dropExternal() // the record with the external id is another one of the files
		default:
			r.found, r.isOurs, r.called = n.found, true, n.name
		}
	}
	return nil
}
