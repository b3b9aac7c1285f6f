package billing

import (
	"context"
	"errors"
	"maps"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// invoiceFilter selects entries as the query of a summary does.
type invoiceFilter struct {
	// Entries that start at this moment or later. Required unless ids or submissionId is sent.
	From wire.Optional[domain.Instant] `json:"from"`
	// Entries that start before this moment, at most 366 days after from. Required unless ids or submissionId is sent.
	To        wire.Optional[domain.Instant] `json:"to"`
	UserID    wire.Optional[domain.ID]      `json:"userId"`    // Only of this user.
	ProjectID wire.Optional[domain.ID]      `json:"projectId"` // Only of this project.
	TaskID    wire.Optional[domain.ID]      `json:"taskId"`    // Only of this task.
	TagID     wire.Optional[domain.ID]      `json:"tagId"`     // Only entries with this tag.
	ClientID  wire.Optional[domain.ID]      `json:"clientId"`  // Only of this client.
	// true: only billable entries. false: only others.
	IsBillable wire.Optional[bool] `json:"isBillable"`
	// Found anywhere in the description, whatever its case and accents.
	Search wire.Optional[domain.SearchTerm] `json:"search" maxLength:"200"`
	// Entries that were made or changed at this moment or later.
	UpdatedSince wire.Optional[domain.Instant] `json:"updatedSince"`
	// Entries on the lines of this timesheet.
	SubmissionID wire.Optional[domain.ID] `json:"submissionId"`
	// The status of the entry's line of a timesheet, or several in a list, or separated by commas.
	SubmissionStatus wire.Optional[[]timesheets.LineOfEntry] `json:"submissionStatus" enum:"none,submitted,approved,rejected" minItems:"1" commas:"true"`
	// none: entries that are not invoiced. any: invoiced ones. Any other text: those with this mark.
	Invoice wire.Optional[timelog.InvoiceFilter] `json:"invoice" bounds:"invoice"`
	// Entries with these ids.
	IDs wire.Optional[[]domain.ID] `json:"ids" bounds:"filterIDs" commas:"true"`
}

func (f invoiceFilter) filter() tracking.Filter {
	return tracking.Filter{
		UserID: f.UserID, ProjectID: f.ProjectID, TaskID: f.TaskID, TagID: f.TagID, ClientID: f.ClientID,
		IsBillable: f.IsBillable, Search: f.Search, UpdatedSince: f.UpdatedSince, SubmissionID: f.SubmissionID,
		SubmissionStatus: f.SubmissionStatus, Invoice: f.Invoice, IDs: f.IDs,
	}
}

// filterNames are the properties of the filter by the names of the query.
var filterNames = map[string]string{
	"from": "from", "to": "to", "user_id": "userId", "project_id": "projectId", "task_id": "taskId", "tag_id": "tagId",
	"client_id": "clientId", "submission_id": "submissionId",
}

// check adds issues for a period that is missing, empty or too long.
func (f invoiceFilter) check(issues *wire.Issues) {
	if !f.filter().NamesEntries() {
		if !f.From.Set && issues.IsClean("filter.from") {
			issues.Add("filter.from", problem.Required)
		}
		if !f.To.Set && issues.IsClean("filter.to") {
			issues.Add("filter.to", problem.Required)
		}
	}
	if !f.From.Set || !f.To.Set || !issues.IsClean("filter.from") || !issues.IsClean("filter.to") {
		return
	}
	switch span := f.To.Value.Sub(f.From.Value.Time); {
	case span <= 0:
		issues.Add("filter.to", problem.RangeInvalid)
	case span > reports.MaxReportSpan:
		issues.Add("filter.to", problem.RangeTooLong)
	}
}

// selectByFilter makes the marking select the entries of a filter; for a manager those of the projects that they
// manage. It ends validation. Errors: forbidden role_insufficient for a project that the manager does not manage.
func (f *Family) selectByFilter(ctx context.Context, c auth.Caller, sent wire.Optional[invoiceFilter],
	managed managedProjects, issues *wire.Issues, m *rerating.Marking) error {
	if !sent.Set && issues.IsClean("ids") {
		issues.AddMessage("ids", problem.Required, "is required unless filter is given")
	}
	if sent.Set {
		sent.Value.check(issues)
	}
	in := sent.Value
	filter := in.filter()
	scope, err := f.scopeOf(ctx, c, filter, timedb.Span{From: in.From.Pointer(), To: in.To.Pointer()}, issues)
	if err != nil {
		return err
	}
	m.Rerating.From, m.Rerating.To = scope.Span.From, scope.Span.To
	m.Rerating.Projects, m.Rerating.Entries = scope.ProjectsOfFilter(filter), scope.IDs
	if scope.User != "" {
		m.Rerating.Users = []domain.ID{scope.User}
	}
	if in.TaskID.Set {
		m.Rerating.Tasks = []domain.ID{in.TaskID.Value}
	}
	m.Rerating.Where = in.where(scope)
	if managed != nil && m.Rerating.Projects == nil {
		m.Rerating.Projects = slices.Sorted(maps.Keys(managed))
	}
	if m.Rerating.Projects != nil && len(m.Rerating.Projects) == 0 { // a client without projects: a job would take all
		m.Read = func(context.Context) ([]timelog.Entry, error) { return nil, nil }
	}
	if managed != nil && slices.ContainsFunc(m.Rerating.Projects, func(p domain.ID) bool { return !managed[p] }) {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// where are the conditions of the filter that are not about ids and times.
func (f invoiceFilter) where(scope tracking.Scope) *money.Where {
	w := money.Where{
		IsBillable: f.IsBillable.Pointer(), TagID: f.TagID.Value, Search: f.Search.Value,
		UpdatedSince: f.UpdatedSince.Pointer(), Invoice: f.Invoice.Value, SubmissionID: f.SubmissionID.Value,
	}
	for _, line := range scope.LinesOfFilter() {
		w.Lines = append(w.Lines, string(line))
	}
	return &w
}

// scopeOf finds the scope of a filter, whose names are those of the query. It ends validation.
func (f *Family) scopeOf(ctx context.Context, c auth.Caller, filter tracking.Filter, in timedb.Span,
	issues *wire.Issues) (tracking.Scope, error) {
	found := new(wire.Issues)
	scope, err := tracking.ScopeOf(ctx, f.store, c, filter, in, found)
	var invalid *problem.Error
	if !errors.As(err, &invalid) || invalid.Code != problem.CodeValidation {
		if err == nil {
			err = issues.Err()
		}
		return scope, err
	}
	for _, field := range invalid.Fields {
		if path := "filter." + filterNames[field.Field]; issues.IsClean(path) {
			issues.AddMessage(path, field.Code, field.Message)
		}
	}
	return scope, issues.Err()
}

// scopeOfIDs finds the scope of the entries with some ids. It ends validation.
func (f *Family) scopeOfIDs(ctx context.Context, c auth.Caller, ids []domain.ID,
	issues *wire.Issues) (tracking.Scope, error) {
	return tracking.ScopeOf(ctx, f.store, c, tracking.Filter{IDs: wire.Some(ids)}, timedb.Span{}, issues)
}
