package answers

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/tracking"
)

// ClientDecision is what became of the time of one client since the submission was last reopened.
//
//openapi:schema SubmissionClientDecision
type ClientDecision struct {
	ClientID   *domain.ID   `json:"client_id"`   // null for lines without a client
	ClientName *domain.Name `json:"client_name"` // of the time when the lines were submitted or the first link was made
	Seconds    int64        `json:"seconds"`     // the tracked seconds of the client's lines
	// the amount of the client's lines in currency, in minor units; null if the caller may not see one of them
	Amount   *int64                  `json:"amount"`
	Currency domain.Currency         `json:"currency"`
	Status   timesheets.ClientStatus `json:"status" enum:"none,pending,approved,rejected"`
	// of the decision; all null without one
	SignerName    *domain.Name    `json:"signer_name"`
	SignerEmail   *domain.Email   `json:"signer_email"`   // The e-mail address that the signer gave.
	DecidedAt     *domain.Instant `json:"decided_at"`     // When the decision was made; null before it.
	ContentSHA256 *string         `json:"content_sha256"` // The SHA-256 digest of the content, in hexadecimal.
	LinkID        *domain.ID      `json:"link_id"`        // the link of the decision, or else the latest open one
}

func ofClientDecision(v tracking.Viewer, s timesheets.Submission, d timesheets.ClientDecision) ClientDecision {
	c := d.Client
	answer := ClientDecision{ClientID: c.ID.OrNull(), Seconds: c.Seconds, Currency: s.Currency, Status: d.Status}
	if c.ID != "" {
		answer.ClientName = &c.Name
	}
	if seesAmountsOf(v, s, c.Lines) {
		answer.Amount = &c.Amount
	}
	if l := d.Link; l != nil {
		answer.LinkID = &l.ID
		if l.Decision != "" {
			answer.SignerName, answer.SignerEmail, answer.DecidedAt = &l.SignerName, &l.SignerEmail, l.DecidedAt
			answer.ContentSHA256 = &l.SHA256
		}
	}
	return answer
}

// LinkScope is the time that a client link covers.
type LinkScope struct {
	LinkID     domain.ID       `json:"link_id"`     // the id of the client link
	ClientID   *domain.ID      `json:"client_id"`   // null for time without a client, or of several
	ClientName *domain.Name    `json:"client_name"` // likewise
	CoversAll  bool            `json:"covers_all"`  // whether the link covers every line
	Seconds    int64           `json:"seconds"`     // of the lines that the link covers
	Amount     *int64          `json:"amount"`      // likewise, in minor units; null if the caller may not see it
	Currency   domain.Currency `json:"currency"`
}

// OfLinkScope makes the answer for the time that a link of a submission covers, now or in an earlier round.
func OfLinkScope(v tracking.Viewer, s timesheets.Submission, l timesheets.LinkScope) LinkScope {
	answer := LinkScope{LinkID: l.LinkID, ClientID: l.ClientID.OrNull(), CoversAll: l.CoversAll, Seconds: l.Seconds,
		Currency: l.Currency}
	if l.ClientID != "" {
		answer.ClientName = &l.ClientName
	}
	if seesAmountOfScope(v, s, l) {
		answer.Amount = &l.Amount
	}
	return answer
}

// seesAmountOfScope reports whether the viewer sees the amounts of all lines that the link covers. Lines of earlier
// rounds may have been on any project that the submission has left.
func seesAmountOfScope(v tracking.Viewer, s timesheets.Submission, l timesheets.LinkScope) bool {
	for _, p := range s.ProjectStays {
		if !v.SeesRatesOn(p.ProjectID) {
			return false
		}
	}
	if c, ok := s.ClientOfID(l.ClientID); ok && !l.CoversAll {
		return seesAmountsOf(v, s, c.Lines)
	}
	return seesAllAmounts(v, s)
}

// seesAmountsOf reports whether the viewer sees the amounts of these lines.
func seesAmountsOf(v tracking.Viewer, s timesheets.Submission, lines []int) bool {
	if v.SeesRates() {
		return true
	}
	for _, l := range s.Lines {
		if slices.Contains(lines, l.Number) && !v.SeesRatesOn(l.ProjectID) {
			return false
		}
	}
	return true
}

// SignatureEvidence says what a signature proves about its signer.
type SignatureEvidence struct {
	// of who had the link: mailed_link if only the client's address was sent it, shared_link if its maker had it
	Evidence timesheets.LinkEvidence `json:"evidence"`
	// whether signer_email is the link's client_email; null for a signature from before it was stored
	EmailMatches *bool `json:"signer_email_matches"`
}
