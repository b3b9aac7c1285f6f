package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

// pendingLines are the lines that wait, all or those of a project. Errors: errNothingPending.
func (s *session) pendingLines(ctx context.Context, submission api.Submission,
	project string) (lines []api.SubmissionLine, err error) {
	var only *uuid.UUID
	if project != "" {
		if only, err = s.findProject(ctx, project); err != nil {
			return nil, err
		}
	}
	for _, line := range submission.Lines {
		if line.Status == linePending && (only == nil || line.ProjectId != nil && *line.ProjectId == *only) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		err = errNothingPending
	}
	return lines, err
}

// showLines shows a person what they decide on.
func (a *app) showLines(ctx context.Context, s *session, lines []api.SubmissionLine) error {
	labels := s.labels()
	for _, line := range lines {
		text, err := labels.of(ctx, api.Entry{ProjectId: line.ProjectId, TaskId: line.TaskId, Description: ""})
		if err != nil {
			return err
		}
		a.note("%7s  %14s  %s", screen.Seconds(line.TotalSeconds), amount(line.Amount, line.Currency),
			strings.Replace(text, "(no description)", "(no project)", 1))
	}
	return nil
}

// approveAll approves what the person was shown: not if the timesheet has changed since.
func (a *app) approveAll(ctx context.Context, s *session, submission api.Submission) error {
	approved, err := client.GetRecord(s.SubmissionsApproveAllWithResponse(ctx, submission.Id,
		&api.SubmissionsApproveAllParams{IfMatch: new(etag(submission.Version))}))
	return a.print(approved.Raw, "Approved. The timesheet is "+
		screen.Clean(strings.ReplaceAll(approved.Value.Status, "_", " "))+".", err)
}

// rejectLines rejects line after line, unless one has changed since it was shown.
func (a *app) rejectLines(ctx context.Context, s *session, lines []api.SubmissionLine, reason *string) error {
	for i, line := range lines {
		rejected, err := client.GetRecord(s.SubmissionsRejectLineWithResponse(ctx, line.Id,
			&api.SubmissionsRejectLineParams{IfMatch: new(etag(line.Version))}, api.SubmissionRejectLineRequest{Reason: reason}))
		if err != nil && i > 0 {
			return fmt.Errorf("after %s: %w", screen.Counted(i, "line was rejected", "lines were rejected"), err)
		}
		if err != nil {
			return err
		}
		if a.screen.JSON {
			if err := a.screen.Record(rejected.Raw, ""); err != nil {
				return err
			}
		}
	}
	return a.screen.Line("Rejected %s.", screen.Counted(len(lines), "line", "lines"))
}
