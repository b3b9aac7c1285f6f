package worker_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/limits"
	"stint/shared/mail"
)

func withNoticeLimit(n int) apitest.Option {
	return func(c *config.Config) { c.Limits.MailPerRecipient = n }
}

// changePassword makes the given number of changes that each queue a notice.
func changePassword(p *apitest.User, times int) {
	passwords := []string{apitest.Password, "another good password"}
	for i := range times {
		p.Patch("/api/me/profile", map[string]any{"currentPassword": passwords[i%2], "newPassword": passwords[(i+1)%2]}).OK()
	}
}

func countSubject(api *apitest.Service, email, subject string) (n int) {
	for _, m := range api.MailsTo(email) {
		if m.Subject == subject {
			n++
		}
	}
	return n
}

func TestNoticesAreLimitedPerRecipient(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, withNoticeLimit(3))
	owner, outsider := api.Register("ada"), api.Register("bob")
	owner.VerifyEmail()
	changePassword(owner, 8)
	changePassword(outsider, 2)
	api.RunWorker()
	const changed = "Your password was changed"
	if a, b := countSubject(api, owner.Email, changed), countSubject(api, outsider.Email, changed); a != 3 || b != 2 {
		t.Errorf("%d and %d notices, want 3 and 2", a, b)
	}
	if kinds := apitest.ItemCounts(api); strings.Contains(kinds, "Q ") {
		t.Errorf("notices over the limit stay in the queue: %s", kinds)
	}
	owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", map[string]any{"name": "mine"}).OK()
	api.RunWorker()
	if n := countSubject(api, owner.Email, "A new API key for your account"); n != 1 {
		t.Errorf("%d notices of another kind, want 1", n)
	}
	api.Clock.Advance(24 * time.Hour)
	owner = owner.SignInAgain()
	changePassword(owner, 1)
	api.RunWorker()
	if n := countSubject(api, owner.Email, changed); n != 4 {
		t.Errorf("%d notices after a day, want 4", n)
	}
}

// Whoever registers the address of another person can send them few notices, and none
// where proof of an address is required.
func TestNoticesToAnUnprovenAddressAreFew(t *testing.T) {
	t.Parallel()
	for _, required := range []bool{false, true} {
		api := apitest.New(t, withNoticeLimit(3), func(c *config.Config) { c.VerificationRequired = required })
		owner := api.Register("ada")
		changePassword(owner, 4)
		owner.EnableSecondFactor()
		for _, network := range []string{"198.51.100.1", "203.0.113.1"} {
			api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: network,
				Body: map[string]any{"email": owner.Email, "password": apitest.Password}})
		}
		api.RunWorker()
		if got, want := len(api.MailsTo(owner.Email))-1, map[bool]int{false: 3, true: 0}[required]; got != want {
			t.Errorf("required %v: %d notices, want %d", required, got, want)
		}
		owner.VerifyEmail()
		changePassword(owner, 1)
		api.RunWorker()
		if n := countSubject(api, owner.Email, "Your password was changed"); n == 0 || required && n != 1 {
			t.Errorf("required %v: %d notices after the proof", required, n)
		}
	}
}

// countedWhenQueued are the kinds of mail that are counted before they are queued. All
// other kinds are counted before they are sent.
var countedWhenQueued = []domain.MailKind{
	domain.MailVerifyEmail, domain.MailPasswordReset, domain.MailInvitation, domain.MailClientLink, domain.MailSSOVerify,
}

func TestEveryOtherKindOfMailIsCountedWhenSent(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	webhook := owner.Post("/api/webhooks", object{"url": "https://hooks.example.com/", "events": []string{"*"}}).ID()
	deleted, stays := owner.WorkspaceID, owner.Post("/api/workspaces", object{"name": "Second"}).ID()
	former := formerAdminWithWebhook(api, owner, stays)
	staying := *owner
	staying.WorkspaceID = stays
	grant := staying.AllowApp(apitest.SomeApp(), people.AccessRead).ID
	owner.Delete("/api/workspaces/" + deleted).OK()
	sender := new(flakySender)
	mailer := &worker.Mailer{Store: api.Deps.Store, Sender: sender, Secrets: api.Deps.Secrets,
		Limits: limits.NewSent(config.Limits{MailPerRecipient: 2}, api.Deps.Store)}
	for kind, deliver := range mailer.Handlers() {
		if slices.Contains(countedWhenQueued, kind) {
			continue
		}
		sender.taken = nil
		for range 4 {
			notice := people.NewNotice(kind, domain.ID(owner.ID), domain.InstantOf(api.Clock.Now()))
			notice.WorkspaceID = domain.ID(deleted)
			if kind == domain.NoticeApp {
				notice.TargetID = domain.ID(grant)
			}
			if kind == domain.NoticeWebhookOff {
				notice.TargetID = domain.ID(webhook)
			}
			if kind == domain.NoticeWebhooksStay {
				notice.WorkspaceID, notice.TargetID = domain.ID(stays), former
			}
			if _, err := deliver(t.Context(), notice); err != nil {
				t.Fatal(err)
			}
		}
		if sender.count() != 2 {
			t.Errorf("%s: %d mails to one recipient, want 2", kind, sender.count())
		}
	}
}

// A notice that could not be sent is tried again, also on another day, and uses the limit
// of its recipient once.
func TestRetriedNoticeCountsOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, withNoticeLimit(2))
	owner := api.Register("ada")
	api.RunWorker()
	changePassword(owner, 2)
	sender := &flakySender{fails: 10}
	for range 12 {
		runWorker(t, api.NewWorker(sender))
		api.Clock.Advance(3 * time.Hour)
	}
	if sender.count() != 2 {
		t.Errorf("%d notices, want both", sender.count())
	}
}

// The worker dies at any call: every notice is sent, as long as it is within the limit.
func TestCountedNoticeSurvivesAnyCrash(t *testing.T) {
	t.Parallel()
	for k := 0; ; k++ {
		api := apitest.New(t, withNoticeLimit(1))
		owner := api.Register("ada")
		api.RunWorker()
		changePassword(owner, 2)
		sender := new(flakySender)
		fault := api.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Skip: k, WholeCall: true})
		_ = api.NewWorker(sender).Work(t.Context()) // it may fail, as long as it is made good
		api.Probe.Reset()
		for range 3 {
			api.Clock.Advance(time.Minute)
			runWorker(t, api.NewWorker(sender))
		}
		if ids := distinctIDs(sender.taken); ids != 1 {
			t.Errorf("call %d: %d notices, want the one that the limit allows", k+1, ids)
		}
		if fault.Hits() == 0 {
			return
		}
	}
}

func distinctIDs(sent []mail.Message) int {
	ids := map[string]bool{}
	for _, m := range sent {
		ids[string(m.ID)] = true
	}
	return len(ids)
}

// A person with an unproven address is mailed about each timesheet, up to a bound for all of them. So a
// stranger's address that someone registered does not get a mail for each of a hundred submissions.
func TestNotificationsToAnUnprovenAddressAreBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	counter := limits.NewSent(config.Limits{MailPerRecipient: 2}, api.Deps.Store)
	countSent := func(to people.User, kind domain.MailKind, causes int) (sent int) {
		for range causes {
			for cause, n := domain.NewID(), 0; n < 3; n++ {
				m := domain.Mail{ID: domain.NewID(), Kind: kind, CreatedAt: domain.InstantOf(api.Clock.Now())}
				ok, err := counter.MaySendNotification(t.Context(), m, to, cause)
				if err != nil {
					t.Fatal(err)
				}
				if ok {
					sent++
				}
			}
		}
		return sent
	}
	unproven := people.User{Email: "stranger@example.com"}
	if n := countSent(unproven, domain.NotifyTimesheetToApprove, 6); n != 12 {
		t.Errorf("%d mails about 6 timesheets, want 2 about each", n)
	}
	if n := countSent(unproven, domain.NotifyTimesheetDecided, 30); n != 8 {
		t.Errorf("%d more mails of another kind, want 20 in all", n)
	}
	api.Clock.Advance(24 * time.Hour)
	if n := countSent(unproven, domain.NotifyTimesheetDecided, 1); n != 2 {
		t.Errorf("%d mails on the next day, want 2", n)
	}
	proven := people.User{Email: "ada@example.com", EmailVerified: true}
	if n := countSent(proven, domain.NotifyTimesheetToApprove, 30); n != 60 {
		t.Errorf("%d mails to a proven address, want 60", n)
	}
}

// formerAdminWithWebhook adds an admin to a workspace, who makes a webhook and is deactivated.
func formerAdminWithWebhook(api *apitest.Service, owner *apitest.User, workspace string) domain.ID {
	owner.Token = owner.Switch(workspace).Token
	owner.WorkspaceID = workspace
	admin := owner.AddMember("adam", "admin")
	admin.Post("/api/webhooks", object{"url": "https://adam.example.com/", "events": []string{"*"}}).OK()
	owner.Delete("/api/workspaces/" + workspace + "/members/" + admin.ID).OK()
	return domain.ID(admin.ID)
}

// The owner is mailed which active webhooks an admin made whose membership ends, and not about others.
func TestOwnerIsMailedAboutWebhooksOfAFormerAdmin(t *testing.T) {
	t.Parallel()
	const subject = "Webhooks of a former admin are still active"
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	owner.Post("/api/webhooks", object{"url": "https://own.example.com/", "events": []string{"*"}}).OK()
	quiet := owner.AddMember("quinn", "admin")
	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + quiet.ID).OK()
	api.RunWorker()
	if n := countSubject(api, owner.Email, subject); n != 0 {
		t.Errorf("%d mails about an admin without webhooks", n)
	}
	formerAdminWithWebhook(api, owner, owner.WorkspaceID)
	api.RunWorker()
	if n := countSubject(api, owner.Email, subject); n != 1 {
		t.Fatalf("%d mails, want 1", n)
	}
	for _, m := range api.MailsTo(owner.Email) {
		if m.Subject == subject &&
			(!strings.Contains(m.Text, "adam.example.com") || strings.Contains(m.Text, "own.example")) {
			t.Errorf("the mail says\n%s", m.Text)
		}
	}
}
