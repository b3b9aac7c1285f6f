package submissions

import (
	"context"

	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
)

// submissionLine is the line in a path, with its submission.
type submissionLine struct {
	submission
	state timesheets.LineState
}

// versionIn is the version of the line in its submission, which may have changed since.
func (l submissionLine) versionIn(s submission) int64 {
	now, _ := s.Line(l.state.Number)
	return now.Version
}

// loadLine reads the line in the path. Errors: not_found, also for a line of a
// submission that the caller may not see.
func (f *Family) loadLine(ctx context.Context, r *route.Request) (submissionLine, error) {
	id, n := timesheets.ParseLineID(r.ID("lineId"))
	s, err := f.loadSubmissionByID(ctx, r.Caller, id)
	if err != nil {
		return submissionLine{}, err
	}
	state, ok := s.Line(n)
	if !ok {
		return submissionLine{}, problem.NotFound()
	}
	return submissionLine{submission: s, state: state}, nil
}

// Authorize allows auth.DecideTime to callers who may decide on the line.
// Errors: forbidden role_insufficient.
func (l submissionLine) Authorize(_ auth.Caller, p auth.Permission) error {
	if p == auth.DecideTime && !l.canDecide(l.state) {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}

// toAnswer converts the line.
func (l submissionLine) toAnswer() lineAnswer {
	for i, state := range l.Lines {
		if state.Number == l.state.Number {
			return answers.OfSubmissionLine(l.viewer, l.SubmissionDetails, i)
		}
	}
	return lineAnswer{} // not reached: deciding never removes a line
}
