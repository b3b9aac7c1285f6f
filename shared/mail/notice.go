package mail

import (
	"fmt"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/locale"
)

// NoticeData is what a notice is composed from when it is sent.
type NoticeData struct {
	To      people.User
	Zone    domain.Timezone       // of the times in the notice; "" is UTC
	Deleted *people.Workspace     // of a NoticeWorkspaceDeleted
	Webhook *feed.Webhook         // of a NoticeWebhookOff
	Grant   *people.APIKeyDetails // of a NoticeApp
	Stay    *feed.StayingWebhooks // of a NoticeWebhooksStay
}

// isNotice reports whether a kind is a notice about access. Each has, in each language, a file named like
// the kind, with the texts subject and event, and advice if it is not that of most notices.
func isNotice(k domain.MailKind) bool { return slices.Contains(domain.Notices(), k) }

// ComposeNotice writes a notice to an account, in the language of its user. It fails for an unknown kind.
func ComposeNotice(m domain.Mail, d NoticeData) (Message, error) {
	if !isNotice(m.Kind) {
		return Message{}, fmt.Errorf("mail: unknown notice %q", m.Kind)
	}
	t := catalogue.In(locale.Choose(d.To.Language))
	f := locale.NewFormatter(t.Language, d.Zone.Location())
	l := newLayout(t, d.To.DisplayName)
	l.Paragraphs = []string{t.Text(string(m.Kind)+".event") + " " + t.Text("notice.happened", "at", f.Moment(m.CreatedAt))}
	if detail := d.detail(t, f, m.Kind); detail != "" {
		l.Paragraphs = append(l.Paragraphs, detail)
	}
	l.Notes = []string{adviceOf(t, m.Kind)}
	if reportsAct := d.Webhook == nil && d.Stay == nil && m.Kind != domain.NoticePasskeyCopied; reportsAct {
		l.Notes[0] = t.Text("notice.nothing_to_do") + " " + l.Notes[0]
	}
	return l.toMessage(Message{ID: m.ID, Kind: m.Kind, To: d.To.Email, Subject: t.Text(string(m.Kind) + ".subject")})
}

func adviceOf(t locale.Texts, k domain.MailKind) string {
	if key := string(k) + ".advice"; t.Has(key) {
		return t.Text(key)
	}
	return t.Text("notice.advice")
}

// detail is what a notice says beside its kind; "" for nothing.
func (d NoticeData) detail(t locale.Texts, f locale.Formatter, k domain.MailKind) string {
	switch {
	case k == domain.NoticePassword && len(d.To.Logins) > 0:
		return t.Text("password_changed.login_stays")
	case d.Grant != nil && d.Grant.App.Host == "":
		return t.Text("app_authorized.app", "app", shownName(d.Grant.App.Name),
			"workspace", shownName(d.Grant.Workspace.Name))
	case d.Grant != nil:
		return t.Text("app_authorized.app_at", "app", shownName(d.Grant.App.Name), "host", d.Grant.App.Host,
			"workspace", shownName(d.Grant.Workspace.Name))
	case d.Webhook != nil:
		return t.Text("webhook_off.host", "host", d.Webhook.URL.Host())
	case d.Stay != nil:
		return t.Text("webhooks_stay.hosts", "member", shownName(d.Stay.Maker.DisplayName),
			"workspace", shownName(d.Stay.Workspace.Name), "hosts", strings.Join(d.Stay.Hosts(), ", "))
	case d.Deleted != nil && d.Deleted.PurgeAt == nil:
		return t.Text("workspace_deleted.final", "workspace", shownName(d.Deleted.Name))
	case d.Deleted != nil:
		return t.Text("workspace_deleted.restorable", "workspace", shownName(d.Deleted.Name), "id", string(d.Deleted.ID),
			"ends", f.Moment(*d.Deleted.PurgeAt))
	}
	return ""
}
