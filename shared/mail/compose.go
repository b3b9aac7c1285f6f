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
)

// Params are the values in a message. Each kind uses some of them.
type Params struct {
	To        domain.Email
	Name      domain.Name // of the recipient; "" when they have no account yet
	Inviter   domain.Name
	Workspace domain.Name
	Role      domain.Role
	Submitter domain.Name    // whose timesheet the client signs
	RawToken  string         // only the link contains it
	ExpiresAt domain.Instant // of the link
}

// messageKind is what differs between kinds of messages, apart from their templates.
type messageKind struct {
	linkPath string // of the page; the token follows
	subject  string // without any text that a user chose
}

var messageKinds = map[domain.MailKind]messageKind{
	domain.MailVerifyEmail:   {"/p/verify-email?token=", "Confirm your e-mail address"},
	domain.MailPasswordReset: {"/p/password-reset?token=", "Choose a new password"},
	domain.MailSSOVerify:     {"/p/sso-verify?token=", "Confirm your sign-in"},
	domain.MailInvitation:    {"/p/invitation?token=", "Your invitation to a workspace on Stint"},
	domain.MailClientLink:    {"/p/client-approval/", "A timesheet for you to sign"},
}

// CanCompose reports whether Compose or ComposeNotice knows a kind.
func CanCompose(k domain.MailKind) bool {
	_, ok := messageKinds[k]
	_, isNotice := notices[k]
	return ok || isNotice
}

// Compose writes the message of a kind. base is the absolute address, without a
// trailing slash, below which the linked pages are. Compose fails for an unknown kind.
func Compose(base string, id domain.ID, k domain.MailKind, f Params) (Message, error) {
	sort, ok := messageKinds[k]
	if !ok {
		return Message{}, fmt.Errorf("mail: unknown kind %q", k)
	}
	view := newView(f, base+sort.linkPath+url.QueryEscape(f.RawToken))
	plain, err := render(textTemplates().Lookup(string(k)+".txt"), view)
	if err != nil {
		return Message{}, err
	}
	rich, err := render(htmlTemplates().Lookup(string(k)+".html"), view)
	if err != nil {
		return Message{}, err
	}
	return Message{ID: id, Kind: k, To: f.To, Subject: sort.subject, Text: plain, HTML: rich}, nil
}

func (f Params) inviterName() string {
	if f.Inviter == "" {
		return "A colleague"
	}
	return shownName(f.Inviter)
}

// view has the values for the templates. All of them are single lines.
type view struct {
	Greeting, Inviter, Workspace, Role, Person, Link, Ends string
}

func newView(f Params, link string) view {
	v := view{
		Greeting: "Hello", Inviter: f.inviterName(), Workspace: shownName(f.Workspace), Role: roleWords[f.Role],
		Person: shownName(f.Submitter),
		Link:   link, Ends: formatTime(f.ExpiresAt),
	}
	if f.Name != "" {
		v.Greeting = "Hello " + shownName(f.Name)
	}
	return v
}

// roleWords are the words for roles in an invitation.
var roleWords = map[domain.Role]string{
	domain.RoleAdmin: "an admin", domain.RoleUser: "a member", domain.RoleAnalyst: "an analyst, who can only read",
}

//go:embed templates
var templateFiles embed.FS

var (
	textTemplates = sync.OnceValue(func() *text.Template { return text.Must(text.ParseFS(templateFiles, "templates/*.txt")) })
	htmlTemplates = sync.OnceValue(func() *html.Template { return html.Must(html.ParseFS(templateFiles, "templates/*.html")) })
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
