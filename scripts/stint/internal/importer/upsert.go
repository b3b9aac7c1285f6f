package importer

import (
	"cmp"
	"context"
	"encoding/json"
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

// makeRecords makes the clients, tags, projects and tasks that are missing.
func (x *run) makeRecords(ctx context.Context) error {
	groups := [][]*record{}
	for _, k := range []kind{clientKind, tagKind, projectKind} {
		groups = append(groups, slices.Collect(x.files.catalog.of(k)))
	}
	groups = slices.AppendSeq(groups, maps.Values(x.files.catalog.tasksByProject()))
	for _, records := range groups {
		if err := x.upsert(ctx, records); err != nil {
			return err
		}
	}
	return nil
}

// upsert makes the records that are missing, as many with each request as the service takes. Those that
// the service refuses get a failure, as do those whose client or project has one, and the others are made.
func (x *run) upsert(ctx context.Context, records []*record) error {
	for _, r := range records {
		r.failWith(x.files.catalog.records[r.above()])
	}
	for chunk := range slices.Chunk(missing(records), domain.MaxUpsertRows) {
		for left := chunk; len(left) > 0; {
			got, err := x.sendRecords(ctx, left)
			if left, err = x.settle(left, got, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// missing are the records that have to be made, in a stable order.
func missing(records []*record) []*record {
	slices.SortFunc(records, func(a, b *record) int {
		return cmp.Or(cmp.Compare(a.external, b.external), cmp.Compare(a.label, b.label))
	})
	return slices.DeleteFunc(records, func(r *record) bool { return r.exists() || r.failure != nil })
}

// sendRecords sends records of a kind. Tasks are all of one project.
func (x *run) sendRecords(ctx context.Context, records []*record) ([]answered, error) {
	switch records[0].kind {
	case clientKind:
		return answers(client.GetRecord(x.to.ClientsUpsertWithResponse(ctx,
			api.CustomerUpsertRequest{Items: each(records, customerItem)})))
	case projectKind:
		return answers(client.GetRecord(x.to.ProjectsUpsertWithResponse(ctx,
			api.ProjectUpsertRequest{Items: each(records, x.projectItem)})))
	case taskKind:
		return answers(client.GetRecord(x.to.TasksUpsertWithResponse(ctx, x.files.catalog.records[records[0].above()].id,
			api.TaskUpsertRequest{Items: each(records, taskItem)})))
	}
	return answers(client.GetRecord(x.to.TagsUpsertWithResponse(ctx,
		api.TagUpsertRequest{Items: each(records, tagItem)})))
}

func taskItem(r *record) api.TaskUpsertItem {
	return api.TaskUpsertItem{Name: r.name, ExternalId: r.externalID()}
}

func tagItem(r *record) api.TagUpsertItem { return api.TagUpsertItem(taskItem(r)) } // both have the same properties

func each[T any](records []*record, item func(*record) T) (items []T) {
	for _, r := range records {
		items = append(items, item(r))
	}
	return items
}

// answered is a record in the answer to an upsert.
type answered struct {
	Created bool
	Record  struct {
		ID      uuid.UUID
		Name    string
		Version int64
	}
}

// answers are the records in the list that answers an upsert of any kind.
func answers[L any](list client.Record[L], err error) ([]answered, error) {
	var got struct{ Items []answered }
	if err == nil {
		err = json.Unmarshal(list.Raw, &got)
	}
	return got.Items, err
}

// settle decides what becomes of the records of a request, and returns those to send again. A refusal
// that is of no single record, such as of a right that was withdrawn since the plan, fails all of them.
// Errors: those of other requests.
func (x *run) settle(records []*record, got []answered, err error) (again []*record, _ error) {
	p, isProblem := errors.AsType[*client.Problem](err)
	switch {
	case err == nil:
		return nil, take(records, got)
	case isProblem && p.Status == http.StatusUnprocessableEntity:
		return x.settleNamed(records, p)
	case isProblem && isWithheld(p):
		for _, r := range records {
			x.fail(r, failureReason(r, nil, p.Detail))
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
		is := got[i].Record
		if normal(is.Name) != normal(r.name) {
			return fmt.Errorf("%q is called %q in the workspace since the plan: run the same command again", r.label, is.Name)
		}
		r.id, r.version, r.isOurs = is.ID, is.Version, got[i].Created || r.external != ""
	}
	return nil
}

// settleNamed decides what becomes of the records that a problem names. A record is sent again without
// its external id if others have its name or external id and nothing else is wrong: then the record
// with the name is used, or one is made. Any other record fails. It returns the records to send again.
// Errors: the problem, if it names no record.
func (x *run) settleNamed(records []*record, p *client.Problem) (again []*record, err error) {
	issues := issuesOf(p)
	if len(issues) == 0 || slices.Min(slices.Collect(maps.Keys(issues))) >= len(records) {
		return nil, p
	}
	for i, r := range records {
		switch of := issues[i]; {
		case len(of) == 0:
			again = append(again, r)
		case r.external != "" && isTaken(of):
			r.dropExternal()
			again = append(again, r)
		default:
			x.fail(r, failureReason(r, of, reasonOf(p, of)))
		}
	}
	return again, nil
}

// isTaken reports whether all that is wrong with a record is that others have its name or external id.
func isTaken(issues []client.FieldError) bool {
	return !slices.ContainsFunc(issues, func(e client.FieldError) bool {
		return e.Code != string(problem.DuplicateValue) || e.Field != "externalId" && e.Field != "name"
	})
}
