package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"io"
	"net/url"
	text "text/template"

	"stint/shared/domain"
)

// Facts are what the messages are made of. Each kind uses some of them.
type Facts struct {
	To        domain.Email
	Name      domain.Name // of the recipient; "" when they have no account yet
	Inviter   domain.Name
	Workspace domain.Name
	Role      domain.Role
	Person    domain.Name    // whose timesheet it is about
	Token     string         // raw; stands in the link and nowhere else
	Ends      domain.Instant // of the link
}

// kind is one sort of message: where its link leads, and what its subject is.
// A page ends with what the token stands behind.
type kind struct {
	page    string
	subject func(Facts) string
}

var kinds = map[domain.MailKind]kind{
	domain.MailVerifyEmail:   {"/p/verify-email?token=", func(Facts) string { return "Confirm your e-mail address" }},
	domain.MailPasswordReset: {"/p/password-reset?token=", func(Facts) string { return "Choose a new password" }},
	domain.MailSSOVerify:     {"/p/sso-verify?token=", func(Facts) string { return "Confirm your sign-in" }},
	domain.MailInvitation: {"/p/invitation?token=", func(f Facts) string {
		return fmt.Sprintf("%s invites you to %s on Stint", f.inviter(), line(string(f.Workspace)))
	}},
	domain.MailClientLink: {"/p/client-approval/", func(f Facts) string {
		return fmt.Sprintf("A timesheet of %s at %s for you to sign", line(string(f.Person)), line(string(f.Workspace)))
	}},
}

// Knows reports whether Compose has words for a kind.
func Knows(k domain.MailKind) bool {
	_, ok := kinds[k]
	return ok
}

// Compose makes the message of a kind. Links lead under the base, an absolute
// address without a trailing slash. It fails for a kind that it does not know.
func Compose(base string, id domain.ID, k domain.MailKind, f Facts) (Message, error) {
	sort, ok := kinds[k]
	if !ok {
		return Message{}, fmt.Errorf("mail: unknown kind %q", k)
	}
	view := newView(f, base+sort.page+url.QueryEscape(f.Token))
	plain, err := fill(texts.Lookup(string(k)+".txt"), view)
	if err != nil {
		return Message{}, err
	}
	rich, err := fill(pages.Lookup(string(k)+".html"), view)
	if err != nil {
		return Message{}, err
	}
	return Message{ID: id, Kind: k, To: f.To, Subject: sort.subject(f), Text: plain, HTML: rich}, nil
}

func (f Facts) inviter() string {
	if f.Inviter == "" {
		return "A colleague"
	}
	return line(string(f.Inviter))
}

// view is what the templates see: single lines only.
type view struct {
	Greeting, Inviter, Workspace, Role, Person, Link, Ends string
}

func newView(f Facts, link string) view {
	v := view{
		Greeting: "Hello", Inviter: f.inviter(), Workspace: line(string(f.Workspace)), Role: roleWords[f.Role],
		Person: line(string(f.Person)),
		Link:   link, Ends: f.Ends.UTC().Format("2 January 2006, 15:04 UTC"),
	}
	if f.Name != "" {
		v.Greeting = "Hello " + line(string(f.Name))
	}
	return v
}

// roleWords say what somebody will be in the workspace.
var roleWords = map[domain.Role]string{
	domain.Admin: "an admin", domain.Worker: "a member", domain.Analyst: "an analyst, who reads only",
}

//go:embed templates
var files embed.FS

var (
	texts = text.Must(text.ParseFS(files, "templates/*.txt"))
	pages = html.Must(html.ParseFS(files, "templates/*.html"))
)

// template is what the two template packages have in common.
type template interface {
	Execute(w io.Writer, data any) error
}

func fill(t template, v view) (string, error) {
	var out bytes.Buffer
	if err := t.Execute(&out, v); err != nil {
		return "", fmt.Errorf("mail: %w", err)
	}
	return out.String(), nil
}
