package importer

import (
	"context"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// most is the most records on a page.
func most() *int64 { return new(int64(200)) }

// readCatalog finds which records exist: by the external id of a former import, or by name.
func (x *Import) readCatalog(ctx context.Context) error {
	for _, read := range []func(context.Context) error{x.readClients, x.readTags, x.readProjects, x.readTasks} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	x.noteOtherNames()
	return nil
}

func (x *Import) readClients(ctx context.Context) error {
	all := client.All(ctx, x.ClientsListWithResponse, &api.ClientsListParams{Limit: most()})
	return match(x.catalog.clients, all, func(c api.Customer) (string, found) {
		x.seen[c.Id] = c.Name
		return normal(c.Name), found{id: c.Id, name: c.Name, external: c.ExternalId, version: c.Version, archived: c.IsArchived}
	})
}

func (x *Import) readTags(ctx context.Context) error {
	all := client.All(ctx, x.TagsListWithResponse, &api.TagsListParams{Limit: most()})
	return match(x.catalog.tags, all, func(t api.Tag) (string, found) {
		return normal(t.Name), found{id: t.Id, name: t.Name, external: t.ExternalId}
	})
}

func (x *Import) readProjects(ctx context.Context) error {
	clients := map[uuid.UUID]string{} // their keys
	for key, c := range x.catalog.clients {
		clients[c.id] = key
	}
	clients[uuid.Nil] = ""
	all := client.All(ctx, x.ProjectsListWithResponse, &api.ProjectsListParams{Limit: most()})
	return match(x.catalog.projects, all, func(p api.Project) (projectKey, found) {
		of := uuid.Nil
		if p.ClientId != nil {
			of = *p.ClientId
		}
		x.seen[p.Id] = joined(x.seen[of], p.Name)
		key := projectKey{clients[of], normal(p.Name)}
		if _, ok := clients[of]; !ok {
			key = projectKey{of.String(), normal(p.Name)} // of a client that no file names
		}
		return key, found{id: p.Id, name: p.Name, external: p.ExternalId, version: p.Version, archived: p.IsArchived, closed: !p.CanTrack, managed: p.CanEdit}
	})
}

// readTasks reads the tasks of the projects that exist and have tasks in the files.
func (x *Import) readTasks(ctx context.Context) error {
	used := map[string]bool{} // external ids
	for key, project := range x.projectsWithTasks() {
		if !project.exists() {
			continue
		}
		list := func(ctx context.Context, p *api.TasksListParams, e ...api.RequestEditorFn) (*api.TasksListResponse, error) {
			return x.TasksListWithResponse(ctx, project.id, p, e...)
		}
		err := match(x.tasksOf(key), client.All(ctx, list, &api.TasksListParams{Limit: most()}), func(t api.Task) (taskKey, found) {
			used[deref(t.ExternalId)] = true
			return taskKey{key, normal(t.Name)}, found{id: t.Id, name: t.Name, external: t.ExternalId, version: t.Version, archived: t.IsArchived}
		})
		if err != nil {
			return err
		}
	}
	x.dropUsedIDs(used)
	return nil
}
