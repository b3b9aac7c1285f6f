package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// namedByFilter are records that a filter names.
type namedByFilter struct {
	clientProjects map[domain.ID]bool     // the projects of the client
	submission     *timesheets.Submission // nil without one
}

// checkFilterRefs checks that the caller can see everything that the filter names. It
// ends validation.
func (r Scope) checkFilterRefs(ctx context.Context, s ScopeReader, f timelog.Selection,
	issues *wire.Issues) (found namedByFilter, err error) {
	c := r.viewer.Caller
	var named EditBody
	named.ProjectID = wire.Clearable[domain.ID]{Value: &f.ProjectID, Set: f.ProjectID != ""}
	named.TaskID = wire.Clearable[domain.ID]{Value: &f.TaskID, Set: f.TaskID != ""}
	named.TagIDs.Value = &[]domain.ID{f.TagID}
	var extra store.Refs
	if f.UserID != "" && f.UserID != c.User.ID {
		extra.Members = []domain.ID{f.UserID}
	}
	if f.SubmissionID != "" {
		extra.Locks = []domain.ID{f.SubmissionID}
	}
	x, err := Resolve(ctx, s, c, extra, Row{Owner: c.User.ID, Body: named})
	if err != nil {
		return found, err
	}
	known, err := x.loadLeftProjects(ctx, s, f)
	if err != nil {
		return found, err
	}
	x.validateFilter(f, known, extra.Members, issues)
	found.submission = x.submissionOf(f, r.viewer, issues)
	if found.clientProjects, err = x.loadClientProjects(ctx, s, f.ClientID, issues); err != nil {
		return found, err
	}
	return found, x.settle(ctx, issues)
}

// submissionOf is the submission that the filter names; nil when it names none, or one that
// the viewer cannot see.
func (x *Resolved) submissionOf(f timelog.Selection, v Viewer, issues *wire.Issues) *timesheets.Submission {
	id := f.SubmissionID
	if id == "" {
		return nil
	}
	found, exists := x.Locks[id]
	if exists && found.Visible() && v.SeesSubmission(found) {
		return &found
	}
	issues.Add("submission_id", problem.SubmissionNotFound)
	if !exists {
		x.unknown.Submissions = append(x.unknown.Submissions, id)
	}
	return nil
}

// loadLeftProjects returns the projects of the filter that the caller cannot see and
// has own time on: they have left them, and still see that time.
func (x *Resolved) loadLeftProjects(ctx context.Context, s ScopeReader,
	f timelog.Selection) (map[domain.ID]bool, error) {
	self, left := x.caller.User.ID, map[domain.ID]bool{}
	for _, id := range []domain.ID{f.ProjectID, x.Tasks[f.TaskID].ProjectID} {
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
func (x *Resolved) validateFilter(f timelog.Selection, left map[domain.ID]bool, users []domain.ID,
	issues *wire.Issues) {
	self := x.caller.User.ID
	for _, id := range users {
		if _, ok := x.Members[id]; !ok {
			issues.Add("user_id", problem.UserNotFound)
			x.unknown.Members = append(x.unknown.Members, id)
		}
	}
	if id := f.ProjectID; id != "" && !left[id] && !x.canSeeProject(id, self) {
		issues.Add("project_id", problem.ProjectNotFound)
		if _, ok := x.Projects[id]; !ok {
			x.unknown.Projects = append(x.unknown.Projects, id)
		}
	}
	if id := f.TaskID; id != "" {
		task, ok := x.Tasks[id]
		if !ok {
			x.unknown.Tasks = append(x.unknown.Tasks, id)
		}
		if !ok || !left[task.ProjectID] && !x.canSeeProject(task.ProjectID, self) {
			issues.Add("task_id", problem.TaskNotFound)
		}
	}
	if id := f.TagID; id != "" {
		if _, ok := x.Tags[id]; !ok {
			x.unknown.Tags = append(x.unknown.Tags, id)
			issues.Add("tag_id", problem.TagNotFound)
		}
	}
}

// loadClientProjects reads the projects of the client that the filter names.
func (x *Resolved) loadClientProjects(ctx context.Context, s ScopeReader, id domain.ID,
	issues *wire.Issues) (map[domain.ID]bool, error) {
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
