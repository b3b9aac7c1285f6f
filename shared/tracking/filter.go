package tracking

import (
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/wire"
)

// Filter selects the entries of a list, a report, an export or an invoice, by a query or in a body.
type Filter struct {
	// Only of this user.
	UserID wire.Optional[domain.ID] `query:"user_id" json:"userId"`
	// Only of this project.
	ProjectID wire.Optional[domain.ID] `query:"project_id" json:"projectId"`
	// Only of this task.
	TaskID wire.Optional[domain.ID] `query:"task_id" json:"taskId"`
	// Only entries with this tag.
	TagID wire.Optional[domain.ID] `query:"tag_id" json:"tagId"`
	// Only of this client.
	ClientID wire.Optional[domain.ID] `query:"client_id" json:"clientId"`
	// true: only billable entries. false: only others.
	IsBillable wire.Optional[bool] `query:"is_billable" json:"isBillable"`
	// Found anywhere in the description, whatever its case and accents.
	Search wire.Optional[domain.SearchTerm] `query:"search" json:"search" maxLength:"200"`

	// Entries that were made or changed at this moment or later, by their updated_at. A decision on a timesheet does
	// not change an entry.
	UpdatedSince wire.Optional[domain.Instant] `query:"updated_since" json:"updatedSince"`
	// Entries on the lines of this timesheet, also on rejected ones until it is resubmitted.
	SubmissionID wire.Optional[domain.ID] `query:"submission_id" json:"submissionId"`
	// The status of the entry's line of a timesheet: none for no line or a withdrawn timesheet, submitted for a
	// pending line, rejected until it is resubmitted. Several are separated by commas, or in a body in a list.
	SubmissionStatus wire.Optional[[]timelog.LineOfEntry] `query:"submission_status" json:"submissionStatus" enum:"none,submitted,approved,rejected" minItems:"1" commas:"true"`
	// none: entries that are not invoiced. any: invoiced ones. Any other text: those with this mark.
	Invoice wire.Optional[timelog.InvoiceFilter] `query:"invoice" json:"invoice" bounds:"invoice"`
	// Entries with these ids, separated by commas, or in a body in a list. Ids that the caller cannot see are left out.
	IDs wire.Optional[[]domain.ID] `query:"ids" json:"ids" bounds:"filterIDs" commas:"true"`
}

// Selection is what the filter selects of the entries that start in a span.
func (f Filter) Selection(in timelog.Span) timelog.Selection {
	return timelog.Selection{Span: in, UserID: f.UserID.Value, ProjectID: f.ProjectID.Value, TaskID: f.TaskID.Value,
		TagID: f.TagID.Value, ClientID: f.ClientID.Value, IsBillable: f.IsBillable.Pointer(), Search: f.Search.Value,
		UpdatedSince: f.UpdatedSince.Pointer(), SubmissionID: f.SubmissionID.Value, Lines: f.SubmissionStatus.Value,
		Invoice: f.Invoice.Value, IDs: f.IDs.Value}
}
