package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// Surveyor is what finding out the reach of a list reads.
type Surveyor interface {
	Reader
	// ManagedBy gives the projects that a user manages.
	ManagedBy(ctx context.Context, workspace, user domain.ID) (map[domain.ID]bool, error)
	// ProjectsOfClient gives the ids of a client's projects; ok is false when
	// there is no such client.
	ProjectsOfClient(ctx context.Context, workspace, client domain.ID) (ids map[domain.ID]bool, ok bool, err error)
}

var _ Surveyor = (*store.Store)(nil)

// Reach is what a list of entries covers, and the shortest way over it: one
// user's time, else one project's, else everyone's.
type Reach struct {
	User    domain.ID               // whose entries alone; "" is not one user's
	Project domain.ID               // with User "": of which project alone; "" is not one project's
	Keep    func(domain.Entry) bool // which of them; nil is all

	view     Viewer
	surveyed bool // whether the view knows the projects that the caller manages
}

// View is what the caller sees of the entries that were found.
func (r Reach) View(ctx context.Context, reader Reader, found []domain.Entry) (Viewer, error) {
	if r.surveyed { // where the caller manages is known
		things, err := reader.Things(ctx, r.view.WorkspaceID(), store.Asked{Locks: domain.Named(found...)})
		r.view.Locks = things.Locks
		return r.view, err
	}
	return View(ctx, reader, r.view.Caller, found...)
}

// ReachOf finds what the caller may read of what the filter asks for: owner,
// admins and analysts everything, a user their own time and that of projects
// they manage. It closes the issues. Errors: forbidden role_insufficient for
// somebody else's time without a managed project, workspace_mismatch,
// validation.
func ReachOf(ctx context.Context, s Surveyor, c auth.Caller, f Filter, issues *wire.Issues) (Reach, error) {
	reach := Reach{view: Viewer{Caller: c}}
	if err := reach.survey(ctx, s, f); err != nil {
		return reach, err
	}
	ofClient, err := references(ctx, s, c, f, issues)
	if err != nil {
		return reach, err
	}
	tests := f.tests(ofClient)
	switch {
	case f.UserID.Set:
		reach.User = f.UserID.Value
		if reach.partial() && reach.User != c.User.ID {
			tests = append(tests, func(e domain.Entry) bool { return reach.view.Managed[e.ProjectID] })
		}
	case reach.partial() && (len(reach.view.Managed) == 0 || f.ProjectID.Set && !reach.view.Managed[f.ProjectID.Value]):
		reach.User = c.User.ID
	case f.ProjectID.Set:
		reach.Project = f.ProjectID.Value
		tests = tests[1:] // the walk sees to the project
	case reach.partial():
		tests = append(tests, func(e domain.Entry) bool { return e.UserID == c.User.ID || reach.view.Managed[e.ProjectID] })
	}
	reach.Keep = every(tests)
	return reach, nil
}

// partial reports whether the caller reads less than everything.
func (r Reach) partial() bool { return r.view.Role() == domain.Worker }

// survey reads the projects that a user manages, unless they ask for their own
// time alone. Errors: forbidden role_insufficient.
func (r *Reach) survey(ctx context.Context, s Surveyor, f Filter) (err error) {
	if !r.partial() || f.UserID.Set && f.UserID.Value == r.view.User.ID {
		return nil
	}
	r.surveyed = true
	r.view.Managed, err = s.ManagedBy(ctx, r.view.WorkspaceID(), r.view.User.ID)
	if err == nil && f.UserID.Value != "" && len(r.view.Managed) == 0 {
		return problem.Deny(problem.RoleInsufficient)
	}
	return err
}

// references sees that everything the filter names is there for the caller,
// and gives the projects of its client. It closes the issues.
func references(ctx context.Context, s Surveyor, c auth.Caller, f Filter, issues *wire.Issues) (map[domain.ID]bool, error) {
	named := Wanted{Owner: c.User.ID, Project: Given(f.ProjectID), Task: Given(f.TaskID), Tags: Tags{IDs: []domain.ID{f.TagID.Value}}}
	var also store.Asked
	if f.UserID.Value != "" && f.UserID.Value != c.User.ID {
		also.Users = []domain.ID{f.UserID.Value}
	}
	x, err := Resolve(ctx, s, c, also, named)
	if err != nil {
		return nil, err
	}
	x.judgeFilter(f, also.Users, issues)
	ofClient, err := x.judgeClient(ctx, s, f.ClientID.Value, issues)
	if err != nil {
		return nil, err
	}
	return ofClient, x.Settle(ctx, issues)
}

// judgeFilter reports what the filter names and the caller cannot see. Whoever
// was a member once is known, as their time is still there.
func (x *Resolved) judgeFilter(f Filter, users []domain.ID, issues *wire.Issues) {
	self := x.caller.User.ID
	for _, id := range users {
		if _, ok := x.Users[id]; !ok {
			issues.Add("user_id", problem.UserNotFound)
		}
	}
	if id := f.ProjectID.Value; id != "" && !x.sees(id, self) {
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
		if !ok || !x.sees(task.ProjectID, self) {
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

// judgeClient gives the projects of the client that the filter names.
func (x *Resolved) judgeClient(ctx context.Context, s Surveyor, id domain.ID, issues *wire.Issues) (map[domain.ID]bool, error) {
	if id == "" {
		return nil, nil
	}
	projects, ok, err := s.ProjectsOfClient(ctx, x.caller.WorkspaceID(), id)
	if err == nil && !ok {
		x.unknown.Clients = append(x.unknown.Clients, id)
		issues.Add("client_id", problem.ClientNotFound)
	}
	return projects, err
}
