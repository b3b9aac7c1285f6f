package tracking

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// Filter selects the entries of a list, a report or an export.
type Filter struct {
	// Only of this user.
	UserID wire.Optional[domain.ID] `query:"user_id"`
	// Only of this project.
	ProjectID wire.Optional[domain.ID] `query:"project_id"`
	// Only of this task.
	TaskID wire.Optional[domain.ID] `query:"task_id"`
	// Only entries with this tag.
	TagID wire.Optional[domain.ID] `query:"tag_id"`
	// Only of this client.
	ClientID wire.Optional[domain.ID] `query:"client_id"`
	// true: only billable entries. false: only others.
	IsBillable wire.Optional[bool] `query:"is_billable"`
	// Found anywhere in the description, whatever its case and accents.
	Search wire.Optional[domain.SearchTerm] `query:"search" maxLength:"200"`

	// Entries that were made or changed at this moment or later, by their updated_at. A decision on a timesheet does
	// not change an entry.
	UpdatedSince wire.Optional[domain.Instant] `query:"updated_since"`
	// Entries on the lines of this timesheet, also on rejected ones until it is resubmitted.
	SubmissionID wire.Optional[domain.ID] `query:"submission_id"`
	// The status of the entry's line of a timesheet: none for no line or a withdrawn timesheet, submitted for a
	// pending line, rejected until it is resubmitted. Several are separated by commas.
	SubmissionStatus wire.Optional[[]timesheets.LineOfEntry] `query:"submission_status" enum:"none,submitted,approved,rejected" minItems:"1"`
	// none: entries that are not invoiced. any: invoiced ones. Any other text: those with this mark.
	Invoice wire.Optional[timelog.InvoiceFilter] `query:"invoice" bounds:"invoice"`
	// Entries with these ids, separated by commas. Ids that the caller cannot see are left out.
	IDs wire.Optional[[]domain.ID] `query:"ids" bounds:"filterIDs"`
}

// NamesEntries reports whether the filter alone bounds the entries, without a range of
// time.
func (f Filter) NamesEntries() bool { return f.IDs.Set || f.SubmissionID.Set }

// SelectsLines reports whether the filter decides on nothing but what the lines of running
// totals tell apart.
func (f Filter) SelectsLines() bool {
	return f.Search.Value == "" && !f.UpdatedSince.Set && !f.SubmissionID.Set && !f.SubmissionStatus.Set &&
		!f.Invoice.Set && !f.IDs.Set
}

// predicates are the conditions that the filter sets on an entry. The client's
// entries are those of its projects.
func (f Filter) predicates(clientProjects map[domain.ID]bool) []func(timelog.Entry) bool {
	var all []func(timelog.Entry) bool
	add := func(set bool, test func(timelog.Entry) bool) {
		if set {
			all = append(all, test)
		}
	}
	add(f.ProjectID.Set, func(e timelog.Entry) bool { return e.ProjectID == f.ProjectID.Value })
	add(f.TaskID.Set, func(e timelog.Entry) bool { return e.TaskID == f.TaskID.Value })
	add(f.TagID.Set, func(e timelog.Entry) bool { return slices.Contains(e.TagIDs, f.TagID.Value) })
	add(f.ClientID.Set, func(e timelog.Entry) bool { return clientProjects[e.ProjectID] })
	add(f.IsBillable.Set, func(e timelog.Entry) bool { return e.IsBillable == f.IsBillable.Value })
	add(f.Invoice.Set, f.Invoice.Value.Matches)
	add(f.UpdatedSince.Set, func(e timelog.Entry) bool { return !e.UpdatedAt.Before(f.UpdatedSince.Value.Time) })
	add(f.SubmissionID.Set, func(e timelog.Entry) bool {
		return e.Stamp != nil &&
			e.Stamp.SubmissionID == f.SubmissionID.Value
	})
	add(f.SubmissionStatus.Set && !slices.Contains(f.SubmissionStatus.Value, timesheets.EntryNotSubmitted),
		func(e timelog.Entry) bool { return e.Stamp != nil })
	add(f.Search.Set && f.Search.Value != "", func(e timelog.Entry) bool {
		return f.Search.Value.FoundIn(string(e.Description))
	})
	return all
}

// matchAll is true for an entry when all predicates are; nil when there are none.
func matchAll(predicates []func(timelog.Entry) bool) func(timelog.Entry) bool {
	if len(predicates) == 0 {
		return nil
	}
	return func(e timelog.Entry) bool {
		for _, test := range predicates {
			if !test(e) {
				return false
			}
		}
		return true
	}
}

// namedByFilter are records that a filter names.
type namedByFilter struct {
	clientProjects map[domain.ID]bool     // the projects of the client
	submission     *timesheets.Submission // nil without one
}

// checkFilterRefs checks that the caller can see everything that the filter names. It
// ends validation.
func (r Scope) checkFilterRefs(ctx context.Context, s ScopeReader, f Filter,
	issues *wire.Issues) (found namedByFilter, err error) {
	c := r.viewer.Caller
	var named EditBody
	named.ProjectID, named.TaskID = Clearable(f.ProjectID), Clearable(f.TaskID)
	named.TagIDs.Value = &[]domain.ID{f.TagID.Value}
	var extra store.Refs
	if f.UserID.Value != "" && f.UserID.Value != c.User.ID {
		extra.Members = []domain.ID{f.UserID.Value}
	}
	if f.SubmissionID.Value != "" {
		extra.Locks = []domain.ID{f.SubmissionID.Value}
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
	if found.clientProjects, err = x.loadClientProjects(ctx, s, f.ClientID.Value, issues); err != nil {
		return found, err
	}
	return found, x.settle(ctx, issues)
}

// submissionOf is the submission that the filter names; nil when it names none, or one that
// the viewer cannot see.
func (x *Resolved) submissionOf(f Filter, v Viewer, issues *wire.Issues) *timesheets.Submission {
	id := f.SubmissionID.Value
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
			x.unknown.Members = append(x.unknown.Members, id)
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
