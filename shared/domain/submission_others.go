package domain

import "stint/shared/problem"

// ErrSubmissionOpen refuses a second open submission of a day.
var ErrSubmissionOpen = problem.Conflict(problem.SubmissionOpen, "There is an open submission for some of these days.")

// CheckOtherSubmissions checks that no other submission of the same user is open for
// some of the submission's days. It returns those whose first round is still being
// made: they must be abandoned, because each would become open later. Errors:
// conflict.
func (s Submission) CheckOtherSubmissions(others []Submission) (unfinished []Submission, err error) {
	for _, other := range others {
		switch {
		case other.ID == s.ID, !other.IntersectsPeriod(s.PeriodStart, s.PeriodEnd):
		case other.IsOpen():
			return nil, ErrSubmissionOpen
		case !other.Visible():
			unfinished = append(unfinished, other)
		}
	}
	return unfinished, nil
}
