package store

import (
	"context"

	"stint/shared/domain"
)

// SubmissionsAround are the submissions of a user that could share a day with one of
// them, which may be among them, and the user's overlap guard as it was before.
type SubmissionsAround struct {
	Guard  int64
	Others []domain.Submission
}

// SubmissionsAround reads the overlap guard first, so that a submission that is made
// during the read makes the write fail.
func (s *Store) SubmissionsAround(ctx context.Context, w domain.ID, sub domain.Submission) (a SubmissionsAround, err error) {
	records, err := s.Records(ctx, w, Refs{Guards: []domain.ID{sub.UserID}})
	if err != nil {
		return a, err
	}
	a.Guard = records.Guards[sub.UserID]
	a.Others, err = s.submissionsNear(ctx, w, sub)
	return a, err
}

// ReopenSubmission is ChangeSubmission for one that becomes open again. It raises the
// overlap guard, as every new submission does. So of two that share a day, one fails.
// Errors: as ChangeSubmission; ErrOverlapGuard when the guard was raised since it was
// read.
func (s *Store) ReopenSubmission(ctx context.Context, w domain.ID, was, now domain.Submission, e domain.SubmissionEvent, guard int64) error {
	actions := append(submissionChangeActions(w, was, now, e), raiseOverlapGuard(w, was.UserID, guard))
	return s.table.Commit(ctx, append(actions, s.auditActions(ctx, w, domain.AuditSubmissionChange(now, e, nil))...)...)
}
