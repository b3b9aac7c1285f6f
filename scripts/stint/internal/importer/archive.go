package importer

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// archivable is a kind of record that an export has as archived.
type archivable struct {
	version func(context.Context, uuid.UUID) (int64, error)
	archive func(context.Context, uuid.UUID) error
}

// archiving is a record that is archived in the end.
type archiving struct {
	*record
	archivable
}

// planArchiving finds the records that are archived in the export and that the import archives in the
// end: those that it makes, and those that an import made and that nobody changed since. It plans only
// what the key may do.
func (x *Import) planArchiving(ctx context.Context) error {
	x.archivings = nil
	for key, r := range x.catalog.tasks {
		if err := x.planToArchive(ctx, r, x.mayArchive(x.catalog.projects[key.projectKey]), x.archivableTask()); err != nil {
			return err
		}
	}
	for _, r := range x.catalog.projects {
		if err := x.planToArchive(ctx, r, x.mayArchive(r), x.archivableProject()); err != nil {
			return err
		}
	}
	for _, r := range x.catalog.clients {
		if err := x.planToArchive(ctx, r, x.place.isAdmin, x.archivableClient()); err != nil {
			return err
		}
	}
	if x.Plan.Archive = len(x.archivings); x.Plan.Archive > 0 {
		x.notef("Records that are archived in the export are archived in the end: %d.", x.Plan.Archive)
	}
	return nil
}

// mayArchive reports whether the key may archive a project and its tasks. Who makes a project manages it.
func (x *Import) mayArchive(project *record) bool {
	return x.place.isAdmin || x.place.isFull && project != nil && (project.managed || !project.exists())
}

func (x *Import) planToArchive(ctx context.Context, r *record, may bool, kind archivable) error {
	if !may || !r.details.archived || r.archived || r.exists() && !r.isOurs {
		return nil
	}
	if r.exists() {
		if version, err := kind.version(ctx, r.id); err != nil || version != 1 {
			return err // it was changed since, and may have been put back
		}
	}
	x.archivings = append(x.archivings, archiving{r, kind})
	return nil
}

// archive archives records. It comes last, because archived ones take no new time: tasks first, then
// projects and clients. What the service refuses is listed.
func (r *run) archive(ctx context.Context) error {
	for _, a := range r.archivings {
		if !a.exists() || !a.isOurs {
			continue
		}
		err := a.archivable.archive(ctx, a.id)
		p, isProblem := errors.AsType[*client.Problem](err)
		switch {
		case err == nil:
		case isProblem && slices.Contains([]int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}, p.Status):
			leaveOut(&r.result.Refused, "it is not archived: "+cmp.Or(p.Detail, p.Code), a.label)
		default:
			return err
		}
	}
	return nil
}

func (x *Import) archivableTask() archivable {
	return archivable{
		func(ctx context.Context, id uuid.UUID) (int64, error) {
			return versionOf(func(t *api.Task) int64 { return t.Version })(client.Get(x.TasksGetWithResponse(ctx, id)))
		},
		func(ctx context.Context, id uuid.UUID) error {
			_, err := client.Get(x.TasksChangeWithResponse(ctx, id, nil, api.TaskChangeRequest{IsArchived: new(true)}))
			return err
		},
	}
}

func (x *Import) archivableProject() archivable {
	return archivable{
		func(ctx context.Context, id uuid.UUID) (int64, error) {
			return versionOf(func(p *api.Project) int64 { return p.Version })(client.Get(x.ProjectsGetWithResponse(ctx, id)))
		},
		func(ctx context.Context, id uuid.UUID) error {
			_, err := client.Get(x.ProjectsChangeWithResponse(ctx, id, nil, api.ProjectChangeRequest{IsArchived: new(true)}))
			return err
		},
	}
}

func (x *Import) archivableClient() archivable {
	return archivable{
		func(ctx context.Context, id uuid.UUID) (int64, error) {
			return versionOf(func(c *api.Customer) int64 { return c.Version })(client.Get(x.ClientsGetWithResponse(ctx, id)))
		},
		func(ctx context.Context, id uuid.UUID) error {
			_, err := client.Get(x.ClientsChangeWithResponse(ctx, id, nil, api.CustomerChangeRequest{IsArchived: new(true)}))
			return err
		},
	}
}

// versionOf passes on the version of a record that was read.
func versionOf[T any](of func(*T) int64) func(*T, error) (int64, error) {
	return func(record *T, err error) (int64, error) {
		if err != nil {
			return 0, err
		}
		return of(record), nil
	}
}
