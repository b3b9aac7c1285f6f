package importer

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"stint/shared/client"
	"stint/shared/client/api"
)

// makeRecords makes the clients, projects, tasks and tags that are missing.
func (x *Import) makeRecords(ctx context.Context) error {
	for _, make := range []func(context.Context) error{x.makeClients, x.makeTags, x.makeProjects, x.makeTasks} {
		if err := make(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (x *Import) makeClients(ctx context.Context) error {
	return x.upsert("client", missing(x.catalog.clients), func(records []*record) ([]answered, error) {
		request := api.CustomerUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, customerItem(r))
		}
		got, err := client.Get(x.ClientsUpsertWithResponse(ctx, request))
		return answers(got, err, func(i api.CustomerUpsertResult) answered {
			return answered{i.Record.Id, i.Record.Name, i.Record.Version, i.Created}
		})
	})
}

func (x *Import) makeTags(ctx context.Context) error {
	return x.upsert("tag", missing(x.catalog.tags), func(records []*record) ([]answered, error) {
		request := api.TagUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, api.TagUpsertItem{Name: r.name, ExternalId: r.externalID()})
		}
		got, err := client.Get(x.TagsUpsertWithResponse(ctx, request))
		return answers(got, err, func(i api.TagUpsertResult) answered {
			return answered{i.Record.Id, i.Record.Name, i.Record.Version, i.Created}
		})
	})
}

// makeProjects makes projects. Those whose client is refused are refused with it.
func (x *Import) makeProjects(ctx context.Context) error {
	clientOf := map[*record]*record{}
	for key, r := range x.catalog.projects {
		if c := x.catalog.clients[key.client]; c != nil {
			clientOf[r] = c
			r.failWith(c)
		}
	}
	return x.upsert(projectKind, missing(x.catalog.projects), func(records []*record) ([]answered, error) {
		request := api.ProjectUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, projectItem(r, clientOf[r]))
		}
		got, err := client.Get(x.ProjectsUpsertWithResponse(ctx, request))
		return answers(got, err, func(i api.ProjectUpsertResult) answered {
			return answered{i.Record.Id, i.Record.Name, i.Record.Version, i.Created}
		})
	})
}

// makeTasks makes tasks. Those whose project is refused are refused with it.
func (x *Import) makeTasks(ctx context.Context) error {
	for key, project := range x.projectsWithTasks() {
		for _, r := range x.tasksOf(key) {
			r.failWith(project)
		}
		err := x.upsert("task", missing(x.tasksOf(key)), func(records []*record) ([]answered, error) {
			request := api.TaskUpsertRequest{}
			for _, r := range records {
				request.Items = append(request.Items, api.TaskUpsertItem{Name: r.name, ExternalId: r.externalID()})
			}
			got, err := client.Get(x.TasksUpsertWithResponse(ctx, project.id, request))
			return answers(got, err, func(i api.TaskUpsertResult) answered {
				return answered{i.Record.Id, i.Record.Name, i.Record.Version, i.Created}
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// missing are the records that have to be made, in a stable order.
func missing[K comparable](records map[K]*record) []*record {
	all := slices.SortedFunc(maps.Values(records), func(a, b *record) int {
		return cmp.Or(cmp.Compare(a.external, b.external), cmp.Compare(a.label, b.label))
	})
	return slices.DeleteFunc(all, func(r *record) bool { return r.exists() || r.failure != nil })
}
