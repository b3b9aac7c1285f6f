//go:build pictures

package pages_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/browser"
	"stint/internal/programs"
	"stint/shared/locale"
	"stint/shared/mail"
)

// TestPictures makes pictures of the pages, mails and documents in each language, on a phone and on a desktop, light
// and dark. make pictures runs it; it is no part of the daily tests.
func TestPictures(t *testing.T) {
	for _, l := range locale.Languages() {
		t.Run(string(l), func(t *testing.T) { takePictures(t, string(l)) })
	}
}

// takePictures goes through everything that people get to see in a language.
func takePictures(t *testing.T, language string) {
	api, address := apitest.NewWithServer(t)
	s := newSubmissionOf(api)
	s.owner.PutLogo("image/png", string(apitest.LogoPNG())).OK()
	for _, p := range []*apitest.User{s.owner, s.manager, s.submitter} {
		p.Patch("/api/auth/me/preferences", object{"preferredLanguage": language}).OK()
	}
	s.submitter.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z", "description": "Plan"}).OK()
	s.owner.Invite(bobsEmail, "")
	takePage := func(name, link string) { takeBoth(t, language, "page-"+name, address+link) }

	api.RunWorker()
	takePage("verify-email", verifyPath+"?token="+api.MailedToken(s.owner.Email, "verify-email"))
	takePage("password-reset", resetPath+"?token="+requestResetToken(s.owner))
	takePage("invitation", invitationPath+"?token="+api.MailedToken(bobsEmail, "invitation"))
	takePage("timer", timerPath+"?token="+api.MailedToken(s.submitter.Email, "timer"))
	link := timesheetPath + "?token=" + api.MailedToken(s.owner.Email, "timesheet")
	takePage("timesheet", link)
	takePage("notifications", notificationsPath+"?token="+api.MailedToken(s.owner.Email, "notifications"))
	takePage("invalid-link", timesheetPath+"?token=x")
	takePage("error", "/p/nothing")
	_, token, _ := strings.Cut(link, "token=")
	sendForm(api, timesheetPath, "token", token, "decision", "approve").Page(200)
	takePage("timesheet-decided", link)

	s.owner.Post(s.path+"/client-approval-links", object{"clientEmail": "clara@acme.example", "showAmounts": true,
		"showEntries": true}).OK()
	api.RunWorker()
	signing := "/p/client-approval/" + clientToken(t, api, address)
	takePage("client-approval", signing)
	sendForm(api, signing, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted", "true",
		"decision", "approve").Page(200)
	takePage("client-approval-signed", signing)
	api.RunWorker()
	for _, to := range []string{s.owner.Email, s.submitter.Email, bobsEmail, "clara@acme.example"} {
		for i, m := range api.MailsTo(to) {
			takeMail(t, language, mailName(to, i), m)
			for _, a := range m.Attachments {
				keep := keepArtifact
				if a.Type == "application/pdf" {
					keep = keepDocument
				}
				keep(t, language+"-"+mailName(to, i)+"-"+a.Name, a.Bytes)
			}
		}
	}
	keepDocument(t, language+"-timesheet.pdf", s.submitter.Get(s.path+"/document").Body)
	keepDocument(t, language+"-client-approval.pdf", get(api, "/api/public"+strings.TrimPrefix(signing, "/p")+
		"/document?language="+language).Body)
}

func mailName(to string, i int) string {
	name, _, _ := strings.Cut(to, "@")
	return "mail-" + name + "-" + string(rune('a'+i))
}

func clientToken(t *testing.T, api *apitest.Service, address string) string {
	t.Helper()
	link := mailedLink(t, api, "clara@acme.example", "/p/client-approval")
	return link[strings.LastIndex(link, "/")+1:]
}

// takeMail takes pictures of the HTML of a mail.
func takeMail(t *testing.T, language, name string, m mail.StoredMessage) {
	t.Helper()
	html := m.HTMLWithPictures()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html))
	}))
	defer server.Close()
	takeBoth(t, language, name, server.URL)
}

// takeBoth takes pictures of an address on a phone and on a desktop, in both schemes.
func takeBoth(t *testing.T, language, name, address string) {
	t.Helper()
	for form, open := range map[string]func() *browser.Page{
		"phone":   func() *browser.Page { return browser.NewPhonePageIn(t, language) },
		"desktop": func() *browser.Page { return browser.NewDesktopPage(t) },
	} {
		p := open()
		p.Open(address)
		p.Pictures(language + "-" + name + "-" + form)
	}
}

// keepDocument writes a PDF to artifacts/, with a picture of each page where pdftoppm (poppler-utils) is installed:
// Chromium shows PDFs in a program of its own, of which it takes no pictures.
func keepDocument(t *testing.T, name string, content []byte) {
	t.Helper()
	keepArtifact(t, name, content)
	programs.KeepNoResults()
	rasteriser, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Logf("no pictures of %s: pdftoppm is not installed", name)
		return
	}
	file := filepath.Join(programs.ModuleRoot(), "artifacts", name)
	out, err := exec.CommandContext(t.Context(), rasteriser, "-r", "90", "-png", file,
		strings.TrimSuffix(file, ".pdf")).CombinedOutput()
	if err != nil {
		t.Errorf("pictures of %s: %v\n%s", name, err, out)
	}
}

// keepArtifact writes a file to artifacts/.
func keepArtifact(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(programs.ModuleRoot(), "artifacts", name), content, 0o644); err != nil {
		t.Error(err)
	}
}
