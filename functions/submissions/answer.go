package submissions

import (
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/tracking"
)

type (
	summary          = answers.SubmissionSummary
	submissionAnswer = answers.Submission
	lineAnswer       = answers.SubmissionLine
)

func toSummary(v tracking.Viewer, s domain.Submission, now domain.Instant) summary {
	return answers.OfSubmissionSummary(v, s, now)
}

// toAnswer converts the submission with its lines.
func (s submission) toAnswer(now domain.Instant) submissionAnswer {
	return answers.OfSubmission(s.viewer, s.SubmissionDetails, now)
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

// withEvent returns the submission after an event.
func (s submission) withEvent(now domain.Submission, e domain.SubmissionEvent) submission {
	events := map[int64]domain.SubmissionEvent{e.Version: e}
	for version, before := range s.Events {
		events[version] = before
	}
	s.SubmissionDetails = store.SubmissionDetails{Submission: now, Totals: s.Totals, Events: events}
	return s
}
