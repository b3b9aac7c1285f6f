package tracking

import (
	"context"
	"maps"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store"
	"stint/shared/wire"
)

// ScopeReader is what finding the scope of a list reads.
type ScopeReader interface {
	Reader
	OwnerReader
	// ManagedProjects gives the projects that a user manages.
	ManagedProjects(ctx context.Context, workspace, user domain.ID) (map[domain.ID]bool, error)
	// ProjectIDsOfClient gives the ids of a client's projects; ok is false when
	// there is no such client.
	ProjectIDsOfClient(ctx context.Context, workspace, client domain.ID) (ids map[domain.ID]bool, ok bool, err error)
	// HasTimeOn reports whether a user has an entry or a running timer on a project.
	HasTimeOn(ctx context.Context, workspace, user, project domain.ID) (bool, error)
}

var _ ScopeReader = (*store.Store)(nil)

// Scope is the entries that a list covers. User or Project name the smallest key
// range that has them all; without both it is the whole workspace. With IDs, the entries
// are those with these ids, and ReadByID reads them.
type Scope struct {
	User    domain.ID    // only this user's entries; "" is not one user's
	Project domain.ID    // only this project's entries, if User is ""; "" is not one project's
	Span    timelog.Span // when they start
	IDs     []domain.ID  // each once, at least one; nil is all

	selection  timelog.Selection  // what was asked for
	conditions timelog.Conditions // on the entries of the range, whatever their lines
	lines      lineFilter

	clientProjects map[domain.ID]bool // of the filter's client; nil without one

	viewer        Viewer
	managedLoaded bool // whether viewer.Managed is complete
}

// LoadViewer makes the viewer of the entries that were found.
func (r Scope) LoadViewer(ctx context.Context, reader Reader, found []timelog.Entry) (Viewer, error) {
	if !r.managedLoaded {
		viewer, err := LoadViewer(ctx, reader, r.viewer.Caller, r.lines.withoutKnown(found)...)
		if err == nil {
			maps.Copy(viewer.Locks, r.lines.locks)
		}
		return viewer, err
	}
	err := r.lines.read(ctx, reader, r.viewer.WorkspaceID(), found)
	r.viewer.Locks = r.lines.locks
	return r.viewer, err
}

// ScopeOf finds the entries of the selection that the caller may read: owner, admins and analysts everything, a user
// their own time and that of projects they manage. It ends validation. Errors: forbidden role_insufficient for another
// user's time without a managed project, workspace_mismatch; validation.
func ScopeOf(ctx context.Context, s ScopeReader, c auth.Caller, f timelog.Selection,
	issues *wire.Issues) (Scope, error) {
	scope := Scope{viewer: Viewer{Caller: c}, Span: f.Span, selection: f}
	if err := scope.loadManaged(ctx, s, f); err != nil {
		return scope, err
	}
	named, err := scope.checkFilterRefs(ctx, s, f, issues)
	if err != nil {
		return scope, err
	}
	scope.lines, scope.clientProjects = newLineFilter(f, named.submission), named.clientProjects
	isOneUsers := scope.narrowToUser(f, named.submission)
	if !isOneUsers && f.ProjectID != "" && f.IDs == nil {
		scope.Project, f.ProjectID = f.ProjectID, "" // the key range has only the project
	}
	scope.conditions = f.Conditions()
	if f.ClientID != "" { // its entries are those of its projects
		scope.add(func(e timelog.Entry) bool { return named.clientProjects[e.ProjectID] })
	}
	// narrowToUser has named the caller if they do not manage the project of the filter.
	if scope.isPartial() && scope.User != c.User.ID && scope.Project == "" {
		scope.add(func(e timelog.Entry) bool { return e.UserID == c.User.ID || scope.isManaged(e) })
	}
	if f.IDs != nil {
		scope.IDs = slices.Compact(slices.Sorted(slices.Values(f.IDs)))
		scope.add(scope.Span.Contains)
	}
	return scope, nil
}

// add adds a condition on the entries.
func (r *Scope) add(holds func(timelog.Entry) bool) { r.conditions = append(r.conditions, holds) }

// Projects are those that the selection names by their id or by their client; nil is all, and an empty list is none.
func (r Scope) Projects() []domain.ID {
	switch client, project := r.selection.ClientID, r.selection.ProjectID; {
	case client == "" && project == "":
		return nil
	case client != "" && project != "" && !r.clientProjects[project]:
		return []domain.ID{}
	case project != "":
		return []domain.ID{project}
	}
	return slices.AppendSeq([]domain.ID{}, maps.Keys(r.clientProjects))
}

// Lines are the statuses of lines that the scope has; nil is all.
func (r Scope) Lines() []timelog.LineOfEntry { return r.lines.statuses }

// FitsTotals reports whether running totals can tell the entries of the scope from others.
func (r Scope) FitsTotals() bool { return r.selection.FitsTotals() }

// narrowToUser reports whether all entries of the scope are one user's, and names them. The period of a submission
// bounds the span.
func (r *Scope) narrowToUser(f timelog.Selection, submission *timesheets.Submission) bool {
	switch self := r.viewer.User.ID; {
	case f.UserID != "":
		r.User = f.UserID
	case submission != nil:
		r.User = submission.UserID
	case r.isPartial() && (len(r.viewer.Managed) == 0 || f.ProjectID != "" && !r.viewer.Managed[f.ProjectID]):
		r.User = self
	}
	if submission != nil {
		r.Span = r.Span.Within(submission.From, submission.To)
	}
	return r.User != ""
}
