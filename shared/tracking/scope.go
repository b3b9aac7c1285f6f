package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// ScopeReader is what finding the scope of a list reads.
type ScopeReader interface {
	Reader
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
// range that has them all; without both it is the whole workspace.
type Scope struct {
	User    domain.ID               // only this user's entries; "" is not one user's
	Project domain.ID               // only this project's entries, if User is ""; "" is not one project's
	Match   func(domain.Entry) bool // which entries of the range; nil is all

	viewer        Viewer
	managedLoaded bool // whether viewer.Managed is complete
}

// LoadViewer makes the viewer of the entries that were found.
func (r Scope) LoadViewer(ctx context.Context, reader Reader, found []domain.Entry) (Viewer, error) {
	if r.managedLoaded {
		records, err := reader.Records(ctx, r.viewer.WorkspaceID(), store.Refs{Locks: domain.StampedSubmissionIDs(found...)})
		r.viewer.Locks = records.Locks
		return r.viewer, err
	}
	return LoadViewer(ctx, reader, r.viewer.Caller, found...)
}

// ScopeOf finds the entries that match the filter and that the caller may read:
// owner, admins and analysts everything, a user their own time and that of projects
// they manage. It ends validation. Errors: forbidden role_insufficient for another
// user's time without a managed project, workspace_mismatch; validation.
func ScopeOf(ctx context.Context, s ScopeReader, c auth.Caller, f Filter, issues *wire.Issues) (Scope, error) {
	scope := Scope{viewer: Viewer{Caller: c}}
	if err := scope.loadManaged(ctx, s, f); err != nil {
		return scope, err
	}
	clientProjects, err := checkFilterRefs(ctx, s, c, f, issues)
	if err != nil {
		return scope, err
	}
	predicates := f.predicates(clientProjects)
	switch {
	case f.UserID.Set:
		scope.User = f.UserID.Value
		if scope.isPartial() && scope.User != c.User.ID {
			predicates = append(predicates, func(e domain.Entry) bool { return scope.viewer.Managed[e.ProjectID] })
		}
	case scope.isPartial() && (len(scope.viewer.Managed) == 0 || f.ProjectID.Set && !scope.viewer.Managed[f.ProjectID.Value]):
		scope.User = c.User.ID
	case f.ProjectID.Set:
		scope.Project = f.ProjectID.Value
		predicates = predicates[1:] // the key range has only the project
	case scope.isPartial():
		predicates = append(predicates, func(e domain.Entry) bool { return e.UserID == c.User.ID || scope.viewer.Managed[e.ProjectID] })
	}
	scope.Match = matchAll(predicates)
	return scope, nil
}

// isPartial reports whether the caller may not read everything.
func (r Scope) isPartial() bool { return r.viewer.Role() == domain.RoleUser }

// loadManaged reads the projects that the caller manages, unless the filter names
// the caller. Errors: forbidden role_insufficient.
func (r *Scope) loadManaged(ctx context.Context, s ScopeReader, f Filter) (err error) {
	if !r.isPartial() || f.UserID.Set && f.UserID.Value == r.viewer.User.ID {
		return nil
	}
	r.managedLoaded = true
	r.viewer.Managed, err = s.ManagedProjects(ctx, r.viewer.WorkspaceID(), r.viewer.User.ID)
	if err == nil && f.UserID.Value != "" && len(r.viewer.Managed) == 0 {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return err
}

// checkFilterRefs checks that the caller can see everything that the filter names,
// and returns the projects of its client. It ends validation.
func checkFilterRefs(ctx context.Context, s ScopeReader, c auth.Caller, f Filter, issues *wire.Issues) (map[domain.ID]bool, error) {
	var named EditBody
	named.ProjectID, named.TaskID = Clearable(f.ProjectID), Clearable(f.TaskID)
	named.TagIDs.Value = &[]domain.ID{f.TagID.Value}
	var extra store.Refs
	if f.UserID.Value != "" && f.UserID.Value != c.User.ID {
		extra.Members = []domain.ID{f.UserID.Value}
	}
	x, err := Resolve(ctx, s, c, extra, Row{Owner: c.User.ID, Body: named})
	if err != nil {
		return nil, err
	}
	known, err := x.loadLeftProjects(ctx, s, f)
	if err != nil {
		return nil, err
	}
	x.validateFilter(f, known, extra.Members, issues)
	clientProjects, err := x.loadClientProjects(ctx, s, f.ClientID.Value, issues)
	if err != nil {
		return nil, err
	}
	return clientProjects, x.settle(ctx, issues)
}

// loadLeftProjects returns the projects of the filter that the caller cannot see and
// has own time on: they have left them, and still see that time.
func (x *Resolved) loadLeftProjects(ctx context.Context, s ScopeReader, f Filter) (map[domain.ID]bool, error) {
	self, left := x.caller.User.ID, map[domain.ID]bool{}
	for _, id := range []domain.ID{f.ProjectID.Value, x.Tasks[f.TaskID.Value].ProjectID} {
		if _, exists := x.Projects[id]; !exists || left[id] || x.canSeeProject(id, self) {
			continue
		}
		found, err := s.HasTimeOn(ctx, x.caller.WorkspaceID(), self, id)
		if err != nil {
			return nil, err
		}
		left[id] = found
	}
	return left, nil
}

// validateFilter reports what the filter names and the caller cannot see. Former
// members are accepted, because their time is still there, and so are projects that
// the caller has left.
func (x *Resolved) validateFilter(f Filter, left map[domain.ID]bool, users []domain.ID, issues *wire.Issues) {
	self := x.caller.User.ID
	for _, id := range users {
		if _, ok := x.Members[id]; !ok {
			issues.Add("user_id", problem.UserNotFound)
		}
	}
	if id := f.ProjectID.Value; id != "" && !left[id] && !x.canSeeProject(id, self) {
		issues.Add("project_id", problem.ProjectNotFound)
		if _, ok := x.Projects[id]; !ok {
			x.unknown.Projects = append(x.unknown.Projects, id)
		}
	}
	if id := f.TaskID.Value; id != "" {
		task, ok := x.Tasks[id]
		if !ok {
			x.unknown.Tasks = append(x.unknown.Tasks, id)
		}
		if !ok || !left[task.ProjectID] && !x.canSeeProject(task.ProjectID, self) {
			issues.Add("task_id", problem.TaskNotFound)
		}
	}
	if id := f.TagID.Value; id != "" {
		if _, ok := x.Tags[id]; !ok {
			x.unknown.Tags = append(x.unknown.Tags, id)
			issues.Add("tag_id", problem.TagNotFound)
		}
	}
}

// loadClientProjects reads the projects of the client that the filter names.
func (x *Resolved) loadClientProjects(ctx context.Context, s ScopeReader, id domain.ID, issues *wire.Issues) (map[domain.ID]bool, error) {
	if id == "" {
		return nil, nil
	}
	projects, ok, err := s.ProjectIDsOfClient(ctx, x.caller.WorkspaceID(), id)
	if err == nil && !ok {
		x.unknown.Clients = append(x.unknown.Clients, id)
		issues.Add("client_id", problem.ClientNotFound)
	}
	return projects, err
}
