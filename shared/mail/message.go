package mail

import (
	"context"
	"strings"
	"unicode"

	"stint/shared/domain"
)

// Message is one mail, ready to be sent. Subject is a single line.
type Message struct {
	ID      domain.ID // of the work that made it; a Sender may tell a repetition by it
	Kind    domain.MailKind
	To      domain.Email
	Subject string
	Text    string
	HTML    string
}

// Sender hands messages over.
type Sender interface {
	// Send returns once the message is in other hands. After an error it is
	// sent again later, so one that did get through comes twice. The error is
	// logged: its text must not hold the address nor anything of the message.
	Send(ctx context.Context, m Message) error
}

// maxLineRunes bounds what somebody's name takes of a line, in characters.
const maxLineRunes = 120

// singleLine makes text fit for a header: one line, without control characters or
// other line ends, so that no name can add a header of its own.
func singleLine(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxLineRunes {
		text = string(runes[:maxLineRunes-1]) + "…"
	}
	return text
}
