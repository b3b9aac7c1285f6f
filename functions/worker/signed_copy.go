package worker

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/signing"
	"stint/shared/timesheetpdf"
)

// Document writes the timesheet of a signed client link as a PDF. The content is that of the link.
type Document func(link timesheets.ClientLink, content []byte, format locale.Formatter) (timesheetpdf.File, error)

// newDocument is the document that the page of the link gives to the client too.
func newDocument(link timesheets.ClientLink, content []byte, format locale.Formatter) (timesheetpdf.File, error) {
	signed, err := signing.ParseContent(content)
	if err != nil {
		return timesheetpdf.File{}, err
	}
	fits := func(file []byte) bool { return len(file) <= maxDocumentBytes }
	return timesheetpdf.OfLink(link, signed.Content).File(format, timesheetpdf.A4, fits)
}

// maxDocumentBytes is the largest attachment with the entries. Many mail services take no more
// than 10 MB, and base64 makes a file a third larger.
const maxDocumentBytes = 5_000_000

// maxDocumentTries is how often a copy is tried with its document, before it is sent without: also
// where the mail service takes no mail with it.
const maxDocumentTries = 8

// SendCopy sends a client who signed a copy of what they signed: the link, which goes on showing it, and
// the document. It goes to the address that was mailed the link, in the language of that mail.
func (p *Notifier) SendCopy(ctx context.Context, m domain.Mail) error {
	n, err := p.Store.SignedLink(ctx, m)
	if problem.Is(err, problem.CodeNotFound) || err == nil && n.Link.Signature == nil {
		return nil
	}
	if err != nil {
		return err
	}
	client := people.User{Email: n.Link.Email, EmailVerified: true} // who was mailed the link and opened it
	if ok, err := p.Limits.MaySendAbout(ctx, m, client, n.Submission.ID); err != nil || !ok {
		return err
	}
	token, err := derive.RawMailToken(ctx, p.Secrets, n.Link.NewMail(m.WorkspaceID))
	if err != nil {
		return err
	}
	language := locale.Choose(n.To.Language)
	values := toParams(n, language)
	values.To, values.Name, values.Link = n.Link.Email, "", p.BaseURL+"/p/client-approval/"+token
	if m.Tries < maxDocumentTries {
		document, err := p.Document(*n.Link, n.Content, locale.NewFormatter(language, n.Workspace.Timezone.Location()))
		if err != nil {
			return err
		}
		values.Document, values.DocumentName = document.Content, document.ASCIIName
	}
	message, err := mail.ComposeNotification(m, values)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}
