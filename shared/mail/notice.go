package mail

import (
	"fmt"

	"stint/shared/domain"
)

// notice is the text of a notice. It has no names that another person chose.
type notice struct{ subject, event, advice string }

const changeAdvice = "If it was not you, choose a new password at once. That ends all other sessions, and unless you keep them, all API keys."

var notices = map[domain.MailKind]notice{
	domain.NoticePassword:      {"Your password was changed", "the password of your account was changed.", "If it was not you, request a new password at once where you sign in."},
	domain.NoticeLoginLinked:   {"A login was linked to your account", "a login of single sign-on was linked to your account. It can sign in to it.", changeAdvice + " Then unlink the login."},
	domain.NoticeLoginUnlinked: {"A login was unlinked from your account", "a login of single sign-on was unlinked from your account. It can no longer sign in to it.", changeAdvice},
	domain.NoticeAPIKey:        {"A new API key for your account", "an API key was made for your account. It can act for you.", changeAdvice},
	domain.NoticeSecondFactorOn: {"The second factor is on", "the second factor of your account was switched on. Signing in now needs a code.",
		changeAdvice},
	domain.NoticeSecondFactorOff: {"The second factor is off", "the second factor of your account was switched off. The password alone is enough to sign in.",
		changeAdvice},
	domain.NoticeSignIn: {"A new sign-in to your account", "your account was signed in to from a network or a program that it was not used from in the last 90 days.",
		changeAdvice},
}

// noticeView has the values for the templates of notices.
type noticeView struct {
	Greeting, Event, At, Logins, Advice string
}

// ComposeNotice writes a notice to an account. It fails for an unknown kind.
func ComposeNotice(m domain.Mail, to domain.User) (Message, error) {
	n, ok := notices[m.Kind]
	if !ok {
		return Message{}, fmt.Errorf("mail: unknown notice %q", m.Kind)
	}
	v := noticeView{Greeting: "Hello " + singleLine(string(to.DisplayName)), Event: n.event, At: m.CreatedAt.UTC().Format("2 January 2006, 15:04 UTC"), Advice: n.advice}
	if m.Kind == domain.NoticePassword && len(to.Logins) > 0 {
		v.Logins = "Single sign-on"
	}
	plain, err := render(textTemplates.Lookup("notice.txt"), v)
	if err != nil {
		return Message{}, err
	}
	rich, err := render(htmlTemplates.Lookup("notice.html"), v)
	if err != nil {
		return Message{}, err
	}
	return Message{ID: m.ID, Kind: m.Kind, To: to.Email, Subject: n.subject, Text: plain, HTML: rich}, nil
}
