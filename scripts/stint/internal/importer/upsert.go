package importer

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
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
	return upsert(missing(x.catalog.clients), func(records []*record) error {
		request := api.CustomerUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, customerItem(r))
		}
		got, err := client.Get(x.ClientsUpsertWithResponse(ctx, request))
		return take(records, err, func(i int) uuid.UUID { return got.Items[i].Record.Id })
	})
}

func (x *Import) makeTags(ctx context.Context) error {
	return upsert(missing(x.catalog.tags), func(records []*record) error {
		request := api.TagUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, api.TagUpsertItem{Name: r.name, ExternalId: &r.external})
		}
		got, err := client.Get(x.TagsUpsertWithResponse(ctx, request))
		return take(records, err, func(i int) uuid.UUID { return got.Items[i].Record.Id })
	})
}

func (x *Import) makeProjects(ctx context.Context) error {
	clientOf := map[*record]*uuid.UUID{}
	for key, r := range x.catalog.projects {
		if key.client != "" {
			clientOf[r] = &x.catalog.clients[key.client].id
		}
	}
	return upsert(missing(x.catalog.projects), func(records []*record) error {
		request := api.ProjectUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, projectItem(r, clientOf[r]))
		}
		got, err := client.Get(x.ProjectsUpsertWithResponse(ctx, request))
		return take(records, err, func(i int) uuid.UUID { return got.Items[i].Record.Id })
	})
}

func (x *Import) makeTasks(ctx context.Context) error {
	for key, project := range x.projectsWithTasks() {
		tasks := missing(x.catalog.tasks, func(k taskKey) bool { return k.projectKey == key })
		err := upsert(tasks, func(records []*record) error {
			request := api.TaskUpsertRequest{}
			for _, r := range records {
				request.Items = append(request.Items, api.TaskUpsertItem{Name: r.name, ExternalId: &r.external})
			}
			got, err := client.Get(x.TasksUpsertWithResponse(ctx, project.id, request))
			return take(records, err, func(i int) uuid.UUID { return got.Items[i].Record.Id })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// missing are the records that have to be made, in a stable order.
func missing[K comparable](records map[K]*record, are ...func(K) bool) []*record {
	var all []*record
	for _, r := range slices.SortedFunc(maps.Keys(records), func(a, b K) int { return cmp.Compare(records[a].external, records[b].external) }) {
		if records[r].id == uuid.Nil && (len(are) == 0 || are[0](r)) {
			all = append(all, records[r])
		}
	}
	return all
}

// upsert makes records, as many with each request as the service takes.
func upsert(records []*record, send func([]*record) error) error {
	for chunk := range slices.Chunk(records, domain.MaxUpsertRows) {
		if err := send(chunk); err != nil {
			return err
		}
	}
	return nil
}

// take notes the ids of the records that were made.
func take(records []*record, err error, id func(int) uuid.UUID) error {
	if err != nil {
		return err
	}
	for i, r := range records {
		r.id, r.isOurs = id(i), true
	}
	return nil
}
