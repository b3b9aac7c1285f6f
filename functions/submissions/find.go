package submissions

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// submission is one that a path names and its caller may see.
type submission struct {
	store.Dossier
	view tracking.Viewer
}

// submission finds the one that the path names. Errors: not_found, also for
// what the caller may not see.
func (f *Family) submission(ctx context.Context, r *route.Request) (submission, error) {
	return f.find(ctx, r.Caller, r.ID("submissionId"))
}

func (f *Family) find(ctx context.Context, c auth.Caller, id domain.ID) (s submission, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		s.Dossier, err = f.store.Dossier(ctx, c.WorkspaceID(), id)
		return err
	})
	group.Go(func() (err error) {
		s.view, err = f.viewer(ctx, c)
		return err
	})
	if err := group.Wait(); err != nil {
		return s, err
	}
	if !sees(s.view, s.Submission) {
		return s, problem.Missing()
	}
	return s, nil
}

// head is submission without its lines, for those who need none.
func (f *Family) head(ctx context.Context, r *route.Request) (domain.Submission, error) {
	s, err := f.store.Submission(ctx, r.WorkspaceID(), r.ID("submissionId"))
	if err != nil || r.Role() != domain.Worker || s.UserID == r.User.ID {
		return s, err
	}
	view, err := f.viewer(ctx, r.Caller)
	if err == nil && !sees(view, s) {
		err = problem.Missing()
	}
	return s, err
}

// viewer is the caller with the projects that they manage, where that matters.
func (f *Family) viewer(ctx context.Context, c auth.Caller) (tracking.Viewer, error) {
	view := tracking.Viewer{Caller: c}
	if c.Role() != domain.Worker {
		return view, nil
	}
	managed, err := f.store.ManagedBy(ctx, c.WorkspaceID(), c.User.ID)
	view.Managed = managed
	return view, err
}

// sees reports whether a caller sees a submission: a user their own and those
// with a line of a project that they manage, all others every one.
func sees(v tracking.Viewer, s domain.Submission) bool {
	return v.Role() != domain.Worker || s.UserID == v.User.ID || managesOf(v, s)
}

// managesOf reports whether the caller manages the project of one of the lines.
func managesOf(v tracking.Viewer, s domain.Submission) bool {
	for _, l := range s.Lines {
		if v.Managed[l.ProjectID] {
			return true
		}
	}
	return false
}

// mayDecide tells which lines the caller decides on: owner and admins on all,
// managers on those of their projects, but not on their own time.
func (s submission) mayDecide(l domain.LineState) bool {
	return s.view.Leads() || s.UserID != s.view.User.ID && s.view.Managed[l.ProjectID]
}

// Permit lets its owner submit it, and decide who may decide on some line.
// Errors: forbidden role_insufficient.
func (s submission) Permit(c auth.Caller, p auth.Permission) error {
	switch p {
	case auth.SubmitTime:
		if s.UserID != c.User.ID {
			return problem.Deny(problem.RoleInsufficient)
		}
	case auth.DecideTime:
		for _, l := range s.Lines {
			if s.mayDecide(l) {
				return nil
			}
		}
		return problem.Deny(problem.RoleInsufficient)
	}
	return nil
}

// oneLine is a line that a path names, in its submission.
type oneLine struct {
	submission
	state domain.LineState
}

// line finds the line that the path names. Errors: not_found, also for what
// the caller may not see.
func (f *Family) line(ctx context.Context, r *route.Request) (oneLine, error) {
	id, n := domain.OfLine(r.ID("lineId"))
	s, err := f.find(ctx, r.Caller, id)
	if err != nil {
		return oneLine{}, err
	}
	state, ok := s.Line(n)
	if !ok {
		return oneLine{}, problem.Missing()
	}
	return oneLine{submission: s, state: state}, nil
}

// Permit lets decide who may decide on this line. Errors: forbidden
// role_insufficient.
func (l oneLine) Permit(_ auth.Caller, p auth.Permission) error {
	if p == auth.DecideTime && !l.mayDecide(l.state) {
		return problem.Deny(problem.RoleInsufficient)
	}
	return nil
}
