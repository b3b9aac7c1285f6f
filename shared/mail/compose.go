package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"io"
	"net/url"
	"sync"
	text "text/template"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/locale"
)

// Params are the values in a message. Each kind uses some of them.
type Params struct {
	To        domain.Email
	Name      domain.Name // of the recipient; "" when they have no account yet
	Inviter   domain.Name
	Workspace domain.Name
	Role      people.Role
	Submitter domain.Name    // whose timesheet the client signs
	Client    domain.Name    // whose time it is for; "" where the link is for no single client
	First     domain.Date    // of the period of the timesheet; "" without one
	Last      domain.Date    // of the period
	Seconds   int64          // that the client sees, in all
	RawToken  string         // only the link contains it
	ExpiresAt domain.Instant // of the link

	Language locale.Language
	Zone     domain.Timezone // of the times in the message; "" is UTC

	Logo *people.LogoFile // of the workspace; nil without one
}

// linkPaths are the paths of the pages that mails with a token link to. The token follows.
var linkPaths = map[domain.MailKind]string{
	domain.MailVerifyEmail:   "/p/verify-email?token=",
	domain.MailPasswordReset: "/p/password-reset?token=",
	domain.MailSSOVerify:     "/p/sso-verify?token=",
	domain.MailInvitation:    "/p/invitation?token=",
	domain.MailClientLink:    "/p/client-approval/",
}

// Compose writes the message of a kind with a token. base is the absolute address, without a
// trailing slash, below which the linked pages are. Compose fails for an unknown kind.
//
// A kind with a token has a row in linkPaths, and in each language a file named like the kind, with the texts subject,
// intro, button and note. No subject has a text that a user chose.
func Compose(base string, id domain.ID, k domain.MailKind, f Params) (Message, error) {
	path, ok := linkPaths[k]
	if !ok {
		return Message{}, fmt.Errorf("mail: unknown kind %q", k)
	}
	t := catalogue.In(f.Language)
	intro, values := string(k)+".intro", f.values(t)
	if f.Inviter == "" && t.Has(intro+"_nameless") {
		intro += "_nameless"
	}
	l := newLayout(t, f.Name)
	l.Paragraphs, l.Notes = t.Lines(intro, values...), t.Lines(string(k)+".note", values...)
	if f.Client != "" {
		l.Paragraphs = append(l.Paragraphs, t.Text(string(k)+".client", values...))
	}
	l.Link, l.Button = base+path+url.QueryEscape(f.RawToken), t.Text(string(k)+".button")
	return l.withLogo(f.Logo, f.Workspace).toMessage(
		Message{ID: id, Kind: k, To: f.To, Subject: t.Text(string(k)+".subject", values...)})
}

// values are the placeholders of the texts with their values.
func (f Params) values(t locale.Texts) []string {
	role := ""
	if key := "invitation.role_" + string(f.Role); t.Has(key) {
		role = t.Text(key)
	}
	format := locale.NewFormatter(t.Language, f.Zone.Location())
	values := []string{
		"inviter", shownName(f.Inviter), "workspace", shownName(f.Workspace), "person", shownName(f.Submitter), "role", role,
		"client", shownName(f.Client),
		"ends", format.Moment(f.ExpiresAt),
	}
	if f.First != "" {
		values = append(values, "period", format.Period(f.First, f.Last), "hours", format.Duration(f.Seconds))
	}
	return values
}

// textFiles has one file for each kind and language, and common.json for what all mails say.
//
//go:embed texts
var textFiles embed.FS

// catalogue has the texts of all mails.
var catalogue = locale.NewCatalogue(textFiles)

// layout has the values for the two templates that all mails share. All values are plain text, each a single line.
type layout struct {
	Logo        *Attachment // shown above everything; nil for none
	Sender      string      // the name of the workspace, for those who do not see its logo
	Language    locale.Language
	Greeting    string
	Paragraphs  []string
	Link        string // "" for none
	Button      string
	ButtonFails string
	Bars        []bar
	Notes       []string // in smaller type at the end
	Off         string   // where mails of the kind are switched off; "" for nowhere
	OffText     string
	OffLabel    string // the same before an address
}

// newLayout makes the layout of a mail to a person, without its paragraphs. Their name may be "".
func newLayout(t locale.Texts, name domain.Name) layout {
	l := layout{Language: t.Language, Greeting: t.Text("common.greeting_nameless"),
		ButtonFails: t.Text("common.button_fails")}
	if name != "" {
		l.Greeting = t.Text("common.greeting", "name", shownName(name))
	}
	return l
}

// toMessage renders both forms of a mail.
func (l layout) toMessage(m Message) (Message, error) {
	if l.Logo != nil {
		m.Attachments = append(m.Attachments, *l.Logo)
	}
	var err error
	if m.Text, err = render(textTemplate(), l); err == nil {
		m.HTML, err = render(htmlTemplate(), l)
	}
	return m, err
}

//go:embed templates
var templateFiles embed.FS

var (
	textTemplate = sync.OnceValue(func() *text.Template {
		return text.Must(text.ParseFS(templateFiles, "templates/layout.txt"))
	})
	htmlTemplate = sync.OnceValue(func() *html.Template {
		return html.Must(html.ParseFS(templateFiles, "templates/layout.html"))
	})
)

// template is the part that both template packages share.
type template interface {
	Execute(w io.Writer, data any) error
}

func render(t template, v any) (string, error) {
	var out bytes.Buffer
	if err := t.Execute(&out, v); err != nil {
		return "", fmt.Errorf("mail: %w", err)
	}
	return out.String(), nil
}
