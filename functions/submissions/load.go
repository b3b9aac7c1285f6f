package submissions

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/timesheetdb"
	"stint/shared/tracking"
)

// submission is the submission in a path, as the viewer sees it.
type submission struct {
	timesheetdb.SubmissionDetails
	viewer tracking.Viewer
}

// loadSubmission reads the submission in the path. Errors: not_found, also for a
// submission that the caller may not see.
func (f *Family) loadSubmission(ctx context.Context, r *route.Request) (submission, error) {
	return f.loadSubmissionByID(ctx, r.Caller, r.ID("submissionId"))
}

func (f *Family) loadSubmissionByID(ctx context.Context, c auth.Caller, id domain.ID) (s submission, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		s.SubmissionDetails, err = f.store.SubmissionDetails(ctx, c.WorkspaceID(), id)
		return err
	})
	group.Go(func() (err error) {
		s.viewer, err = f.loadViewer(ctx, c)
		return err
	})
	if err := group.Wait(); err != nil {
		return s, err
	}
	if !s.viewer.SeesSubmission(s.Submission) {
		return s, problem.NotFound()
	}
	return s, nil
}

// submissionRecord is the submission in a path without line totals and events, with who sees it.
type submissionRecord struct {
	timesheets.Submission
	viewer tracking.Viewer
}

// loadSubmissionRecord reads the submission in the path without line totals and
// events. Errors: as loadSubmission.
func (f *Family) loadSubmissionRecord(ctx context.Context, r *route.Request) (s submissionRecord, err error) {
	if s.Submission, err = f.store.Submission(ctx, r.WorkspaceID(), r.ID("submissionId")); err != nil {
		return s, err
	}
	if s.viewer, err = f.loadViewer(ctx, r.Caller); err == nil && !s.viewer.SeesSubmission(s.Submission) {
		err = problem.NotFound()
	}
	return s, err
}

// loadViewer returns the caller as a viewer. It reads the managed projects only
// for the role user, because they matter for no other role.
func (f *Family) loadViewer(ctx context.Context, c auth.Caller) (tracking.Viewer, error) {
	view := tracking.Viewer{Caller: c}
	if c.Role().ReadsAll() {
		return view, nil
	}
	managed, err := f.store.ManagedProjects(ctx, c.WorkspaceID(), c.User.ID)
	view.Managed = managed
	return view, err
}

// canDecide reports whether the viewer may decide on a line.
func (s submission) canDecide(l timesheets.LineState) bool {
	return s.MayDecide(l, s.viewer.User.ID, s.viewer.Role(), s.viewer.Managed)
}

// Authorize allows auth.SubmitTime to the submission's user only, and
// auth.DecideTime to callers who may decide on at least one line.
// Errors: forbidden role_insufficient.
func (s submission) Authorize(c auth.Caller, p auth.Permission) error {
	switch p {
	case auth.SubmitTime:
		if s.UserID != c.User.ID {
			return problem.Forbidden(problem.RoleInsufficient)
		}
	case auth.DecideTime:
		for _, l := range s.Lines {
			if s.canDecide(l) {
				return nil
			}
		}
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// toAnswer converts the submission with its lines.
func (s submission) toAnswer(now domain.Instant) submissionAnswer {
	return answers.OfSubmission(s.viewer, s.SubmissionDetails, now)
}
