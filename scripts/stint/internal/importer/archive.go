package importer

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"stint/shared/client"
	"stint/shared/client/api"
)

// archiving is a record that is archived in the end, and how its kind is archived.
type archiving struct {
	*record
	archive func(context.Context, *record) error
}

// planArchiving finds the records that are archived in the export and that the import archives in the
// end: those that it makes, and those that an import made and that nobody changed since. It plans only
// what the key may do.
func (x *Import) planArchiving(context.Context) error {
	for key, r := range x.catalog.tasks {
		x.planToArchive(r, x.manages(x.catalog.projects[key.projectKey]), x.archiveTask)
	}
	for _, r := range x.catalog.projects {
		x.planToArchive(r, x.manages(r), x.archiveProject)
	}
	for _, r := range x.catalog.clients {
		x.planToArchive(r, x.workspace.isAdmin, x.archiveClient)
	}
	if x.Plan.Archive = len(x.archivings); x.Plan.Archive > 0 {
		x.notef("Records that are archived in the export are archived in the end: %d.", x.Plan.Archive)
	}
	return nil
}

// madeVersion is the version of a record that nobody changed since it was made. A person may have put
// back one with a later version.
const madeVersion = 1

func (x *Import) planToArchive(r *record, may bool, archive func(context.Context, *record) error) {
	isMade := !r.exists() || r.isOurs && r.version == madeVersion
	if may && r.details.archived && !r.archived && isMade {
		x.archivings = append(x.archivings, archiving{r, archive})
	}
}

// archive archives records. It comes last, because archived ones take no new time: tasks first, then
// projects and clients. What the service refuses is listed, such as a record that was changed since.
func (x *run) archive(ctx context.Context) error {
	for _, a := range x.archivings {
		if !a.exists() || !a.isOurs {
			continue
		}
		err := a.archive(ctx, a.record)
		p, isProblem := errors.AsType[*client.Problem](err)
		switch {
		case err == nil:
		case isProblem && slices.Contains([]int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict,
			http.StatusUnprocessableEntity}, p.Status):
			leaveOut(&x.result.Refused, "it is not archived: "+cmp.Or(p.Detail, p.Code), a.label)
		default:
			return err
		}
	}
	return nil
}

func (x *destination) archiveTask(ctx context.Context, r *record) error {
	_, err := client.Get(x.TasksChangeWithResponse(ctx, r.id, &api.TasksChangeParams{IfMatch: r.tag()},
		api.TaskChangeRequest{IsArchived: new(true)}))
	return err
}

func (x *destination) archiveProject(ctx context.Context, r *record) error {
	_, err := client.Get(x.ProjectsChangeWithResponse(ctx, r.id, &api.ProjectsChangeParams{IfMatch: r.tag()},
		api.ProjectChangeRequest{IsArchived: new(true)}))
	return err
}

func (x *destination) archiveClient(ctx context.Context, r *record) error {
	_, err := client.Get(x.ClientsChangeWithResponse(ctx, r.id, &api.ClientsChangeParams{IfMatch: r.tag()},
		api.CustomerChangeRequest{IsArchived: new(true)}))
	return err
}

// tag is the ETag of the version that was read or made.
func (r *record) tag() *string { return new(strconv.Quote(strconv.FormatInt(r.version, 10))) }

// noteArchived warns of new time that the service will refuse.
func (x *matching) noteArchived() {
	var all []string
	for _, r := range x.catalog.projects {
		if r.archived && x.newEntries[r.hash()] {
			all = append(all, r.label)
		}
	}
	named, more := firstNames(all)
	for _, label := range named {
		x.notef("The project %s is archived: new time on it is refused.", label)
	}
	if more > 0 {
		x.notef("More projects of new time are archived: %d. New time on them is refused, too.", more)
	}
}
