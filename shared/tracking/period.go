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
	"stint/shared/problem"
	"stint/shared/wire"
)

// Period selects entries by their properties and by the time in which they start.
type Period struct {
	// Entries that start at this moment or later. Required unless ids or the id of a submission is sent.
	From wire.Optional[domain.Instant] `query:"from" json:"from"`
	// Entries that start before this moment, at most 366 days after from. Required unless ids or the id of a submission
	// is sent.
	To wire.Optional[domain.Instant] `query:"to" json:"to"`
	Filter
}

// Selection is what the period selects.
func (p Period) Selection() timelog.Selection {
	return p.Filter.Selection(timelog.Span{From: p.From.Pointer(), To: p.To.Pointer()})
}

// bodyNames are the properties of a body by the names of the query.
var bodyNames = map[string]string{
	"from": "from", "to": "to", "user_id": "userId", "project_id": "projectId", "task_id": "taskId", "tag_id": "tagId",
	"client_id": "clientId", "submission_id": "submissionId",
}

// check adds issues if a range of time is missing, and the filter alone does not bound the entries, or if it is empty
// or too long. The prefix comes before the names.
func (p Period) check(prefix string, issues *wire.Issues) {
	for i, end := range []wire.Optional[domain.Instant]{p.From, p.To} {
		if name := prefix + []string{"from", "to"}[i]; !p.IDs.Set && !p.SubmissionID.Set && !end.Set && issues.IsClean(name) {
			issues.Add(name, problem.Required)
		}
	}
	if !p.From.Set || !p.To.Set || !issues.IsClean(prefix+"from") || !issues.IsClean(prefix+"to") {
		return
	}
	switch span := p.To.Value.Sub(p.From.Value.Time); {
	case span <= 0:
		issues.Add(prefix+"to", problem.RangeInvalid)
	case span > reports.MaxReportSpan:
		issues.AddMessage(prefix+"to", problem.RangeTooLong,
			fmt.Sprintf("must be at most %d days after from", reports.MaxReportSpan/(24*time.Hour)))
	}
}

// ScopeOfQuery finds the entries of the period in a query that the caller may read. It ends validation. Errors: as
// ScopeOf.
func (p Period) ScopeOfQuery(ctx context.Context, s ScopeReader, c auth.Caller, issues *wire.Issues) (Scope, error) {
	p.check("", issues)
	return ScopeOf(ctx, s, c, p.Selection(), issues)
}

// ScopeOfBody finds the entries of the period in a body that the caller may read. The prefix comes before the names of
// its properties in issues. It ends validation. Errors: as ScopeOf.
func (p Period) ScopeOfBody(ctx context.Context, s ScopeReader, c auth.Caller, prefix string,
	issues *wire.Issues) (Scope, error) {
	p.check(prefix, issues)
	found := new(wire.Issues)
	scope, err := ScopeOf(ctx, s, c, p.Selection(), found)
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
