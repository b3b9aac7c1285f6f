package submissions

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// linkParent is a submission that a path names together with its links to
// clients.
type linkParent struct{ submission }

// loadLinkParent finds the submission that the path names. Errors: not_found.
func (f *Family) loadLinkParent(ctx context.Context, r *route.Request) (linkParent, error) {
	s, err := f.loadSubmission(ctx, r)
	return linkParent{s}, err
}

// Authorize lets owner and admins make, see and revoke links, and a user who
// manages all projects of the submission; analysts see them. Errors: forbidden
// role_insufficient.
func (s linkParent) Authorize(c auth.Caller, _ auth.Permission) error {
	if c.Role() != domain.RoleUser { // analysts get no further than reading anyway
		return nil
	}
	for _, l := range s.Lines {
		if !s.viewer.Managed[l.ProjectID] {
			return problem.Forbidden(problem.RoleInsufficient)
		}
	}
	return nil
}

// linkAnswer is a link as the workspace sees it.
type linkAnswer struct {
	ID            domain.ID         `json:"id"`
	SubmissionID  domain.ID         `json:"submission_id"`
	ClientEmail   domain.Email      `json:"client_email"`
	ClientID      *domain.ID        `json:"client_id"`
	ShowAmounts   bool              `json:"show_amounts"`
	Status        domain.LinkStatus `json:"status"`
	CreatedBy     domain.ID         `json:"created_by"`
	CreatedAt     domain.Instant    `json:"created_at"`
	ExpiresAt     domain.Instant    `json:"expires_at"`
	ContentSHA256 string            `json:"content_sha256"` // of what is shown, in RFC 8785 form
	Signature     *signatureAnswer  `json:"signature"`      // null while nobody has decided
	URL           *string           `json:"url"`            // shown once, when it is made
	Token         *string           `json:"token"`          // likewise
}

// signatureAnswer is what a client decided, and all that is known of how.
type signatureAnswer struct {
	Decision      domain.LinkDecision `json:"decision"`
	SignerName    domain.Name         `json:"signer_name"`
	SignerEmail   domain.Email        `json:"signer_email"`
	Reason        *domain.Text        `json:"reason"`
	DecidedAt     domain.Instant      `json:"decided_at"`
	ClientAddress string              `json:"client_address"`
	UserAgent     string              `json:"user_agent"`
	ContentSHA256 string              `json:"content_sha256"`
}

// toLinkAnswer shows a link of a submission, without what is shown once.
func toLinkAnswer(s domain.Submission, l domain.ClientLink, now domain.Instant) linkAnswer {
	answer := linkAnswer{
		ID: l.ID, SubmissionID: l.SubmissionID, ClientEmail: l.Email, ClientID: l.ClientID.OrNull(), ShowAmounts: l.ShowAmounts,
		Status: s.LinkStatus(l.ID, now), CreatedBy: l.CreatedBy, CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt, ContentSHA256: l.SHA256,
	}
	if by := l.Signature; by != nil {
		answer.Signature = &signatureAnswer{
			Decision: by.Decision, SignerName: by.Name, SignerEmail: by.Email, Reason: by.Reason, DecidedAt: by.At,
			ClientAddress: by.Address, UserAgent: by.UserAgent, ContentSHA256: by.SHA256,
		}
	}
	return answer
}

// submissionLink is a link that a path names, in its submission.
type submissionLink struct {
	linkParent
	domain.ClientLink
	content []byte
}

// loadLink finds the link that the path names. Errors: not_found.
func (f *Family) loadLink(ctx context.Context, r *route.Request) (l submissionLink, err error) {
	if l.linkParent, err = f.loadLinkParent(ctx, r); err != nil {
		return l, err
	}
	l.ClientLink, l.content, err = f.store.ClientLink(ctx, r.WorkspaceID(), l.Submission.ID, r.ID("linkId"))
	return l, err
}
