package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
	"stint/shared/problem"
)

// makeRecords makes the clients, projects, tasks and tags that are missing.
func (x *run) makeRecords(ctx context.Context) error {
	for _, make := range []func(context.Context) error{x.makeClients, x.makeTags, x.makeProjects, x.makeTasks} {
		if err := make(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (x *run) makeClients(ctx context.Context) error {
	return x.upsert(clientKind, missing(x.catalog.clients), func(records []*record) ([]answered, error) {
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

func (x *run) makeTags(ctx context.Context) error {
	return x.upsert(tagKind, missing(x.catalog.tags), func(records []*record) ([]answered, error) {
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
func (x *run) makeProjects(ctx context.Context) error {
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
func (x *run) makeTasks(ctx context.Context) error {
	for key, project := range x.projectsWithTasks() {
		for _, r := range x.tasksOf(key) {
			r.failWith(project)
		}
		err := x.upsert(taskKind, missing(x.tasksOf(key)), func(records []*record) ([]answered, error) {
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

// The kinds of records, as people read them. A project may be hidden from members.
const (
	clientKind  = "client"
	projectKind = "project"
	taskKind    = "task"
	tagKind     = "tag"
)

// answered is a record in the answer to an upsert.
type answered struct {
	id      uuid.UUID
	name    string
	version int64
	isNew   bool
}

// answers are the records in the list that answers an upsert.
func answers[L ~struct {
	Items []T `json:"items"`
}, T any](list *L, err error, of func(T) answered) ([]answered, error) {
	if err != nil {
		return nil, err
	}
	items := struct {
		Items []T `json:"items"`
	}(*list).Items
	all := make([]answered, len(items))
	for i, item := range items {
		all[i] = of(item)
	}
	return all, nil
}

// upsert makes records of a kind, as many with each request as the service takes. The records that
// the service refuses get a failure, and the others are made.
func (x *run) upsert(kind string, records []*record, send func([]*record) ([]answered, error)) error {
	for chunk := range slices.Chunk(records, domain.MaxUpsertRows) {
		for left := chunk; len(left) > 0; {
			got, err := send(left)
			if left, err = x.settle(kind, left, got, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle decides what becomes of the records of a request, and returns those to send again. A refusal
// that is of no single record, such as of a right that was withdrawn since the plan, fails all of them.
// Errors: those of other requests.
func (x *run) settle(kind string, records []*record, got []answered, err error) (again []*record, _ error) {
	p, isProblem := errors.AsType[*client.Problem](err)
	switch {
	case err == nil:
		return nil, take(records, got)
	case isProblem && p.Status == http.StatusUnprocessableEntity:
		return x.settleNamed(kind, records, p)
	case isProblem && (p.Status == http.StatusForbidden || p.Status == http.StatusNotFound):
		for _, r := range records {
			x.fail(r, failureReason(kind, r, nil, p.Detail))
		}
		return nil, nil
	}
	return nil, err
}

// errShortAnswer ends an import when the answer of the service has not one record for each that was sent.
var errShortAnswer = errors.New("the service did not answer with each record that was sent: run the same command again")

// take notes the ids of the records that were made, or that another program made since the plan. The
// latter may have the external id and another name.
func take(records []*record, got []answered) error {
	if len(got) != len(records) {
		return errShortAnswer
	}
	for i, r := range records {
		if normal(got[i].name) != normal(r.name) {
			return fmt.Errorf("%q is called %q in the workspace since the plan: run the same command again", r.label,
				got[i].name)
		}
		r.id, r.version, r.isOurs = got[i].id, got[i].version, got[i].isNew || r.external != ""
	}
	return nil
}

// settleNamed decides what becomes of the records that a problem names. A record is sent again without
// its external id if others have its name or external id and nothing else is wrong: then the record
// with the name is used, or one is made. Any other record fails. It returns the records to send again.
// Errors: the problem, if it names no record.
func (x *run) settleNamed(kind string, records []*record, p *client.Problem) (again []*record, err error) {
	isAnyNamed := false
	for i, r := range records {
		codes := codesOf(p, i)
		isAnyNamed = isAnyNamed || len(codes) > 0
		switch {
		case len(codes) == 0:
			again = append(again, r)
		case r.external != "" && isTaken(codes):
			r.dropExternal()
			again = append(again, r)
		default:
			x.fail(r, failureReason(kind, r, codes, reasonOf(p, i)))
		}
	}
	if !isAnyNamed {
		return nil, p
	}
	return again, nil
}

// codesOf are the codes of what a problem says of a row, by property.
func codesOf(p *client.Problem, index int) map[string]string {
	codes := map[string]string{}
	for _, e := range p.Errors {
		if i, property, ok := rowProperty(e.Field); ok && i == index {
			codes[property] = e.Code
		}
	}
	return codes
}

// isTaken reports whether all that is wrong with a record is that others have its name or external id.
func isTaken(codes map[string]string) bool {
	for property, code := range codes {
		if code != string(problem.DuplicateValue) || property != "externalId" && property != "name" {
			return false
		}
	}
	return true
}
