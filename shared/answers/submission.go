package answers

import (
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store/timesheetdb"
	"stint/shared/tracking"
)

// SubmissionSummary is a submission as lists show it.
type SubmissionSummary struct {
	ID           domain.ID                   `json:"id"`
	UserID       domain.ID                   `json:"user_id"`
	PeriodStart  domain.Date                 `json:"period_start"` // The first day of the period.
	PeriodEnd    domain.Date                 `json:"period_end"`   // the last day of the period
	Status       timesheets.SubmissionStatus `json:"status"`
	TotalSeconds int64                       `json:"total_seconds"` // the tracked seconds of all lines
	// the amount of the lines in currency, in minor units; null if the caller may not see one of them
	Amount      *int64          `json:"amount"`
	Currency    domain.Currency `json:"currency"`
	Note        domain.Text     `json:"note"`         // A remark of the user for those who approve.
	SubmittedAt domain.Instant  `json:"submitted_at"` // last submitted or resubmitted
	UpdatedAt   domain.Instant  `json:"updated_at"`   // of the latest event
	// What the clients decided: none, pending while a link is open, partial where some approved, approved or rejected.
	ClientStatus timesheets.ClientStatus `json:"client_status"`
	// The latest decision of a client, an approval or a rejection; null without one.
	ClientApproval *ClientApproval `json:"client_approval"`
	// What became of the time of each client among the lines, by name; client_id null is that without a client.
	ClientDecisions []ClientDecision `json:"client_decisions"`
	route.Versioned
}

// ClientApproval is the latest decision of a client since the submission was
// last reopened.
type ClientApproval struct {
	LinkScope
	Status        timesheets.LinkDecision `json:"status" enum:"approved,rejected"`
	SignerName    domain.Name             `json:"signer_name"`    // The full name that the signer gave.
	SignerEmail   domain.Email            `json:"signer_email"`   // The e-mail address that the signer gave.
	DecidedAt     domain.Instant          `json:"decided_at"`     // When the decision was made.
	ContentSHA256 string                  `json:"content_sha256"` // The SHA-256 digest of the content, in hexadecimal.
	SignatureEvidence
}

// Submission is a submission with its lines.
type Submission struct {
	SubmissionSummary
	Lines []SubmissionLine `json:"lines"` // The lines.
	// Only in a dry run: the digest with which just this is submitted.
	ContentDigest string `json:"content_digest,omitzero"`
}

// SubmissionLine is a line of a submission.
type SubmissionLine struct {
	ID           domain.ID             `json:"id"`
	ProjectID    *domain.ID            `json:"project_id"`
	TaskID       *domain.ID            `json:"task_id"`
	IsBillable   bool                  `json:"is_billable"`
	EntryCount   int                   `json:"entry_count"`   // The number of entries.
	TotalSeconds int64                 `json:"total_seconds"` // The tracked time in seconds.
	Amount       *int64                `json:"amount"`        // minor units; null if the caller may not see it
	Currency     domain.Currency       `json:"currency"`
	Status       timesheets.LineStatus `json:"status"`
	Reason       *domain.Text          `json:"reason"`     // why the line was rejected; null without a rejection
	DecidedBy    *domain.ID            `json:"decided_by"` // null while pending
	DecidedAt    *domain.Instant       `json:"decided_at"` // When the decision was made.
	route.Versioned
}

// OfSubmissionSummary makes the answer for a submission without its lines.
func OfSubmissionSummary(v tracking.Viewer, s timesheets.Submission, now domain.Instant) SubmissionSummary {
	answer := SubmissionSummary{
		ID: s.ID, UserID: s.UserID, PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Status: s.Status(),
		TotalSeconds: s.Seconds, Currency: s.Currency, Note: s.Note, SubmittedAt: s.SubmittedAt, UpdatedAt: s.LastChange(),
		ClientStatus: s.ClientStatus(now), ClientDecisions: []ClientDecision{},
		Versioned: route.Versioned{Version: s.Version},
	}
	if seesAllAmounts(v, s) {
		answer.Amount = &s.Amount
	}
	if signed := s.LatestDecision(); signed != nil {
		answer.ClientApproval = &ClientApproval{
			LinkScope: OfLinkScope(v, s, s.ScopeOf(*signed)), Status: signed.Decision,
			SignerName: signed.SignerName, SignerEmail: signed.SignerEmail, DecidedAt: *signed.DecidedAt,
			ContentSHA256: signed.SHA256, SignatureEvidence: SignatureEvidence{
				Evidence: signed.Evidence.OrShared(), EmailMatches: signed.EmailMatches},
		}
	}
	for _, d := range s.ClientDecisions(now) {
		answer.ClientDecisions = append(answer.ClientDecisions, ofClientDecision(v, s, d))
	}
	return answer
}

// seesAllAmounts reports whether the viewer sees the amounts of all lines.
func seesAllAmounts(v tracking.Viewer, s timesheets.Submission) bool {
	for _, l := range s.Lines {
		if !v.SeesRatesOn(l.ProjectID) {
			return false
		}
	}
	return true
}

// OfSubmission makes the answer for a submission with its lines.
func OfSubmission(v tracking.Viewer, s timesheetdb.SubmissionDetails, now domain.Instant) Submission {
	answer := Submission{SubmissionSummary: OfSubmissionSummary(v, s.Submission, now),
		Lines: make([]SubmissionLine, len(s.Lines))}
	for i := range s.Lines {
		answer.Lines[i] = OfSubmissionLine(v, s, i)
	}
	return answer
}

// OfSubmissionLine makes the answer for the line at index i.
func OfSubmissionLine(v tracking.Viewer, s timesheetdb.SubmissionDetails, i int) SubmissionLine {
	state, totals := s.Lines[i], s.Totals[i]
	answer := SubmissionLine{
		ID: s.LineID(state.Number), ProjectID: totals.ProjectID.OrNull(), TaskID: totals.TaskID.OrNull(),
		IsBillable: totals.IsBillable, EntryCount: totals.Entries, TotalSeconds: totals.Seconds, Currency: totals.Currency,
		Status:    state.Status,
		Versioned: route.Versioned{Version: state.Version},
	}
	if v.SeesRatesOn(totals.ProjectID) {
		answer.Amount = &totals.Amount
	}
	if decision, ok := s.Events[state.DecisionVersion]; ok && state.DecisionVersion != 0 {
		answer.DecidedBy, answer.DecidedAt, answer.Reason = &decision.Actor.ID, &decision.At, decision.Reason
	}
	return answer
}
