package submissions

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/signing"
)

func (f *Family) listLinks(ctx context.Context, r *route.Request, in paging.Query,
	s linkParent) (route.List[linkAnswer], error) {
	page, err := f.store.ClientLinks(ctx, r.WorkspaceID(), s.ID, in.Page(r))
	return paging.ToList(page, err, func(l timesheets.ClientLink) linkAnswer {
		return toLinkAnswer(s.Submission, l, r.Now)
	})
}

// linkDetails is a client link with its content.
//
//openapi:schema ClientLinkDetails
type linkDetails struct {
	linkAnswer
	Content      signing.CanonicalContent `json:"content"`      // What the client sees and signs, or has signed.
	Attestations signing.Attestations     `json:"attestations"` // What can be signed, by language.
}

func (f *Family) getLink(_ context.Context, c *route.Call[route.NoInput], l submissionLink) (linkDetails, error) {
	content, err := signing.ParseContent(l.content)
	return linkDetails{linkAnswer: toLinkAnswer(l.Submission, l.ClientLink, c.Now),
		Content:      signing.Signed(l.ClientLink, content),
		Attestations: signing.AttestationsOf(l.ClientLink, content.Content)}, err
}

func (f *Family) revokeLink(ctx context.Context, c *route.Call[route.NoInput],
	l submissionLink) (route.Deleted, error) {
	gone := route.NewDeleted(l.ClientLink.ID)
	now, event, err := l.RevokeLink(l.ClientLink.ID, timesheets.ActorOf(c.User), c.Now)
	if err != nil || event == nil {
		return gone, err
	}
	return gone, f.store.RevokeClientLink(ctx, c.WorkspaceID(), l.Submission, now, *event, l.ClientLink)
}

// linkAnswer is a client link as members of the workspace see it.
//
//openapi:schema ClientLink
type linkAnswer struct {
	ID            domain.ID               `json:"id"`
	SubmissionID  domain.ID               `json:"submission_id"` // The id of the submission.
	ClientEmail   domain.Email            `json:"client_email"`  // The e-mail address that the link is sent to.
	ClientID      *domain.ID              `json:"client_id"`     // null if it covers all lines
	CoversAll     bool                    `json:"covers_all"`    // whether it shows all lines, and counts for all clients
	ShowAmounts   bool                    `json:"show_amounts"`  // Whether the client sees amounts.
	ShowEntries   bool                    `json:"show_entries"`  // whether the content has days and descriptions
	Delivery      timesheets.LinkDelivery `json:"delivery"`
	Status        timesheets.LinkStatus   `json:"status"`
	CreatedBy     domain.ID               `json:"created_by"` // The id of the user who made the record.
	CreatedAt     domain.Instant          `json:"created_at"`
	ExpiresAt     domain.Instant          `json:"expires_at"`
	ContentSHA256 string                  `json:"content_sha256"` // of the content in RFC 8785 form
	Signature     *signatureAnswer        `json:"signature"`      // null before the decision
	// only with the delivery self, in the response to the request that creates the link
	URL   *route.ShownOnce `json:"url"`
	Token *route.ShownOnce `json:"token"` // the secret of the link, which url contains
}

// signatureAnswer is the decision of a client and the evidence for it.
type signatureAnswer struct {
	Decision      timesheets.LinkDecision `json:"decision"`
	SignerName    domain.Name             `json:"signer_name"`    // The full name that the signer gave.
	SignerEmail   domain.Email            `json:"signer_email"`   // The e-mail address that the signer gave.
	Reason        *domain.Text            `json:"reason"`         // Why it was rejected; null without a rejection.
	DecidedAt     domain.Instant          `json:"decided_at"`     // When the decision was made.
	ClientAddress string                  `json:"client_address"` // The network address of the signer.
	UserAgent     string                  `json:"user_agent"`     // The program that sent the request, as it named itself.
	ContentSHA256 string                  `json:"content_sha256"` // The SHA-256 digest of the content, in hexadecimal.
	// of the attestation; null for a rejection, and for a signature from before it had one
	Language    *domain.Language `json:"language"`
	Attestation *domain.Text     `json:"attestation"` // what was signed; likewise
	signatureEvidence
}

type signatureEvidence = answers.SignatureEvidence

// toLinkAnswer converts a link, without its URL and token.
func toLinkAnswer(s timesheets.Submission, l timesheets.ClientLink, now domain.Instant) linkAnswer {
	answer := linkAnswer{
		ID: l.ID, SubmissionID: l.SubmissionID, ClientEmail: l.Email, ClientID: l.ClientID.OrNull(),
		CoversAll: l.ClientID == "", ShowAmounts: l.ShowAmounts, ShowEntries: l.ShowEntries, Delivery: l.DeliveryOrMail(),
		Status: s.LinkStatus(l.ID, now), CreatedBy: l.CreatedBy, CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt,
		ContentSHA256: l.ContentSHA256(),
	}
	if by := l.Signature; by != nil {
		answer.Signature = &signatureAnswer{
			Decision: by.Decision, SignerName: by.Name, SignerEmail: by.Email, Reason: by.Reason, DecidedAt: by.At,
			ClientAddress: by.Address, UserAgent: by.UserAgent, ContentSHA256: by.SHA256,
			signatureEvidence: evidenceOf(l, *by),
		}
		if by.Language != "" {
			answer.Signature.Language, answer.Signature.Attestation = &by.Language, &by.Attestation
		}
	}
	return answer
}

// evidenceOf is the evidence of a link's signature, also of an older one, which was
// stored without it.
func evidenceOf(l timesheets.ClientLink, by timesheets.Signature) signatureEvidence {
	matches := l.IsClient(by.Email)
	return signatureEvidence{Evidence: l.Evidence(), EmailMatches: &matches}
}

// submissionLink is the client link in a path, with its submission.
type submissionLink struct {
	linkParent
	timesheets.ClientLink
	content []byte
}

// loadLink reads the link in the path. Errors: not_found.
func (f *Family) loadLink(ctx context.Context, r *route.Request) (l submissionLink, err error) {
	if l.linkParent, err = f.loadLinkParent(ctx, r); err != nil {
		return l, err
	}
	l.ClientLink, l.content, err = f.store.ClientLink(ctx, r.WorkspaceID(), l.Submission.ID, r.ID("linkId"))
	return l, err
}
