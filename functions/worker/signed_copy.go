package worker

import (
	"cmp"
	"context"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/signing"
	"stint/shared/store"
	"stint/shared/timesheetpdf"
)

// WriteDocument makes the PDF of a signed client link. The content is that of the link.
type WriteDocument func(link timesheets.ClientLink, content []byte, logo *people.LogoFile,
	format locale.Formatter) (timesheetpdf.File, error)

// writeDocument makes the same PDF that the page of the link offers.
func writeDocument(link timesheets.ClientLink, content []byte, logo *people.LogoFile,
	format locale.Formatter) (timesheetpdf.File, error) {
	signed, err := signing.ParseContent(content)
	if err != nil {
		return timesheetpdf.File{}, err
	}
	fits := func(file []byte) bool { return len(file) <= maxDocumentBytes }
	signed = signing.Signed(link, signed)
	document := timesheetpdf.OfLink(link, signed.Content, format.Language())
	document.Logo = timesheetpdf.LogoOf(logo)
	return document.File(format, timesheetpdf.A4, fits)
}

// maxDocumentBytes is the largest attachment with the entries. Many mail services take no more
// than 10 MB, and base64 makes a file a third larger.
const maxDocumentBytes = 5_000_000

// maxDocumentTries is how many times a copy is tried with its document. After them it is sent without, because the mail
// service may take no mail of this size.
const maxDocumentTries = 8

// SendCopy sends a client who signed a copy of what they signed: the link, which goes on showing it, and
// the document. It goes to the address that was mailed the link, or to that of a signer who asked for it, in the
// language that was signed. A copy that was asked for counts as a mail of the link's maker, who must have proved their
// own address where a proof is required.
func (p *Notifier) SendCopy(ctx context.Context, m domain.Mail) error {
	n, err := p.Store.SignedLink(ctx, m)
	if problem.Is(err, problem.CodeNotFound) || err == nil && n.Link.Signature == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if ok, err := p.maySendCopy(ctx, m, n); err != nil || !ok {
		return err
	}
	values, err := p.copyValues(ctx, m, n)
	if err != nil {
		return err
	}
	message, err := mail.ComposeNotification(m, values)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}

// copyValues are the values in the mail of a copy.
func (p *Notifier) copyValues(ctx context.Context, m domain.Mail, n store.Notification) (mail.Notification, error) {
	token, err := opaque.RawMailToken(ctx, p.Secrets, n.Link.NewMail(m.WorkspaceID))
	if err != nil {
		return mail.Notification{}, err
	}
	language := locale.Choose(cmp.Or(n.Link.Signature.Language, n.To.Language))
	values := toParams(n, language)
	values.To, values.Name, values.Link = n.Link.CopyAddress(), "", p.BaseURL+"/p/client-approval/"+token
	if err := addSigned(&values, n.Submission.Submission, n.Content); err != nil {
		return mail.Notification{}, err
	}
	if values.Logo, err = p.Store.LogoFile(ctx, n.Workspace); err != nil || m.Tries >= maxDocumentTries {
		return values, err
	}
	format := locale.NewFormatter(language, n.Workspace.Timezone.Location())
	document, err := p.WriteDocument(*n.Link, n.Content, values.Logo, format)
	values.Document, values.DocumentName = document.Content, document.ASCIIName
	return values, err
}

// addSigned adds the client with the time and the money that was signed, as the content has them. A link that covers
// all time of one client is not limited to it, and then the submission names it. The declaration in
// English is left out: the client signed in their own language.
func addSigned(values *mail.Notification, s timesheets.Submission, content []byte) error {
	signed, err := signing.ParseContent(content)
	if err != nil {
		return err
	}
	scope := timesheets.LinkScope{Seconds: signed.TotalSeconds}
	switch {
	case signed.ClientName != nil:
		scope.ClientName = *signed.ClientName
	case len(s.Clients) == 1:
		scope.ClientName = s.Clients[0].Name
	}
	if values.ShowsAmount = len(signed.Totals) == 1; values.ShowsAmount {
		scope.Amount, scope.Currency = signed.Totals[0].Amount, signed.Totals[0].Currency
	}
	values.Scope, values.English = &scope, ""
	return nil
}

// maySendCopy reports whether the copy may be sent, and counts it. Whoever opened the mailed link has proved their
// address; an address that a signer typed is unproven.
func (p *Notifier) maySendCopy(ctx context.Context, m domain.Mail, n store.Notification) (bool, error) {
	to := people.User{Email: n.Link.CopyAddress(), EmailVerified: n.Link.DeliveryOrMail() == timesheets.DeliverMail}
	if to.EmailVerified {
		return p.Limits.MaySendNotification(ctx, m, to, n.Submission.ID)
	}
	if p.VerificationRequired && !n.To.EmailVerified {
		return false, nil
	}
	if ok, err := p.Limits.MaySendToClient(ctx, m, to.Email, n.To.ID); err != nil || !ok {
		return false, err
	}
	return p.Limits.MaySendNotification(ctx, m, to, n.Submission.ID)
}
