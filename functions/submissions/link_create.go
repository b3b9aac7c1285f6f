package submissions

import (
	"context"
	"time"

	"stint/shared/access"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
	"stint/shared/wire"
)

type createLinkInput struct{ Body linkBody }

type linkBody struct {
	// The e-mail address that the link is sent to.
	ClientEmail domain.Email `json:"clientEmail"`
	// Only the lines of this client's projects are shown and signed, and the decision counts for this client. Required
	// without coversAll, unless all lines belong to one client, or all to none.
	ClientID wire.Optional[domain.ID] `json:"clientId"`
	// Default false. True: every line is shown and signed, and the decision counts for all clients.
	CoversAll wire.Optional[bool] `json:"coversAll"`
	// Whether the client sees amounts. Default false.
	ShowAmounts wire.Optional[bool] `json:"showAmounts"`
	// Default false. Shows the day, the description and the time of every entry.
	ShowEntries wire.Optional[bool] `json:"showEntries"`
	// Default mail: only the client gets the link. With self the answer has it, and no mail is sent.
	Delivery wire.Optional[timesheets.LinkDelivery] `json:"delivery" enum:"mail,self"`
	// After how many days the link stops working. Default 14.
	ExpiresInDays wire.Optional[int] `json:"expiresInDays" bounds:"linkDays"`
}

// createLink creates a link by which a client can sign the submission, and
// queues the mail with it.
func (f *Family) createLink(ctx context.Context, c *route.Call[createLinkInput], s linkParent) (linkAnswer, error) {
	body, from, err := f.readLink(ctx, c, &s)
	if err != nil {
		return linkAnswer{}, err
	}
	link := body.link(c.Request, s.ID)
	if link.Grants, err = f.grantsOf(ctx, c.Request, s.Submission); err != nil {
		return linkAnswer{}, err
	}
	if _, _, err := s.AddLink(link.State(), timesheets.ActorOf(c.User), c.Now); err != nil {
		return linkAnswer{}, err // before the entries are read, which may be many
	}
	content, err := f.fixContent(ctx, c.Request, s.submission, &link, from)
	if err != nil {
		return linkAnswer{}, err
	}
	if err := f.countLinkMail(ctx, c.Request, link); err != nil {
		return linkAnswer{}, err
	}
	var answer linkAnswer
	err = f.retryOnChange(ctx, c.Request, s.submission, func(current submission) (err error) {
		now, err := withClientsOf(current.Submission, s.Submission, c.Now)
		if err == nil {
			answer, err = f.writeLink(ctx, c.Request, now, link, content)
		}
		return err
	})
	return answer, err
}

// readLink reads the body, and the names that the link shows. It adds the clients of the lines to the submission.
// Errors: forbidden workspace_mismatch, validation, and as checkMailer.
func (f *Family) readLink(ctx context.Context, c *route.Call[createLinkInput],
	s *linkParent) (body linkBody, from signing.ContentSources, err error) {
	in, issues, err := c.Read()
	if err != nil {
		return body, from, err
	}
	body = in.Body
	if err := checkMailer(c.Request, body.delivery()); err != nil {
		return body, from, err
	}
	if from, err = f.loadSources(ctx, c.Request, s.submission, body.ClientID.Value); err != nil {
		return body, from, err
	}
	if s.Submission, err = f.clientsForLink(ctx, c.Request, s.submission, from); err != nil {
		return body, from, err
	}
	checkScope(s.Submission, from, body.ClientID, body.CoversAll.Value, issues)
	return body, from, f.checkClient(ctx, c.Request, from, body.ClientID, issues)
}

// delivery is how the client gets the link.
func (b linkBody) delivery() timesheets.LinkDelivery { return b.Delivery.Or(timesheets.DeliverMail) }

// link is the link to a submission that the body asks for, without its content.
func (b linkBody) link(r *route.Request, submission domain.ID) timesheets.ClientLink {
	return timesheets.ClientLink{
		ID: domain.NewID(), SubmissionID: submission, Email: b.ClientEmail, ClientID: b.ClientID.Value,
		ShowAmounts: b.ShowAmounts.Value, ShowEntries: b.ShowEntries.Value, Delivery: b.delivery(),
		CreatedBy: r.User.ID, MakerEpoch: r.Member.RightsEpoch, CreatedAt: r.Now,
		ExpiresAt: r.Now.Plus(time.Duration(b.ExpiresInDays.Or(timesheets.DefaultLinkDays)) * 24 * time.Hour),
	}
}

// writeLink stores a link. Errors: conflict unless the submission is approved.
func (f *Family) writeLink(ctx context.Context, r *route.Request, s timesheets.Submission, link timesheets.ClientLink,
	content []byte) (linkAnswer, error) {
	mail := link.NewMail(r.WorkspaceID())
	token, err := opaque.TokenRecord(ctx, f.secrets, mail, link.Email, link.ExpiresAt)
	if err != nil {
		return linkAnswer{}, err
	}
	token.ParentID, link.TokenDigest = s.ID, token.Digest
	now, event, err := s.AddLink(link.State(), timesheets.ActorOf(r.User), r.Now)
	if err != nil {
		return linkAnswer{}, err
	}
	answer := toLinkAnswer(now, link, r.Now)
	x := timesheetdb.ClientLinkWrite{Link: link, Content: content, Token: token}
	if link.Delivery == timesheets.DeliverSelf {
		raw, err := opaque.RawMailToken(ctx, f.secrets, mail)
		if err != nil {
			return linkAnswer{}, err
		}
		answer.URL, answer.Token = new(route.ShownOnce(f.pagesURL+"/p/client-approval/"+raw)), new(route.ShownOnce(raw))
	} else {
		x.Mail = &mail
	}
	x.Remember = r.Remember(answer)
	return answer, f.store.CreateClientLink(ctx, r.WorkspaceID(), s, now, *event, x)
}

// checkScope adds an issue if the client is unknown or has no lines, if the link is for one client and for all, and if
// it is for neither although the lines belong to several clients, or some to a client and some to none.
func checkScope(s timesheets.Submission, from signing.ContentSources, client wire.Optional[domain.ID], all bool,
	issues *wire.Issues) {
	_, hasLines := s.ClientOfID(client.Value)
	switch {
	case !issues.IsClean("clientId"):
	case client.Set && from.Client == nil:
		issues.Add("clientId", problem.ClientNotFound)
	case client.Set && !hasLines:
		issues.AddMessage("clientId", problem.ClientNotFound, "is a client without a line in this timesheet")
	case client.Set && all:
		issues.AddMessage("coversAll", problem.DuplicateValue, "cannot be true beside clientId")
	case !client.Set && !all && len(s.Clients) > 1:
		issues.Add("clientId", problem.Required)
	}
}

// checkClient closes the issues, among which is one for an unknown client. Errors: forbidden workspace_mismatch,
// validation.
func (f *Family) checkClient(ctx context.Context, r *route.Request, from signing.ContentSources,
	client wire.Optional[domain.ID], issues *wire.Issues) error {
	var unknown store.UnknownRefs
	if client.Set && from.Client == nil {
		unknown.Clients = []domain.ID{client.Value}
	}
	if err := access.CheckUnknownRefs(ctx, f.store, r.Caller, unknown, issues); err != nil {
		return err
	}
	return issues.Err()
}
