package tracking

import (
	"context"
	"maps"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/store/timedb"
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
	User    domain.ID   // only this user's entries; "" is not one user's
	Project domain.ID   // only this project's entries, if User is ""; "" is not one project's
	Span    timedb.Span // when they start
	IDs     []domain.ID // each once; nil is all

	match func(timelog.Entry) bool // which entries of the range, whatever their lines; nil is all
	lines lineFilter

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

// ScopeOf finds the entries that match the filter, start in the span, and that the
// caller may read: owner, admins and analysts everything, a user their own time and that
// of projects they manage. It ends validation. Errors: forbidden role_insufficient for
// another user's time without a managed project, workspace_mismatch; validation.
func ScopeOf(ctx context.Context, s ScopeReader, c auth.Caller, f Filter, in timedb.Span,
	issues *wire.Issues) (Scope, error) {
	scope := Scope{viewer: Viewer{Caller: c}, Span: in}
	if err := scope.loadManaged(ctx, s, f); err != nil {
		return scope, err
	}
	named, err := scope.checkFilterRefs(ctx, s, f, issues)
	if err != nil {
		return scope, err
	}
	scope.lines, scope.clientProjects = newLineFilter(f, named.submission), named.clientProjects
	predicates := f.predicates(named.clientProjects)
	if scope.narrowToUser(f, named.submission) {
		if scope.isPartial() && scope.User != c.User.ID {
			predicates = append(predicates, scope.isManaged)
		}
	} else if f.ProjectID.Set && !f.IDs.Set {
		scope.Project = f.ProjectID.Value
		predicates = predicates[1:] // the key range has only the project
	} else if scope.isPartial() {
		predicates = append(predicates, func(e timelog.Entry) bool { return e.UserID == c.User.ID || scope.isManaged(e) })
	}
	if f.IDs.Set {
		scope.IDs = slices.Compact(slices.Sorted(slices.Values(f.IDs.Value)))
		predicates = append(predicates, scope.Span.Contains)
	}
	scope.match = matchAll(predicates)
	return scope, nil
}

// ProjectsOfFilter are the projects that a filter names by their id or by their client; nil is all, and an empty list
// is none.
func (r Scope) ProjectsOfFilter(f Filter) []domain.ID {
	switch {
	case !f.ClientID.Set && !f.ProjectID.Set:
		return nil
	case f.ClientID.Set && f.ProjectID.Set && !r.clientProjects[f.ProjectID.Value]:
		return []domain.ID{}
	case f.ProjectID.Set:
		return []domain.ID{f.ProjectID.Value}
	}
	return slices.AppendSeq([]domain.ID{}, maps.Keys(r.clientProjects))
}

// LinesOfFilter are the statuses of lines that the scope has; nil is all.
func (r Scope) LinesOfFilter() []timesheets.LineOfEntry { return r.lines.statuses }

// narrowToUser reports whether all entries of the scope are one user's, and names them.
func (r *Scope) narrowToUser(f Filter, submission *timesheets.Submission) bool {
	switch self := r.viewer.User.ID; {
	case f.UserID.Set:
		r.User = f.UserID.Value
	case submission != nil:
		r.User = submission.UserID
	case r.isPartial() && (len(r.viewer.Managed) == 0 || f.ProjectID.Set && !r.viewer.Managed[f.ProjectID.Value]):
		r.User = self
	}
	if submission != nil {
		r.Span = r.Span.Within(submission.From, submission.To)
	}
	return r.User != ""
}

// isManaged reports whether the caller manages the entry's project.
func (r Scope) isManaged(e timelog.Entry) bool { return r.viewer.Managed[e.ProjectID] }

// isPartial reports whether the caller may not read everything.
func (r Scope) isPartial() bool { return !r.viewer.Role().ReadsAll() }

// loadManaged reads the projects that the caller manages, unless the filter names
// the caller alone. Errors: forbidden role_insufficient.
func (r *Scope) loadManaged(ctx context.Context, s ScopeReader, f Filter) (err error) {
	if !r.isPartial() || f.UserID.Set && f.UserID.Value == r.viewer.User.ID && !f.SubmissionID.Set {
		return nil
	}
	r.managedLoaded = true
	r.viewer.Managed, err = s.ManagedProjects(ctx, r.viewer.WorkspaceID(), r.viewer.User.ID)
	if err == nil && f.UserID.Value != "" && f.UserID.Value != r.viewer.User.ID && len(r.viewer.Managed) == 0 {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return err
}
