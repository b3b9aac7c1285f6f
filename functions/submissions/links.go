package submissions

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
)

// shareable is a submission that a path names together with its links to
// clients.
type shareable struct{ submission }

// shareable finds the submission that the path names. Errors: not_found.
func (f *Family) shareable(ctx context.Context, r *route.Request) (shareable, error) {
	s, err := f.submission(ctx, r)
	return shareable{s}, err
}

// Permit lets owner and admins make, see and revoke links, and a user who
// manages all projects of the submission; analysts see them. Errors: forbidden
// role_insufficient.
func (s shareable) Permit(c auth.Caller, _ auth.Permission) error {
	if c.Role() != domain.Worker { // analysts get no further than reading anyway
		return nil
	}
	for _, l := range s.Lines {
		if !s.view.Managed[l.ProjectID] {
			return problem.Deny(problem.RoleInsufficient)
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

// showLink shows a link of a submission, without what is shown once.
func showLink(s domain.Submission, l domain.ClientLink, now domain.Instant) linkAnswer {
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

type linksInput struct{ paging.Query }

func (f *Family) links(ctx context.Context, c *route.Call[linksInput], s shareable) (route.List[linkAnswer], error) {
	in, err := c.Valid()
	if err != nil {
		return route.List[linkAnswer]{}, err
	}
	page, err := f.store.ClientLinks(ctx, c.WorkspaceID(), s.ID, in.Page(c.Request))
	return paging.Answer(page, err, func(l domain.ClientLink) linkAnswer { return showLink(s.Submission, l, c.Now) })
}

// linked is a link that a path names, in its submission.
type linked struct {
	shareable
	domain.ClientLink
	content []byte
}

// link finds the link that the path names. Errors: not_found.
func (f *Family) link(ctx context.Context, r *route.Request) (l linked, err error) {
	if l.shareable, err = f.shareable(ctx, r); err != nil {
		return l, err
	}
	l.ClientLink, l.content, err = f.store.ClientLink(ctx, r.WorkspaceID(), l.Submission.ID, r.ID("linkId"))
	return l, err
}

// linkWhole is a link with what it shows.
type linkWhole struct {
	linkAnswer
	Content signing.Sealed `json:"content"`
}

func (f *Family) getLink(_ context.Context, c *route.Call[nothing], l linked) (linkWhole, error) {
	if _, err := c.Valid(); err != nil {
		return linkWhole{}, err
	}
	content, err := signing.Open(l.content)
	return linkWhole{linkAnswer: showLink(l.Submission, l.ClientLink, c.Now), Content: content}, err
}

func (f *Family) revokeLink(ctx context.Context, c *route.Call[nothing], l linked) (route.Deleted, error) {
	gone := route.Deleted{ID: string(l.ClientLink.ID), Deleted: true}
	if _, err := c.Valid(); err != nil {
		return gone, err
	}
	now, event, err := l.RevokeLink(l.ClientLink.ID, domain.ActorOf(c.User), c.Now)
	if err != nil || event == nil {
		return gone, err
	}
	return gone, f.store.RevokeClientLink(ctx, c.WorkspaceID(), l.Submission, now, *event, l.ClientLink)
}
