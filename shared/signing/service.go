package signing

import (
	"context"
	"errors"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
)

// Store is what signing reads and writes.
type Store interface {
	// ClientLinkByToken reads the client link that a token belongs to. Errors:
	// not_found.
	ClientLinkByToken(ctx context.Context, tokenDigest string) (timesheetdb.ClientLinkDetails, error)
	// SignClientLink writes a client's decision. Errors: conflict if the
	// submission changed since it was read.
	SignClientLink(ctx context.Context, workspace domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent,
		link timesheets.ClientLink) error
	// LogoFile reads the picture of a workspace's logo; nil without one.
	LogoFile(ctx context.Context, w people.Workspace) (*people.LogoFile, error)
}

var _ Store = (*store.Store)(nil)

// Service reads client links and writes the decisions of clients.
type Service struct{ Store Store }

// LinkDetails is a client link with the content to sign and its status.
type LinkDetails struct {
	timesheetdb.ClientLinkDetails
	Content CanonicalContent
	Status  timesheets.LinkStatus // open, approved or rejected
	Logo    *people.LogoFile      // of the workspace, if FindShownLink found the link; nil without one
}

// FindLink finds the link that a token belongs to. Errors: not_found for a token that is
// unknown, expired, revoked, or void since the submission was reopened. The digest of the link
// covers exactly the content: FindLink fails if it does not.
func (s Service) FindLink(ctx context.Context, token string, now domain.Instant) (c LinkDetails, err error) {
	if c.ClientLinkDetails, err = s.Store.ClientLinkByToken(ctx, opaque.TokenDigest(token)); err != nil {
		return c, err
	}
	switch c.Status = c.Submission.LinkStatus(c.Link.ID, now); c.Status {
	case timesheets.LinkOpen, timesheets.LinkApproved, timesheets.LinkRejected:
	default:
		return c, problem.NotFound()
	}
	if domain.Digest(c.ClientLinkDetails.Content) != c.Link.SHA256 {
		return c, errOtherContent
	}
	c.Content, err = ParseContent(c.ClientLinkDetails.Content)
	c.Content = Signed(c.Link, c.Content)
	return c, err
}

// FindShownLink is FindLink with the logo of the workspace, for what people look at.
func (s Service) FindShownLink(ctx context.Context, token string, now domain.Instant) (LinkDetails, error) {
	c, err := s.FindLink(ctx, token, now)
	if err == nil {
		c.Logo, err = s.Store.LogoFile(ctx, c.Workspace)
	}
	return c, err
}

var errOtherContent = errors.New("signing: the stored content is not that of the link's digest")

// Decision is what a client sends to approve or reject a submission.
type Decision struct {
	Decision timesheets.LinkDecision
	Name     domain.Name
	Email    domain.Email
	Reason   *domain.Text
	Language locale.Language // of the attestation, of an approval
	SendCopy bool            // whether the signer wants a copy by mail; of a link that its maker delivers
}

// conflictTries is how often a decision is tried again because another request
// changed the submission between the read and the write.
var conflictTries = retry.Policy{Tries: 5}

// Decide writes a client's decision. It is final. Errors: conflict if there is a
// decision already; not_found if the link is not open any more.
func (s Service) Decide(ctx context.Context, r *route.Request, token string, c LinkDetails,
	decision Decision) (signature timesheets.Signature, err error) {
	stale := false // the submission changed after it was read into c
	err = retry.Do(ctx, conflictTries, func() (again bool, err error) {
		if stale {
			if c, err = s.FindLink(ctx, token, r.Now); err != nil {
				return false, err
			}
		}
		signature = decision.toSignature(r, c)
		now, event, err := c.Submission.DecideLink(c.Link.ID, signature, r.Now)
		if err != nil {
			return false, err
		}
		c.Link.Signature = &signature
		err = s.Store.SignClientLink(ctx, c.Workspace.ID, c.Submission, now, *event, c.Link)
		stale = problem.Is(err, problem.CodeConflict)
		return stale, err
	})
	return signature, err
}

// toSignature is the decision with the address and the user agent of its sender, the evidence that the link gives, and
// the digest of what was signed. A rejection has the digest of the link's content.
func (d Decision) toSignature(r *route.Request, c LinkDetails) timesheets.Signature {
	link := c.Link
	signature := timesheets.Signature{
		Decision: d.Decision, Name: d.Name, Email: d.Email, Reason: d.Reason, At: r.Now,
		Address: r.ClientAddress(), UserAgent: r.UserAgent(), SHA256: link.SHA256,
		Evidence: link.Evidence(), EmailMatches: link.IsClient(d.Email),
	}
	if d.Decision == timesheets.DecisionApproved {
		declared := AttestationOf(link, c.Content.Content, d.Language)
		signature.Language, signature.Attestation = domain.Language(d.Language), declared.Text
		signature.SHA256, signature.SendsCopy = declared.ContentSHA256, d.SendCopy && link.Delivery == timesheets.DeliverSelf
	}
	return signature
}
