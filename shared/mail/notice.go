package mail

import (
	"fmt"

	"stint/shared/domain"
)

// notice is the text of a notice. Its subject has no names.
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
	domain.NoticeWebhookOff: {"A webhook was switched off", "a webhook of your workspace was switched off: its receiver answered 410, or did not accept anything for five days.",
		"Nothing is sent to it any more. Repair the receiver and switch the webhook on again, or delete it."},
	domain.NoticeWorkspaceDeleted: {"Your workspace was deleted", "a workspace of yours was deleted.", changeAdvice},
}

// NoticeData is what a notice is composed from when it is sent.
type NoticeData struct {
	To      domain.User
	Deleted *domain.Workspace // of a NoticeWorkspaceDeleted
	Webhook *domain.Webhook   // of a NoticeWebhookOff
}

// noticeView has the values for the templates of notices.
type noticeView struct {
	Greeting, Event, At, Detail, Advice string
}

// ComposeNotice writes a notice to an account. It fails for an unknown kind.
func ComposeNotice(m domain.Mail, d NoticeData) (Message, error) {
	n, ok := notices[m.Kind]
	if !ok {
		return Message{}, fmt.Errorf("mail: unknown notice %q", m.Kind)
	}
	v := noticeView{Greeting: "Hello " + shownName(d.To.DisplayName), Event: n.event, At: formatTime(m.CreatedAt), Detail: d.detail(m.Kind), Advice: n.advice}
	plain, err := render(textTemplates().Lookup("notice.txt"), v)
	if err != nil {
		return Message{}, err
	}
	rich, err := render(htmlTemplates().Lookup("notice.html"), v)
	if err != nil {
		return Message{}, err
	}
	return Message{ID: m.ID, Kind: m.Kind, To: d.To.Email, Subject: n.subject, Text: plain, HTML: rich}, nil
}

// detail is what a notice says beside its kind; "" for nothing.
func (d NoticeData) detail(k domain.MailKind) string {
	switch {
	case k == domain.NoticePassword && len(d.To.Logins) > 0:
		return "This external login stays linked and can still sign in: Single sign-on."
	case d.Webhook != nil:
		return "It is the webhook of the host " + d.Webhook.URL.Host() + "."
	case d.Deleted != nil && d.Deleted.PurgeAt == nil:
		return "It is “" + shownName(d.Deleted.Name) + "”. It cannot be restored."
	case d.Deleted != nil:
		return "It is “" + shownName(d.Deleted.Name) + "”, with the id " + string(d.Deleted.ID) + ". You can restore it until " + formatTime(*d.Deleted.PurgeAt) +
			": sign in and send POST /api/workspaces/" + string(d.Deleted.ID) + "/restore."
	}
	return ""
}

// formatTime is a time as mails show it.
func formatTime(at domain.Instant) string { return at.UTC().Format("2 January 2006, 15:04 UTC") }
