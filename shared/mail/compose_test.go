package mail_test

import (
	"iter"
	"strings"
	"testing"
	"time"
	"unicode"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/locale"
	"stint/shared/mail"
)

const base = "https://stint.example"

var params = mail.Params{
	To: "bob@example.com", Name: "Bob", Inviter: "Ada", Workspace: "Atelier", Role: people.RoleUser, Submitter: "Will",
	First: "2026-06-08", Last: "2026-06-14", Seconds: 5400,
	RawToken: "T0ken", ExpiresAt: domain.InstantOf(time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)),
}

func compose(t *testing.T, k domain.MailKind, f mail.Params) mail.Message {
	t.Helper()
	m, err := mail.Compose(base, "the-id", k, f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inAllLanguages composes every kind with a token in every language, and every notice.
func inAllLanguages(t *testing.T, f mail.Params) iter.Seq[mail.Message] {
	return func(yield func(mail.Message) bool) {
		for _, l := range locale.Languages() {
			f.Language = l
			for _, kind := range []domain.MailKind{domain.MailVerifyEmail, domain.MailPasswordReset, domain.MailInvitation,
				domain.MailSSOVerify, domain.MailClientLink} {
				if !yield(compose(t, kind, f)) {
					return
				}
			}
			for _, kind := range domain.Notices() {
				if !yield(composeNotice(t, kind, f)) {
					return
				}
			}
		}
	}
}

// composeNotice composes a notice with the names of f.
func composeNotice(t *testing.T, k domain.MailKind, f mail.Params) mail.Message {
	t.Helper()
	d := mail.NoticeData{To: people.User{Email: f.To, DisplayName: f.Name, Language: domain.Language(f.Language)},
		Zone: f.Zone}
	if k == domain.NoticeWorkspaceDeleted {
		d.Deleted = &people.Workspace{ID: "w", Name: f.Workspace, PurgeAt: &f.ExpiresAt}
	}
	if k == domain.NoticeApp {
		d.Grant = &people.APIKeyDetails{APIKey: people.APIKey{App: &people.App{Name: "Timely", Host: "app.example"}},
			Workspace: &people.Workspace{Name: f.Workspace}}
	}
	if k == domain.NoticeWebhookOff {
		d.Webhook = &feed.Webhook{URL: "https://hooks.example/in"}
	}
	if k == domain.NoticeWebhooksStay {
		d.Stay = &feed.StayingWebhooks{Workspace: people.Workspace{Name: f.Workspace},
			Maker: people.User{DisplayName: f.Name}, Webhooks: []feed.Webhook{{URL: "https://hooks.example/in"}}}
	}
	m, err := mail.ComposeNotice(domain.Mail{ID: "the-id", Kind: k, CreatedAt: f.ExpiresAt}, d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A mail speaks one language, in both of its forms, and writes times as that language does, in the
// given zone.
func TestMailsSpeakTheLanguage(t *testing.T) {
	t.Parallel()
	f := params
	f.Zone = "Europe/Berlin"
	moments := map[locale.Language]string{
		"en": "1 July 2026, 14:00\u00a0UTC+2", "de": "1. Juli 2026, 14:00\u00a0UTC+2",
		"fr": "1er juillet 2026, 14:00\u00a0UTC+2", "es": "1 de julio de 2026, 14:00\u00a0UTC+2",
	}
	greetings := map[locale.Language]string{"en": "Hello Bob,", "de": "Guten Tag Bob,", "fr": "Bonjour Bob,",
		"es": "Hola, Bob:"}
	order, each := locale.Languages(), 5+len(domain.Notices())
	i := 0
	for m := range inAllLanguages(t, f) {
		l := order[i/each]
		i++
		for form, body := range map[string]string{"text": m.Text, "html": m.HTML} {
			hasMoment := strings.Contains(body, moments[l]) ||
				strings.Contains(body, strings.ReplaceAll(moments[l], "+", "&#43;"))
			if !hasMoment || !strings.Contains(body, greetings[l]) || strings.ContainsAny(body, "{}") ||
				strings.Contains(body, "<nil>") {
				t.Errorf("%s in %s: the %s is\n%s", m.Kind, l, form, body)
			}
		}
		if !strings.Contains(m.HTML, `<html lang="`+string(l)+`">`) {
			t.Errorf("%s in %s:\n%s", m.Kind, l, m.HTML)
		}
	}
}

func TestGermanInvitation(t *testing.T) {
	t.Parallel()
	f := params
	f.Language, f.Zone, f.Name = locale.German, "Europe/Berlin", ""
	m := compose(t, domain.MailInvitation, f)
	want := "Guten Tag,\n\nAda lädt Sie ein, im Arbeitsbereich „Atelier“ bei Stint gemeinsam Arbeitszeiten zu " +
		"erfassen. Sie würden als Mitglied beitreten.\n\n" +
		base + "/p/invitation?token=T0ken\n\nDie Einladung gilt bis zum 1. Juli 2026, 14:00\u00a0UTC+2. Falls Sie nicht " +
		"wissen, wer Sie einlädt, können Sie diese E-Mail ignorieren.\n"
	if m.Text != want || m.Subject != "Ihre Einladung in einen Arbeitsbereich bei Stint" {
		t.Errorf("%q\n%s\nwant\n%s", m.Subject, m.Text, want)
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	for kind, want := range map[domain.MailKind]struct{ subject, link, words string }{
		domain.MailVerifyEmail:   {"Confirm your e-mail address", base + "/p/verify-email?token=T0ken", "Hello Bob,"},
		domain.MailPasswordReset: {"Choose a new password", base + "/p/password-reset?token=T0ken", "Hello Bob,"},
		domain.MailSSOVerify: {"Confirm your sign-in", base + "/p/sso-verify?token=T0ken",
			"If it was you, please confirm it"},
		domain.MailInvitation: {
			"Your invitation to a workspace on Stint", base + "/p/invitation?token=T0ken", "You would join as a member."},
		domain.MailClientLink: {"A timesheet for you to sign: 8–14 June 2026", base + "/p/client-approval/T0ken",
			"Time worked: 1\u00a0h 30\u00a0min"},
	} {
		m := compose(t, kind, params)
		if m.ID != "the-id" || m.Kind != kind || m.To != params.To || m.Subject != want.subject {
			t.Errorf("%s: %+v, want subject %q", kind, m, want.subject)
		}
		for form, body := range map[string]string{"text": m.Text, "html": m.HTML} {
			for _, part := range []string{want.words, want.link, "1 July 2026, 12:00\u00a0UTC"} {
				if !strings.Contains(body, part) {
					t.Errorf("%s: the %s lacks %q:\n%s", kind, form, part, body)
				}
			}
		}
		if !strings.Contains("\n"+m.Text, "\n"+want.link+"\n") {
			t.Errorf("%s: the link does not stand on a line of its own:\n%s", kind, m.Text)
		}
	}
}

func TestComposeRefusesUnknownKinds(t *testing.T) {
	t.Parallel()
	if m, err := mail.Compose(base, "id", domain.WorkPurge, params); err == nil {
		t.Errorf("composed %+v of a purge", m)
	}
}

// TestNamesCannotInjectLinks puts into every name what would be a header, a line or a
// tag of its own if it were let through.
func TestNamesCannotInjectLinks(t *testing.T) {
	t.Parallel()
	evil := domain.Name("Eve\r\nBcc: all@example.com\u2028\x00<script>alert(1)</script> \"&" + strings.Repeat("é", 300))
	f := params
	f.Name, f.Inviter, f.Workspace, f.Submitter = evil, evil, evil, evil
	for m := range inAllLanguages(t, f) {
		kind := m.Kind
		if strings.ContainsFunc(m.Subject, unicode.IsControl) || strings.Contains(m.Subject, "\u2028") ||
			len([]rune(m.Subject)) > 300 {
			t.Errorf("%s: subject %q", kind, m.Subject)
		}
		if strings.Contains(m.Text, "\nBcc:") || strings.ContainsAny(m.Text, "\r\x00\u2028") {
			t.Errorf("%s: a name broke its line:\n%q", kind, m.Text)
		}
		if strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, "\nBcc:") {
			t.Errorf("%s: a name became a tag:\n%s", kind, m.HTML)
		}
	}
}

func TestComposeWithoutNames(t *testing.T) {
	t.Parallel()
	f := params
	f.Name, f.Inviter = "", ""
	m := compose(t, domain.MailInvitation, f)
	if !strings.Contains(m.Text, "A colleague invites you") || !strings.HasPrefix(m.Text, "Hello,") {
		t.Errorf("%q\n%s", m.Subject, m.Text)
	}
}

// No subject has a text that a user chose, and no name in a mail has a dot that makes a
// link.
func TestNamesDoNotBecomeLinks(t *testing.T) {
	t.Parallel()
	f := params
	for _, dot := range []string{".", "\u3002", "\uff0e", "\uff61", "\u2024", "\ufe52"} {
		name := domain.Name("http://pay" + dot + "evil" + dot + "example")
		f.Name, f.Inviter, f.Workspace, f.Submitter = name, name, name, name
		checkNoNameIsALink(t, f, dot)
	}
}

func checkNoNameIsALink(t *testing.T, f mail.Params, dot string) {
	t.Helper()
	for m := range inAllLanguages(t, f) {
		kind := m.Kind
		for part, text := range map[string]string{"subject": m.Subject, "text": m.Text, "HTML": m.HTML} {
			if strings.Contains(text, "evil"+dot+"example") || strings.Contains(text, "pay"+dot+"evil") ||
				strings.Contains(text, "http://pay") {
				t.Errorf("%s: the %s has a name that becomes a link:\n%s", kind, part, text)
			}
		}
		if strings.Contains(m.Subject, "evil") {
			t.Errorf("%s: subject %q", kind, m.Subject)
		}
	}
}
