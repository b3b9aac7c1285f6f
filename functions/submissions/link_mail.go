package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/limits"
	"stint/shared/route"
)

// checkMailer refuses to mail a client for a caller whose own address is unproven, where
// the instance requires a proof. A link that its maker delivers mails nobody. Errors:
// forbidden with email_not_verified.
func checkMailer(r *route.Request, by domain.LinkDelivery) error {
	if by == domain.DeliverSelf {
		return nil
	}
	return r.RequireProvenEmail(r.User)
}

// countLinkMail counts the mail of a link, if it has one. Errors: rate_limited.
func (f *Family) countLinkMail(ctx context.Context, r *route.Request, link domain.ClientLink) error {
	if link.Delivery == domain.DeliverSelf {
		return nil
	}
	return f.mail.Count(ctx, limits.Sending{Kind: domain.MailClientLink, To: link.Email, SenderID: r.User.ID, WorkspaceID: r.WorkspaceID()})
}
