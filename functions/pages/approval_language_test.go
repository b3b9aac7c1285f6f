package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

// The page has a choice of language without a script. What is signed is in the language of the page.
func TestClientChoosesTheLanguage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	path := createApprovalPath(api, true)
	german := api.Send(apitest.Request{Method: "GET", Path: path + "?language=de",
		Header: map[string]string{"Accept-Language": "fr"}}).Page(200)
	wantTexts(t, german, `<html lang="de">`, `<b lang="de" aria-current="true">Deutsch</b>`,
		`<a lang="fr" hreflang="fr" href="?language=fr">Français</a>`, `name="language" value="de"`, "gebe sie frei",
		`/document?language=de"`)
	wantTexts(t, get(api, path+"?language=xx").Page(200), `<html lang="en">`)
	signed := sendForm(api, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted",
		"true", "decision", "approve", "language", "de").Page(200)
	wantTexts(t, signed, "Ich habe die hier aufgeführten Stunden", `<html lang="de">`)
	wantTexts(t, get(api, path).Page(200), `<html lang="en">`, `<dd lang="de">Ich habe die hier aufgeführten Stunden`)
	shown := get(api, "/api/public"+strings.TrimPrefix(path, "/p")).OK()
	wantTexts(t, strings.ReplaceAll(signed, "<wbr>", ""), shown["content_sha256"].(string))
	if shown["content"].(object)["language"] != "de" {
		t.Errorf("content %v", shown["content"])
	}
}

// With the delivery self the signer can ask for the signed timesheet by mail, to the address that they give.
func TestSignerAsksForACopy(t *testing.T) {
	t.Parallel()
	for name, wants := range map[string]bool{"asked": true, "not asked": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			path := createApprovalPath(api, true)
			wantTexts(t, get(api, path).Page(200), `name="sendCopy"`)
			form := []string{"signerName", "Clara", "signerEmail", "clara.home@example.com", "attestationAccepted", "true",
				"decision", "approve"}
			if wants {
				form = append(form, "sendCopy", "true")
			}
			signed := sendForm(api, path, form...).Page(200)
			wantTexts(t, signed, `<a class="button" href="/api/public`+strings.TrimPrefix(path, "/p")+`/document">`)
			if strings.Contains(signed, "A copy with the signed PDF") != wants {
				t.Errorf("the page says\n%s", signed)
			}
			api.RunWorker()
			mails := api.MailsTo("clara.home@example.com")
			if (len(mails) == 1) != wants || len(api.MailsTo("clara@acme.example")) != 0 {
				t.Fatalf("mails %v", mails)
			}
			if wants && (len(mails[0].Attachments) != 1 || !strings.Contains(mails[0].Text, path)) {
				t.Errorf("mail %v", mails[0].Text)
			}
		})
	}
}

// Where addresses must be proven, a link of an unproven maker mails no copy to an address that somebody typed.
func TestLinkOfAnUnprovenMakerMailsNoCopy(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.VerificationRequired = true })
	sendForm(api, createApprovalPath(api, true), "signerName", "Clara", "signerEmail", "clara.home@example.com",
		"attestationAccepted", "true", "decision", "approve", "sendCopy", "true").Page(200)
	api.RunWorker()
	if mails := api.MailsTo("clara.home@example.com"); len(mails) != 0 {
		t.Errorf("mails %v", mails)
	}
}

// A mailed link has no such choice: its client gets a copy anyway, and nobody else does.
func TestMailedLinkOffersNoCopy(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	createClientLink(api, object{"clientEmail": "clara@acme.example"})
	api.RunWorker()
	_, token, _ := strings.Cut(api.MailsTo("clara@acme.example")[0].Text, "/p/client-approval/")
	path := "/p/client-approval/" + strings.Fields(token)[0]
	wantNoTexts(t, get(api, path).Page(200), "sendCopy")
	sendForm(api, path, "signerName", "Carl", "signerEmail", "carl@acme.example", "attestationAccepted", "true",
		"decision", "approve", "sendCopy", "true").Page(200)
	api.RunWorker()
	if mails := api.MailsTo("carl@acme.example"); len(mails) != 0 {
		t.Errorf("mails %v", mails)
	}
}
