package submissions

import (
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// summary is a submission as lists show it.
type summary struct {
	ID             domain.ID               `json:"id"`
	UserID         domain.ID               `json:"user_id"`
	PeriodStart    domain.Date             `json:"period_start"`
	PeriodEnd      domain.Date             `json:"period_end"` // included
	Status         domain.SubmissionStatus `json:"status"`
	TotalSeconds   int64                   `json:"total_seconds"` // of all lines
	Amount         *int64                  `json:"amount"`        // of the lines in currency, in minor units; null if the caller may not see one of them
	Currency       domain.Currency         `json:"currency"`
	Note           domain.Text             `json:"note"`
	SubmittedAt    domain.Instant          `json:"submitted_at"` // last submitted or resubmitted
	UpdatedAt      domain.Instant          `json:"updated_at"`   // of the latest event
	ClientStatus   domain.ClientStatus     `json:"client_status"`
	ClientApproval *clientApproval         `json:"client_approval"`
	route.Versioned
}

// clientApproval is the latest signature of a client since the submission was
// last reopened.
type clientApproval struct {
	SignerName    domain.Name    `json:"signer_name"`
	SignerEmail   domain.Email   `json:"signer_email"`
	DecidedAt     domain.Instant `json:"decided_at"`
	ContentSHA256 string         `json:"content_sha256"`
	signatureEvidence
}

// submissionAnswer is a submission with its lines.
type submissionAnswer struct {
	summary
	Lines []lineAnswer `json:"lines"`
}

// lineAnswer is a line of a submission.
type lineAnswer struct {
	ID           domain.ID         `json:"id"`
	ProjectID    *domain.ID        `json:"project_id"`
	TaskID       *domain.ID        `json:"task_id"`
	IsBillable   bool              `json:"is_billable"`
	EntryCount   int               `json:"entry_count"`
	TotalSeconds int64             `json:"total_seconds"`
	Amount       *int64            `json:"amount"` // minor units; null if the caller may not see it
	Currency     domain.Currency   `json:"currency"`
	Status       domain.LineStatus `json:"status"`
	Reason       *domain.Text      `json:"reason"`     // of a rejection
	DecidedBy    *domain.ID        `json:"decided_by"` // null while pending
	DecidedAt    *domain.Instant   `json:"decided_at"`
	route.Versioned
}

// toSummary converts a submission for a viewer.
func toSummary(v tracking.Viewer, s domain.Submission, now domain.Instant) summary {
	answer := summary{
		ID: s.ID, UserID: s.UserID, PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Status: s.Status(),
		TotalSeconds: s.Seconds, Currency: s.Currency, Note: s.Note, SubmittedAt: s.SubmittedAt, UpdatedAt: s.LastChange(),
		ClientStatus: s.ClientStatus(now), Versioned: route.Versioned{Version: s.Version},
	}
	if seesAllAmounts(v, s) {
		answer.Amount = &s.Amount
	}
	if signed := s.LatestApproval(); signed != nil {
		answer.ClientApproval = &clientApproval{
			SignerName: signed.SignerName, SignerEmail: signed.SignerEmail, DecidedAt: *signed.DecidedAt, ContentSHA256: signed.SHA256,
			signatureEvidence: signatureEvidence{Evidence: signed.Evidence.OrShared(), EmailMatches: signed.EmailMatches},
		}
	}
	return answer
}

// seesAllAmounts reports whether the viewer sees the amounts of all lines.
func seesAllAmounts(v tracking.Viewer, s domain.Submission) bool {
	for _, l := range s.Lines {
		if !v.SeesRatesOn(l.ProjectID) {
			return false
		}
	}
	return true
}

// toAnswer converts the submission with its lines.
func (s submission) toAnswer(now domain.Instant) submissionAnswer {
	answer := submissionAnswer{summary: toSummary(s.viewer, s.Submission, now), Lines: make([]lineAnswer, len(s.Lines))}
	for i := range s.Lines {
		answer.Lines[i] = s.toLineAnswer(i)
	}
	return answer
}

// toLineAnswer converts the line at index i.
func (s submission) toLineAnswer(i int) lineAnswer {
	state, totals := s.Lines[i], s.Totals[i]
	answer := lineAnswer{
		ID: s.LineID(state.Number), ProjectID: totals.ProjectID.OrNull(), TaskID: totals.TaskID.OrNull(), IsBillable: totals.IsBillable,
		EntryCount: totals.Entries, TotalSeconds: totals.Seconds, Currency: totals.Currency, Status: state.Status,
		Versioned: route.Versioned{Version: state.Version},
	}
	if s.viewer.SeesRatesOn(totals.ProjectID) {
		answer.Amount = &totals.Amount
	}
	if decision, ok := s.Events[state.DecisionVersion]; ok && state.DecisionVersion != 0 {
		answer.DecidedBy, answer.DecidedAt, answer.Reason = &decision.Actor.ID, &decision.At, decision.Reason
	}
	return answer
}

// toAnswer converts the line.
func (l submissionLine) toAnswer() lineAnswer {
	for i, state := range l.Lines {
		if state.Number == l.state.Number {
			return l.submission.toLineAnswer(i)
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
