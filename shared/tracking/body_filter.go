package tracking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/timedb"
	"stint/shared/wire"
)

// BodyFilter is the query of a summary in a body: a Filter and a range of time.
type BodyFilter struct {
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

// Filter is the filter without the range.
func (f BodyFilter) Filter() Filter {
	return Filter{
		UserID: f.UserID, ProjectID: f.ProjectID, TaskID: f.TaskID, TagID: f.TagID, ClientID: f.ClientID,
		IsBillable: f.IsBillable, Search: f.Search, UpdatedSince: f.UpdatedSince, SubmissionID: f.SubmissionID,
		SubmissionStatus: f.SubmissionStatus, Invoice: f.Invoice, IDs: f.IDs,
	}
}

// Span is the range of time.
func (f BodyFilter) Span() timedb.Span {
	return timedb.Span{From: f.From.Pointer(), To: f.To.Pointer()}
}

// bodyNames are the properties of a body by the names of the query.
var bodyNames = map[string]string{
	"from": "from", "to": "to", "user_id": "userId", "project_id": "projectId", "task_id": "taskId", "tag_id": "tagId",
	"client_id": "clientId", "submission_id": "submissionId",
}

// CheckPeriod adds issues if a range of time is missing, and the filter alone does not bound the entries, or if it is
// empty or too long. The prefix comes before the names.
func CheckPeriod(from, to wire.Optional[domain.Instant], f Filter, prefix string, issues *wire.Issues) {
	if !f.NamesEntries() {
		for i, end := range []wire.Optional[domain.Instant]{from, to} {
			if name := prefix + []string{"from", "to"}[i]; !end.Set && issues.IsClean(name) {
				issues.Add(name, problem.Required)
			}
		}
	}
	if !from.Set || !to.Set || !issues.IsClean(prefix+"from") || !issues.IsClean(prefix+"to") {
		return
	}
	switch span := to.Value.Sub(from.Value.Time); {
	case span <= 0:
		issues.Add(prefix+"to", problem.RangeInvalid)
	case span > reports.MaxReportSpan:
		issues.AddMessage(prefix+"to", problem.RangeTooLong,
			fmt.Sprintf("must be at most %d days after from", reports.MaxReportSpan/(24*time.Hour)))
	}
}

// ScopeOf finds the entries of the filter that the caller may read. The prefix comes before the names of its
// properties in issues. It ends validation. Errors: as the function ScopeOf.
func (f BodyFilter) ScopeOf(ctx context.Context, s ScopeReader, c auth.Caller, prefix string,
	issues *wire.Issues) (Scope, error) {
	CheckPeriod(f.From, f.To, f.Filter(), prefix, issues)
	found := new(wire.Issues)
	scope, err := ScopeOf(ctx, s, c, f.Filter(), f.Span(), found)
	var invalid *problem.Error
	if !errors.As(err, &invalid) || invalid.Code != problem.CodeValidation {
		if err == nil {
			err = issues.Err()
		}
		return scope, err
	}
	for _, field := range invalid.Fields {
		if path := prefix + bodyNames[field.Field]; issues.IsClean(path) {
			issues.AddMessage(path, field.Code, field.Message)
		}
	}
	return scope, issues.Err()
}
