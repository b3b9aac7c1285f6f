package signing

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is what the desk reads and writes.
type Store interface {
	// ClientLinkByToken reads what a token leads to. Errors: not_found.
	ClientLinkByToken(ctx context.Context, tokenDigest string) (store.ClientLinkDetails, error)
	// SignClientLink writes a client's decision. Errors: conflict when the
	// submission was changed meanwhile.
	SignClientLink(ctx context.Context, workspace domain.ID, was, now domain.Submission, e domain.SubmissionEvent, link domain.ClientLink) error
}

var _ Store = (*store.Store)(nil)

// Service is where clients sign.
type Service struct{ Store Store }

// LinkDetails is what a client is asked to sign, and how that stands.
type LinkDetails struct {
	store.ClientLinkDetails
	Content CanonicalContent
	Status  domain.LinkStatus // open, approved or rejected
}

// FindLink finds what a token leads to. Errors: not_found for a token that is
// unknown, expired, revoked, or void since the submission was reopened.
func (s Service) FindLink(ctx context.Context, token string, now domain.Instant) (c LinkDetails, err error) {
	if c.ClientLinkDetails, err = s.Store.ClientLinkByToken(ctx, derive.TokenDigest(token)); err != nil {
		return c, err
	}
	switch c.Status = c.Submission.LinkStatus(c.Link.ID, now); c.Status {
	case domain.LinkOpen, domain.LinkApproved, domain.LinkRejected:
	default:
		return c, problem.NotFound()
	}
	c.Content, err = ParseContent(c.ClientLinkDetails.Content)
	return c, err
}

// Decision is what a client says.
type Decision struct {
	Decision domain.LinkDecision
	Name     domain.Name
	Email    domain.Email
	Reason   *domain.Text
}

// maxDecideTries bounds how often a decision is tried again because something else
// of the submission was written at the same moment.
const maxDecideTries = 5

// Decide keeps a client's decision on a case, once and for all. Errors: conflict
// when there is one already, not_found when the link is dead by now.
func (s Service) Decide(ctx context.Context, r *route.Request, token string, c LinkDetails, decision Decision) (domain.Signature, error) {
	for try := 1; ; try++ {
		signature := decision.toSignature(r, c.Link.SHA256)
		now, event, err := c.Submission.DecideLink(c.Link.ID, signature, r.Now)
		if err != nil {
			return signature, err
		}
		c.Link.Signature = &signature
		err = s.Store.SignClientLink(ctx, c.Workspace.ID, c.Submission, now, *event, c.Link)
		if !problem.Is(err, problem.CodeConflict) || try == maxDecideTries {
			return signature, err
		}
		if c, err = s.FindLink(ctx, token, r.Now); err != nil {
			return signature, err
		}
	}
}

// toSignature is the decision as a signature of who sent the request.
func (d Decision) toSignature(r *route.Request, shown string) domain.Signature {
	agent := r.Header("User-Agent")
	return domain.Signature{
		Decision: d.Decision, Name: d.Name, Email: d.Email, Reason: d.Reason, At: r.Now,
		Address: r.ClientAddress(), UserAgent: agent[:min(len(agent), domain.MaxUserAgent)], SHA256: shown,
	}
}
