package mail_test

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/locale"
)

// The mail with a client link names the client, where the link is for one.
func TestClientLinkNamesTheClient(t *testing.T) {
	t.Parallel()
	for l, want := range map[locale.Language]string{locale.English: "Client: Babbage & Co",
		locale.German: "Kunde: Babbage & Co",
		locale.French: "Client\u202f: Babbage & Co", locale.Spanish: "Cliente: Babbage & Co"} {
		f := params
		f.Language = l
		if m := compose(t, domain.MailClientLink, f); strings.Contains(m.Text, strings.TrimSuffix(want, "Babbage & Co")) {
			t.Errorf("%s: a client without a name in\n%s", l, m.Text)
		}
		f.Client = "Babbage & Co"
		m := compose(t, domain.MailClientLink, f)
		if !strings.Contains(m.Text, "\n"+want+"\n") ||
			!strings.Contains(m.HTML, strings.ReplaceAll(want, "&", "&amp;")) {
			t.Errorf("%s: no %q in\n%s\n%s", l, want, m.Text, m.HTML)
		}
	}
}
