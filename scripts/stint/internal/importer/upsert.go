package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
		if err != nil {
			return err
		}
		return take(records, len(got.Items), func(i int) (uuid.UUID, string) { return got.Items[i].Record.Id, got.Items[i].Record.Name })
	})
}

func (x *Import) makeTags(ctx context.Context) error {
	return upsert(missing(x.catalog.tags), func(records []*record) error {
		request := api.TagUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, api.TagUpsertItem{Name: r.name, ExternalId: &r.external})
		}
		got, err := client.Get(x.TagsUpsertWithResponse(ctx, request))
		if err != nil {
			return err
		}
		return take(records, len(got.Items), func(i int) (uuid.UUID, string) { return got.Items[i].Record.Id, got.Items[i].Record.Name })
	})
}

func (x *Import) makeProjects(ctx context.Context) error {
	clientOf := map[*record]*uuid.UUID{}
	for key, r := range x.catalog.projects {
		if c := x.catalog.clients[key.client]; c != nil {
			clientOf[r] = &c.id
		}
	}
	return upsert(missing(x.catalog.projects), func(records []*record) error {
		request := api.ProjectUpsertRequest{}
		for _, r := range records {
			request.Items = append(request.Items, projectItem(r, clientOf[r]))
		}
		got, err := client.Get(x.ProjectsUpsertWithResponse(ctx, request))
		if err != nil {
			return err
		}
		return take(records, len(got.Items), func(i int) (uuid.UUID, string) { return got.Items[i].Record.Id, got.Items[i].Record.Name })
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
			if err != nil {
				return err
			}
			return take(records, len(got.Items), func(i int) (uuid.UUID, string) { return got.Items[i].Record.Id, got.Items[i].Record.Name })
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
		if !records[r].exists() && (len(are) == 0 || are[0](r)) {
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

// errShortAnswer ends an import when the answer of the service has not one record for each that was sent.
var errShortAnswer = errors.New("the service did not answer with each record that was sent: run the same command again")

// take notes the ids of the records that were made, or that another program made since the plan. The
// latter may have the external id and another name.
func take(records []*record, answered int, one func(int) (id uuid.UUID, name string)) error {
	if answered != len(records) {
		return errShortAnswer
	}
	for i, r := range records {
		id, name := one(i)
		if normal(name) != normal(r.name) {
			return fmt.Errorf("%q is called %q in the workspace since the plan: run the same command again", r.label, name)
		}
		r.id, r.isOurs = id, true
	}
	return nil
}
