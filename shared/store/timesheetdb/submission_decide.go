package timesheetdb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// DecideByMail writes the steps of a decision that a mailed token allowed, and marks the token as used: all or nothing.
// There is at least one step. Errors: conflict when the submission was changed concurrently; peopledb.ErrActDone when
// the token was used.
func (s *Store) DecideByMail(ctx context.Context, was timesheets.Submission, steps []timesheets.Step,
	done people.MailedAct) (err error) {
	defer core.Wrap(&err, "DecideByMail", done.WorkspaceID, was.ID)
	w, last := done.WorkspaceID, steps[len(steps)-1]
	actions := append(submissionChangeActions(w, was, last.Now, last.Event), peopledb.DoAct(done))
	told := make([]audit.Event, len(steps))
	for i, step := range steps {
		told[i] = audit.SubmissionChange(step.Now, step.Event, nil)
		actions = append(actions, s.submissionMails(w, step.Now, step.Event, nil)...)
		if i < len(steps)-1 {
			actions = append(actions, eventAction(w, was.ID, step.Event))
		}
	}
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, told...)...)...)
}

// eventAction adds an event to the history of a submission.
func eventAction(w, submission domain.ID, e timesheets.SubmissionEvent) table.Action {
	return table.Create(table.Encode(key.Event(w, submission, e.Version), e)).Or(ErrSubmissionChanged)
}
