package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

const notificationsPath = "/p/notifications"

// unsubscribeLink is the address of the one-click unsubscription in the newest mail to somebody.
func unsubscribeLink(t *testing.T, api *apitest.Service, to string) (path, token string) {
	t.Helper()
	link := strings.Trim(api.MailsTo(to)[0].Headers["List-Unsubscribe"], "<>")
	path, ok := strings.CutPrefix(link, apitest.BaseURL)
	_, token, has := strings.Cut(path, "?token=")
	if !ok || !has || !strings.HasPrefix(path, notificationsPath) {
		t.Fatalf("unsubscribe at %q", link)
	}
	return path, token
}

func wants(p *apitest.User, kind string) bool {
	return p.Get("/api/me/notifications").OK()[kind] == true
}

func TestSwitchMailsOffByMail(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	_, token := unsubscribeLink(t, s.Service, s.owner.Email)
	wantUnchanged(t, s.Service, func() {
		for range 3 {
			shown := openPage(s.Service, notificationsPath, token).Page(200)
			wantTexts(t, shown, "Switch mails off", "a timesheet waits for your decision", `value="`+token+`"`)
		}
	})
	for range 2 { // it may be repeated
		wantTexts(t, sendForm(s.Service, notificationsPath, "token", token).Page(200), "These mails are switched off")
	}
	wantTexts(t, openPage(s.Service, notificationsPath, token).Page(200), "These mails are switched off")
	if wants(s.owner, "timesheet_to_approve") || !wants(s.owner, "timesheet_decided") {
		t.Error("not exactly the kind of the mail is off")
	}
	s.owner.Do("PUT", "/api/me/notifications", object{}).OK()
	wantUnchanged(t, s.Service, func() {
		openPage(s.Service, timesheetPath, token).Page(404)
		sendForm(s.Service, timesheetPath, "token", token, "decision", "approve").Page(404)
		openPage(s.Service, notificationsPath, s.token).Page(404)
		sendForm(s.Service, notificationsPath, "token", s.token).Page(404)
	})
}

// unsubscribe sends the request of a mail program for the newest mail to a user, who is no longer mailed then.
func unsubscribe(t *testing.T, p *apitest.User, body string, header map[string]string) {
	t.Helper()
	if !wants(p, "timesheet_to_approve") {
		t.Fatal("the mail was off before")
	}
	path, _ := unsubscribeLink(t, p.Service, p.Email)
	p.Service.Send(apitest.Request{Method: "POST", Path: path, Body: body, Header: header}).Page(200)
	if wants(p, "timesheet_to_approve") {
		t.Errorf("%v: still mailed", header)
	}
}

const (
	formType        = "application/x-www-form-urlencoded"
	oneClick        = "List-Unsubscribe=One-Click"
	oneClickInParts = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
)

// A mail program unsubscribes with one request, with its form in either type, without cookies, and with or without an
// Origin of its own.
func TestUnsubscribeWithOneClick(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	unsubscribe(t, s.manager, oneClick, map[string]string{"Content-Type": formType, "Origin": "https://mail.example"})
	s.manager.Do("PUT", "/api/me/notifications", object{}).OK()
	unsubscribe(t, s.manager, oneClick, map[string]string{"Content-Type": formType})
	unsubscribe(t, s.owner, oneClickInParts, map[string]string{"Content-Type": "multipart/form-data; boundary=b",
		"Origin": "https://mail.example"})
}

// The form of the page is bound to its origin, unlike the request of a mail program.
func TestAFormOfAnotherSiteSwitchesNothingOff(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	_, token := unsubscribeLink(t, s.Service, s.owner.Email)
	form := apitest.Form(notificationsPath, "token", token)
	form.Header["Origin"] = "https://evil.example"
	wantUnchanged(t, s.Service, func() { wantTexts(t, s.Send(form).Page(403), "page of another site") })
}

// Two kinds that are switched off at the same moment, beside another change of the account, are both off.
func TestUnsubscribeBesideAnotherChange(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	_, ofTimesheets := unsubscribeLink(t, s.Service, s.owner.Email)
	s.owner.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z"}).OK()
	s.RunWorker()
	s.RunWorker()
	_, ofTimers := unsubscribeLink(t, s.Service, s.owner.Email)
	testkit.Race(t, 3, func(i int) {
		if i == 0 {
			s.owner.Patch("/api/auth/me", object{"displayName": "Olga O."})
			return
		}
		sendForm(s.Service, notificationsPath, "token", []string{ofTimesheets, ofTimers}[i-1]).Page(200)
	})
	if wants(s.owner, "timesheet_to_approve") || wants(s.owner, "timer_running_long") {
		t.Error("still mailed")
	}
}

// With a front end, buttons lead there, without a token. The one-click unsubscription stays at this service.
func TestLinksToAFrontEnd(t *testing.T) {
	t.Parallel()
	const app = "https://app.example.com/time"
	s := newSubmissionMails(t, func(c *config.Config) { c.AppBaseURL = app })
	text := s.MailsTo(s.owner.Email)[0].Text
	id := s.path[strings.LastIndex(s.path, "/")+1:]
	for _, link := range []string{
		"\n" + app + "/p/timesheet?submission=" + id + "&workspace=" + s.owner.WorkspaceID + "\n",
		"\n" + app + "/p/notifications?kind=timesheet_to_approve\n",
	} {
		if !strings.Contains(text+"\n", link) {
			t.Errorf("the mail lacks %q:\n%s", link, text)
		}
	}
	if strings.Contains(text, "token=") {
		t.Errorf("the mail has a token:\n%s", text)
	}
	unsubscribe(t, s.owner, oneClick, map[string]string{"Content-Type": formType})
}

func TestMutingByMailSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			s := newSubmissionOf(api)
			_, token := unsubscribeLink(t, api, s.owner.Email)
			return func() *apitest.Answer { return sendForm(api, notificationsPath, "token", token) }
		},
	}.Walk(t)
}
