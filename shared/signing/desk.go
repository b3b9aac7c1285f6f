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
	// ClientCase reads what a token leads to. Errors: not_found.
	ClientCase(ctx context.Context, tokenDigest string) (store.ClientCase, error)
	// DecideClientLink writes a client's decision. Errors: conflict when the
	// submission was changed meanwhile.
	DecideClientLink(ctx context.Context, workspace domain.ID, was, now domain.Submission, e domain.SubmissionEvent, link domain.ClientLink) error
}

var _ Store = (*store.Store)(nil)

// Desk is where clients sign.
type Desk struct{ Store Store }

// Case is what a client is asked to sign, and how that stands.
type Case struct {
	store.ClientCase
	Content Sealed
	Status  domain.LinkStatus // open, approved or rejected
}

// Case finds what a token leads to. Errors: not_found for a token that is
// unknown, expired, revoked, or void since the submission was reopened.
func (d Desk) Case(ctx context.Context, token string, now domain.Instant) (c Case, err error) {
	if c.ClientCase, err = d.Store.ClientCase(ctx, derive.Digest(token)); err != nil {
		return c, err
	}
	switch c.Status = c.Submission.LinkStatus(c.Link.ID, now); c.Status {
	case domain.LinkOpen, domain.LinkApproved, domain.LinkRejected:
	default:
		return c, problem.Missing()
	}
	c.Content, err = Open(c.ClientCase.Content)
	return c, err
}

// Decision is what a client says.
type Decision struct {
	Decision domain.LinkDecision
	Name     domain.Name
	Email    domain.Email
	Reason   *domain.Text
}

// decideTries bounds how often a decision is tried again because something else
// of the submission was written at the same moment.
const decideTries = 5

// Decide keeps a client's decision on a case, once and for all. Errors: conflict
// when there is one already, not_found when the link is dead by now.
func (d Desk) Decide(ctx context.Context, r *route.Request, token string, c Case, say Decision) (domain.Signature, error) {
	for try := 1; ; try++ {
		signed := say.by(r, c.Link.SHA256)
		now, event, err := c.Submission.DecideLink(c.Link.ID, signed, r.Now)
		if err != nil {
			return signed, err
		}
		c.Link.Signature = &signed
		err = d.Store.DecideClientLink(ctx, c.Workspace.ID, c.Submission, now, *event, c.Link)
		if !problem.Is(err, problem.Conflict) || try == decideTries {
			return signed, err
		}
		if c, err = d.Case(ctx, token, r.Now); err != nil {
			return signed, err
		}
	}
}

// by is the decision as a signature of who sent the request.
func (d Decision) by(r *route.Request, shown string) domain.Signature {
	agent := r.Header("User-Agent")
	return domain.Signature{
		Decision: d.Decision, Name: d.Name, Email: d.Email, Reason: d.Reason, At: r.Now,
		Address: r.ClientAddress(), UserAgent: agent[:min(len(agent), domain.MaxUserAgent)], SHA256: shown,
	}
}
