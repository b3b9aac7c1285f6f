package importer

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"stint/shared/client"
	"stint/shared/client/api"
)

// planArchiving finds the records that are archived in the export and that the import archives in the
// end: those that it makes, and those that an import made and that nobody changed since. It plans only
// what the key may do.
func (x *Import) planArchiving(context.Context) error {
	for _, k := range []kind{taskKind, projectKind, clientKind} {
		for r := range x.files.catalog.of(k) {
			isMade := !r.exists() || r.isOurs && r.version == madeVersion
			if r.archive && !r.archived && isMade && x.mayArchive(r) {
				x.archivings = append(x.archivings, r)
			}
		}
	}
	x.to.plan.Archive = len(x.archivings)
	x.to.plan.noteCount("Records that are archived in the export are archived in the end: %d.", x.to.plan.Archive)
	return nil
}

// mayArchive reports whether the key may archive a record.
func (x *Import) mayArchive(r *record) bool {
	project := r
	if r.kind == taskKind {
		project = x.files.catalog.records[r.above()]
	}
	return x.to.workspace.isAdmin || r.kind != clientKind && x.to.workspace.manages(project)
}

// madeVersion is the version of a record that nobody changed since it was made. A person may have put
// back one with a later version.
const madeVersion = 1

// archive archives records. It comes last, because archived ones take no new time: tasks first, then
// projects and clients. What the service refuses is listed, such as a record that was changed since.
func (x *run) archive(ctx context.Context) error {
	for _, a := range x.planned.archivings {
		if !a.exists() || !a.isOurs {
			continue
		}
		err := x.archiveRecord(ctx, a)
		p, isProblem := errors.AsType[*client.Problem](err)
		switch {
		case err == nil:
		case isProblem && (isRefusedAlone(p) || isWithheld(p)):
			leaveOut(&x.result.Refused, "it is not archived: "+cmp.Or(p.Detail, p.Code), a.label)
		default:
			return err
		}
	}
	return nil
}

// archiveRecord archives a record that has the version of the plan.
func (x *run) archiveRecord(ctx context.Context, a *record) (err error) {
	version := new(strconv.Quote(strconv.FormatInt(a.version, 10)))
	switch a.kind {
	case taskKind:
		_, err = client.Get(x.to.TasksChangeWithResponse(ctx, a.id, &api.TasksChangeParams{IfMatch: version},
			api.TaskChangeRequest{IsArchived: new(true)}))
	case projectKind:
		_, err = client.Get(x.to.ProjectsChangeWithResponse(ctx, a.id, &api.ProjectsChangeParams{IfMatch: version},
			api.ProjectChangeRequest{IsArchived: new(true)}))
	case clientKind:
		_, err = client.Get(x.to.ClientsChangeWithResponse(ctx, a.id, &api.ClientsChangeParams{IfMatch: version},
			api.CustomerChangeRequest{IsArchived: new(true)}))
	}
	return err
}
