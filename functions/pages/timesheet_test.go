package pages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const (
	timesheetPath   = "/p/timesheet"
	submissionsPath = "/api/workspaces/me/timesheet-submissions"
)

// submitted is a timesheet of two hours on two projects that waits for decisions, with the people of its workspace.
type submitted struct {
	*apitest.Service
	owner, manager, submitter *apitest.User // the manager decides on the project site
	path                      string        // of the submission in the API
	token                     string        // mailed to the owner
}

func newSubmission(t *testing.T) *submitted {
	t.Helper()
	s := newSubmissionMails(t)
	s.token = s.MailedToken(s.owner.Email, "timesheet")
	return s
}

// newSubmissionMails is newSubmission without the token.
func newSubmissionMails(t *testing.T, options ...apitest.Option) *submitted {
	t.Helper()
	return newSubmissionOf(apitest.New(t, options...))
}

func newSubmissionOf(api *apitest.Service) *submitted {
	s := &submitted{Service: api, owner: api.Register("olga")}
	s.manager, s.submitter = s.owner.AddMember("mia", "user"), s.owner.AddMember("will", "user")
	for day, name := range map[int]string{8: "site", 9: "app"} {
		id := s.owner.Post("/api/projects", object{"name": name}).ID()
		s.owner.Post("/api/projects/"+id+"/members", object{"userId": s.submitter.ID}).OK()
		if name == "site" {
			s.owner.Post("/api/projects/"+id+"/members", object{"userId": s.manager.ID}).OK()
			s.owner.Patch("/api/projects/"+id+"/members/"+s.manager.ID+"/manager", object{"isManager": true}).OK()
		}
		s.submitter.Post("/api/entries", object{"projectId": id, "startedAt": fmt.Sprintf("2026-06-%02dT09:00:00Z", day),
			"stoppedAt": fmt.Sprintf("2026-06-%02dT10:00:00Z", day)}).OK()
	}
	s.path = submissionsPath + "/" + s.submitter.Post(submissionsPath,
		object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	api.RunWorker() // queues the mails
	api.RunWorker()
	return s
}

func (s *submitted) status() any { return s.owner.Get(s.path).OK()["status"] }

// Mail scanners open the link of a mail, many times and with every method that reads. Only the button decides.
func TestOpeningATimesheetDecidesNothing(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	wantUnchanged(t, s.Service, func() {
		for range 3 {
			shown := openPage(s.Service, timesheetPath, s.token).Page(200)
			wantTexts(t, shown, "Timesheet to decide on", "will submitted this timesheet", "8–14 June 2026", "2\u00a0h", "site",
				"app", `action="/p/timesheet"`, `value="`+s.token+`"`, `value="approve"`, "<rect width=\"100%\"")
			wantNoTexts(t, shown, "<script", "style=")
		}
		head := s.Send(apitest.Request{Method: "HEAD", Path: timesheetPath + "?token=" + s.token})
		if head.Status != 200 || len(head.Body) > 0 {
			t.Errorf("HEAD %d %s", head.Status, head.Body)
		}
	})
	mail := s.MailsTo(s.owner.Email)[0]
	link := mail.Headers["List-Unsubscribe"]
	if !strings.HasPrefix(link, "<"+apitest.BaseURL+"/p/notifications?token=") || strings.Contains(link, s.token) ||
		mail.Headers["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click" {
		t.Errorf("headers %v", mail.Headers)
	}
	text := strings.ReplaceAll(mail.Text, "\u00a0", " ")
	for _, part := range []string{"2 h", "• site (1 h)", "Mon 8 Jun 2026   " + strings.Repeat("█", 20) + " 1:00", "0:00"} {
		if !strings.Contains(text, part) {
			t.Errorf("the mail lacks %q:\n%s", part, text)
		}
	}
	if strings.Contains(text, "/api/") {
		t.Errorf("the mail asks for a call of the API:\n%s", text)
	}
}

func TestApproveByMail(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	done := sendForm(s.Service, timesheetPath, "token", s.token, "decision", "approve").Page(200)
	wantTexts(t, done, "Your decision is stored.", "Approved")
	wantNoTexts(t, done, "<form", s.token)
	if got := s.status(); got != "approved" {
		t.Errorf("status %v", got)
	}
	events := s.owner.Get(s.path + "/events").Items()
	last := events[len(events)-1]
	if actor := last["actor"].(object); last["type"] != "approved_all" || actor["id"] != s.owner.ID {
		t.Errorf("event %v", last)
	}
	log := s.owner.Get("/api/workspaces/" + s.owner.WorkspaceID + "/audit-log").Items()[0]
	if actor := log["actor"].(object); log["action"] != "submission.approved_all" || actor["id"] != s.owner.ID {
		t.Errorf("audit %v", log)
	}
	wantUnchanged(t, s.Service, func() {
		for _, decision := range []string{"approve", "reject"} {
			again := sendForm(s.Service, timesheetPath, "token", s.token, "decision", decision).Page(409)
			wantTexts(t, again, "does not wait for this decision any more")
		}
		wantNoTexts(t, openPage(s.Service, timesheetPath, s.token).Page(409), "<form")
	})
	read := s.MailedToken(s.submitter.Email, "timesheet")
	wantTexts(t, openPage(s.Service, timesheetPath, read).Page(200), "Timesheet", "Approved")
	sendForm(s.Service, timesheetPath, "token", read, "decision", "approve").Page(404)
}

// A reason of white space is none.
func TestReasonThatShowsNothing(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	done := sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "reason", " \t\n").Page(200)
	if strings.Contains(done, "Reason:") {
		t.Errorf("a reason is shown:\n%s", done)
	}
	events := s.owner.Get(s.path + "/events").Items()
	for _, e := range events {
		if e["reason"] != nil {
			t.Errorf("%v", e)
		}
	}
	if last := events[len(events)-1]; last["type"] != "line_rejected" {
		t.Errorf("the last event is %v", last)
	}
}

// A rejection names lines and a reason; the others are approved. Each line has its event, all in one write.
func TestRejectLinesByMail(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	wantUnchanged(t, s.Service, func() {
		wrong := sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "chosen", "true", "reason",
			"why").Page(422)
		wantTexts(t, wrong, "Please choose at least one line", ">why</textarea>", "<title>Error: ")
		sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "reason",
			strings.Repeat("x", 1001)).Page(422)
		sendForm(s.Service, timesheetPath, "token", s.token).Page(422)
		sendForm(s.Service, timesheetPath, "token", s.token, "decision", "approve", "line", "x").Page(422)
		sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "chosen", "true", "line", "99",
			"reason", "No such line").Page(422)
	})
	done := sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "chosen", "true", "line", "1",
		"reason", "Wrong project").Page(200)
	wantTexts(t, done, "Partly rejected", "Reason: Wrong project")
	var types []any
	for _, e := range s.owner.Get(s.path + "/events").Items() {
		types = append(types, e["type"])
	}
	if fmt.Sprint(types) != "[submitted line_rejected approved_all]" {
		t.Errorf("events %v", types)
	}
	version := s.owner.Get(s.path).OK()["version"]
	if s.status() != "partially_rejected" || version != 3.0 {
		t.Errorf("%v, version %v", s.status(), version)
	}
}

// A line that was decided on since the mail is not rejected, and the others are not approved instead.
func TestRejectALineThatWaitsNoMore(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	line := s.owner.Get(s.path).OK()["lines"].([]any)[0].(object)["id"].(string)
	s.owner.Post("/api/workspaces/me/submission-lines/"+line+"/approve", nil).OK()
	wantUnchanged(t, s.Service, func() {
		again := sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "chosen", "true", "line", "1",
			"reason", "Wrong project").Page(422)
		wantTexts(t, again, ">Wrong project</textarea>")
	})
}

// Without a list of lines, all lines that wait for the person are rejected.
func TestRejectAllByMail(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	sendForm(s.Service, timesheetPath, "token", s.token, "decision", "reject", "reason", "No").Page(200)
	if s.status() != "rejected" {
		t.Errorf("status %v", s.status())
	}
}

// The mail of a manager, forwarded to anybody, shows and decides on their lines only.
func TestForwardedMailAllowsOneAct(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	token := s.MailedToken(s.manager.Email, "timesheet")
	shown := openPage(s.Service, timesheetPath, token).Page(200)
	wantTexts(t, shown, "site")
	wantNoTexts(t, shown, ">app")
	wantNoTexts(t, sendForm(s.Service, timesheetPath, "token", token, "decision", "approve").Page(200), ">app")
	if s.status() != "submitted" {
		t.Errorf("status %v", s.status())
	}
	for _, path := range []string{"/api/auth/me", "/api/v1/entries", s.path} {
		s.As(token).Get(path).Problem(401, "unauthorized")
	}
}

// A token of one kind opens no page of another.
func TestTokensOfOtherKindsAreRefused(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	s.owner.Invite(bobsEmail, "")
	others := []string{s.owner.MailedToken(s.owner.Email, "verify-email"), requestResetToken(s.owner),
		s.owner.MailedToken(bobsEmail, "invitation"), "", "x", "%00", strings.Repeat("A", 43)}
	unsubscribe := s.MailsTo(s.manager.Email)[0].Headers["List-Unsubscribe"]
	_, mute, _ := strings.Cut(strings.Trim(unsubscribe, "<>"), "token=")
	wantUnchanged(t, s.Service, func() {
		for _, token := range append(others, mute) {
			wantTexts(t, openPage(s.Service, timesheetPath, token).Page(404), invalidLinkHeading)
			sendForm(s.Service, timesheetPath, "token", token, "decision", "approve").Page(404)
		}
		sendForm(s.Service, verifyPath, "token", s.token, "password", apitest.Password).Page(422)
		sendForm(s.Service, resetPath, "token", s.token, "newPassword", newPassword).Page(422)
		sendForm(s.Service, invitationPath, "token", s.token, "email", bobsEmail, "password", newPassword, "displayName",
			"Bob").Page(422)
		sendForm(s.Service, ssoPath, "token", s.token).Page(422)
		get(s.Service, "/p/client-approval/"+s.token).Page(404)
	})
	s.Clock.Advance(31 * 24 * time.Hour)
	openPage(s.Service, timesheetPath, s.token).Page(404)
}

// A token ends with the rights of the person who was mailed, and when the timesheet changes.
func TestTokenOfATimesheetEnds(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(s *submitted){
		"role lowered": func(s *submitted) { s.setManager(object{"role": "analyst"}) },
		"role lowered and restored": func(s *submitted) {
			s.setManager(object{"role": "admin"})
			s.setManager(object{"role": "analyst"})
			s.setManager(object{"role": "user"})
		},
		"deactivated":             func(s *submitted) { s.setManager(object{"isDeactivated": true}) },
		"manager no more":         func(s *submitted) { s.endManagement() },
		"sessions ended by admin": func(s *submitted) { s.owner.Delete(s.memberPath() + "/sessions").OK() },
		"withdrawn":               func(s *submitted) { s.submitter.Post(s.path+"/withdraw", nil).OK() },
		"decided":                 func(s *submitted) { s.owner.Post(s.path+"/approve-all", nil).OK() },
		"reopened": func(s *submitted) {
			s.owner.Post(s.path+"/approve-all", nil).OK()
			s.owner.Post(s.path+"/reopen", nil).OK()
		},
		"submitted again": func(s *submitted) {
			s.owner.Post(s.path+"/approve-all", nil).OK()
			s.owner.Post(s.path+"/reopen", nil).OK()
			line := s.owner.Get(s.path).OK()["lines"].([]any)[0].(object)["id"].(string)
			s.owner.Post("/api/workspaces/me/submission-lines/"+line+"/reject", nil).OK()
			s.submitter.Post(s.path+"/resubmit", nil).OK()
		},
		"workspace deleted": func(s *submitted) { s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID).OK() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSubmission(t)
			token := s.MailedToken(s.manager.Email, "timesheet")
			change(s)
			wantUnchanged(t, s.Service, func() {
				wantNoTexts(t, openPage(s.Service, timesheetPath, token).Page(409), "<form")
				sendForm(s.Service, timesheetPath, "token", token, "decision", "approve").Page(409)
			})
		})
	}
}

func (s *submitted) memberPath() string {
	return "/api/workspaces/" + s.owner.WorkspaceID + "/members/" + s.manager.ID
}

func (s *submitted) setManager(change object) { s.owner.Patch(s.memberPath(), change).OK() }

// endManagement makes the manager a plain member of their project.
func (s *submitted) endManagement() {
	for _, p := range s.owner.Get("/api/projects").Items() {
		if p["name"] == "site" {
			s.owner.Patch("/api/projects/"+p["id"].(string)+"/members/"+s.manager.ID+"/manager",
				object{"isManager": false}).OK()
		}
	}
}

// The sign-in policy of the workspace applies to mailed acts too.
func TestMailedActsKeepToTheSignInPolicy(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	s.owner.Patch("/api/workspaces/"+s.owner.WorkspaceID, object{"allowedNetworks": []string{"192.0.2.0/24"}}).OK()
	request := apitest.Request{Method: "GET", Path: timesheetPath + "?token=" + s.token, ClientIP: "198.51.100.7"}
	wantTexts(t, s.Send(request).Page(403), "This link does not work from here")
	form := apitest.Form(timesheetPath, "token", s.token, "decision", "approve")
	form.ClientIP = "198.51.100.7"
	wantUnchanged(t, s.Service, func() { s.Send(form).Page(403) })
}

// Of two clicks at the same moment one decides.
func TestTwoClicksDecideOnce(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	const clicks = 6
	answers := make([]*apitest.Answer, clicks)
	testkit.Race(t, clicks, func(i int) {
		answers[i] = sendForm(s.Service, timesheetPath, "token", s.token, "decision", []string{"approve", "reject"}[i%2])
	})
	won := 0
	for i, a := range answers {
		if a.Status == 200 {
			won++
		} else if a.Status != 409 {
			t.Errorf("click %d: %d", i, a.Status)
		}
	}
	if version := s.owner.Get(s.path).OK()["version"]; won != 1 || version != 2.0 && version != 3.0 {
		t.Errorf("%d clicks won, version %v", won, version)
	}
}

// A decision beside another change of the timesheet counts for the lines that are left.
func TestMailedDecisionBesideAnother(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	line := s.owner.Get(s.path).OK()["lines"].([]any)[0].(object)["id"].(string)
	testkit.Race(t, 2, func(i int) {
		if i == 0 {
			s.owner.Post("/api/workspaces/me/submission-lines/"+line+"/approve", nil).OK()
			return
		}
		sendForm(s.Service, timesheetPath, "token", s.token, "decision", "approve").Page(200)
	})
	if s.status() != "approved" {
		t.Errorf("status %v", s.status())
	}
}

func TestDecidingByMailSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			s := newSubmissionOf(api)
			token := s.MailedToken(s.owner.Email, "timesheet")
			return func() *apitest.Answer {
				return sendForm(api, timesheetPath, "token", token, "decision", "reject", "chosen", "true", "line", "1")
			}
		},
		RetryStatus: 409,
	}.Walk(t)
}
