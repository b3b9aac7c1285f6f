// Package mail writes and sends the mails of the service. Compose writes a message from
// its parameters and the texts of its kind. A Sender sends it: Amazon SES in the cloud (package
// ses), a Mailbox at home and in tests.
//
// All mails share two templates, templates/layout.html and layout.txt. The texts are in
// texts/<language>/<kind>.json, plain and without HTML; {name} is a placeholder, and a line break divides
// paragraphs. To add a kind, add a file with its texts to every language, and compose it: with a
// token in Compose, about access in ComposeNotice, and anything else with newLayout and toMessage. Put
// names through shownName. TestTextsAreCompleteInAllLanguages compares the languages. docs/languages.md
// has the words to use.
package mail

import (
	"context"
	netmail "net/mail"
	"strings"
	"unicode"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/logo"
)

// Message is a mail to be sent. Subject is a single line. The JSON is that of a Mailbox.
type Message struct {
	ID      domain.ID       `json:"id"` // of the work that sends it; a Sender may use it to recognise a repetition
	Kind    domain.MailKind `json:"-"`
	To      domain.Email    `json:"to"`
	Subject string          `json:"subject"`
	Text    string          `json:"text"`
	HTML    string          `json:"html"`

	Headers     map[string]string `json:"headers"` // further headers by name; none has a text that a user chose
	Attachments []Attachment      `json:"attachments,omitempty"`
}

// Attachment is a file that is sent with a message.
type Attachment struct {
	Name  string `json:"name"` // without a folder; no text that a user chose
	Type  string `json:"type"` // media type
	Bytes []byte `json:"bytes"`

	// ContentID is the name by which the HTML shows the file, as cid:logo; "" for a file that is only attached.
	ContentID string `json:"content_id,omitempty"`
}

// Sender sends messages.
type Sender interface {
	// Send returns when the message was accepted. After an error it is sent again
	// later, so a message that was accepted in spite of the error arrives twice. The
	// error is logged: its text must contain neither the address nor any part of the
	// message.
	Send(ctx context.Context, m Message) error
}

// wordJoiner is an invisible character that keeps mail programs from making a link of
// the text around it.
const wordJoiner = "\u2060"

// dots are the characters that separate the labels of a domain, or look like it (UTS 46).
const dots = ".\u3002\uff0e\uff61\u2024\ufe52"

// shownName is a name as a mail shows it: one line, in which neither a dot nor the scheme of an address makes a link.
func shownName(n domain.Name) string { return withoutLinks(singleLine(string(n))) }

// shownText is free text as a mail shows it: one line, without hidden characters, in which neither a dot nor the scheme
// of an address makes a link.
func shownText(t domain.Text) string {
	return withoutLinks(shorten(oneLine(domain.VisibleText(string(t))), maxTextRunes))
}

func withoutLinks(text string) string {
	var shown strings.Builder
	for _, c := range text {
		shown.WriteRune(c)
		if strings.ContainsRune(dots, c) {
			shown.WriteString(wordJoiner)
		}
	}
	return strings.ReplaceAll(shown.String(), "://", ":"+wordJoiner+"//")
}

// The longest name and the longest free text in a mail, in characters.
const (
	maxLineRunes = 120
	maxTextRunes = 1000
)

// singleLine makes text safe for a header: one line, without control characters and
// line separators, so that a name cannot add a header.
func singleLine(text string) string { return shorten(oneLine(text), maxLineRunes) }

func oneLine(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

func shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	return text
}

// Identities are the identities of which a mail service must have verified one, so that
// it sends as the sender: the address, its domain, and the domains above it, the most
// specific first. The top-level domain is not among them. There are none for a sender
// that is not an address.
func Identities(sender string) []string {
	parsed, err := netmail.ParseAddress(sender)
	if err != nil {
		return nil
	}
	_, domain, _ := strings.Cut(parsed.Address, "@")
	all := []string{parsed.Address}
	for above := true; above && strings.Contains(domain, "."); _, domain, above = strings.Cut(domain, ".") {
		all = append(all, domain)
	}
	return all
}

// logoID is the name by which a mail shows the logo.
const logoID = "logo"

// withLogo is the layout with the logo of a workspace. It is part of the mail, because mail programs load nothing
// before they are told to. Few of them draw an SVG, so one is shown as a PNG; where it is not drawn, the name is alone.
func (l layout) withLogo(f *people.LogoFile, workspace domain.Name) layout {
	if f == nil {
		return l
	}
	if picture := logo.PNGOf(*f); picture != nil {
		l.Logo = &Attachment{Name: "logo.png", Type: logo.PNG, Bytes: picture, ContentID: logoID}
		l.Sender = shownName(workspace)
	}
	return l
}
