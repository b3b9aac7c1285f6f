package submissions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

const (
	waitsSubject    = "A timesheet is waiting for your decision: 8–14 June 2026"
	approvedSubject = "Your timesheet was approved: 8–14 June 2026"
	rejectedSubject = "Your timesheet was rejected: 8–14 June 2026"
	partlySubject   = "Part of your timesheet was rejected: 8–14 June 2026"
)

// timesheetMails runs the worker and returns the subjects of a user's mails about timesheets, oldest first.
func timesheetMails(api *apitest.Service, p *apitest.User) (subjects []string) {
	api.RunWorker()
	api.RunWorker() // sends what the first run queued
	for _, m := range slices.Backward(api.MailsTo(p.Email)) {
		if strings.Contains(m.Subject, "timesheet") {
			subjects = append(subjects, m.Subject)
		}
	}
	return subjects
}

// wantMails compares the mails about timesheets of all people in the team. Those without a row get none.
func (m *team) wantMails(t *testing.T, when string, want map[*apitest.User][]string) {
	t.Helper()
	for _, p := range []*apitest.User{m.owner, m.admin, m.analyst, m.manager, m.submitter, m.other, m.outsider} {
		if got := timesheetMails(m.Service, p); !slices.Equal(got, want[p]) {
			t.Errorf("%s: %s got %q, want %q", when, p.Email, got, want[p])
		}
	}
}

func mute(p *apitest.User, settings object) { p.Do("PUT", "/api/me/notifications", settings).OK() }

// A submission is mailed once to everyone who may decide on one of its lines.
func TestApproversAreMailed(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, _, _ := m.submitTwoHours(m.submitter)
	mailed := map[*apitest.User][]string{m.owner: {waitsSubject}, m.admin: {waitsSubject}, m.manager: {waitsSubject}}
	m.wantMails(t, "submitted", mailed)
	text := m.MailsTo(m.manager.Email)[0].Text
	if all := strings.ReplaceAll(m.MailsTo(m.owner.Email)[0].Text, "\u00a0", " "); !strings.Contains(all, "2026: 2 h") {
		t.Errorf("the owner's mail has not all lines:\n%s", all)
	}
	for _, part := range []string{"will submitted a timesheet", "8–14 June 2026: 1 h", // of the project that she manages
		"Stop mails of this kind:"} {
		if !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "), part) {
			t.Errorf("the mail has no %q:\n%s", part, text)
		}
	}
	m.submitter.Post(path+"/withdraw", nil).OK()
	m.wantMails(t, "withdrawn", mailed)

	m.submitTwoHours(m.owner) // the managers of a project do not wait for their own
	m.wantMails(t, "submitted by the owner", map[*apitest.User][]string{
		m.owner: {waitsSubject}, m.admin: {waitsSubject, waitsSubject}, m.manager: {waitsSubject, waitsSubject},
	})
}

// A manager is mailed about lines of the projects that they manage only.
func TestManagersAreMailedAboutTheirProjects(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	track(m.submitter, 9, 60, object{"projectId": m.app})
	m.submitter.Post(pathSubmissions, submittedWeek).OK()
	m.wantMails(t, "another project", map[*apitest.User][]string{m.owner: {waitsSubject}, m.admin: {waitsSubject}})
}

// What a mail says must still be true when it is sent.
func TestApproversAreNotMailedInVain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(m *team, path string)
		want   func(m *team) map[*apitest.User][]string
	}{
		{"withdrawn", func(m *team, path string) { m.submitter.Post(path+"/withdraw", nil).OK() }, nil},
		{"approved", func(m *team, path string) { m.owner.Post(path+"/approve-all", nil).OK() },
			func(m *team) map[*apitest.User][]string {
				return map[*apitest.User][]string{m.submitter: {approvedSubject}}
			}},
		{"rights lost and mails switched off", func(m *team, _ string) {
			m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID+"/members/"+m.admin.ID, object{"role": "analyst"}).OK()
			m.owner.Patch("/api/projects/"+m.site+"/members/"+m.manager.ID+"/manager", object{"isManager": false}).OK()
			mute(m.owner, object{"timesheetToApprove": false})
		}, nil},
		{"member removed", func(m *team, _ string) {
			m.owner.Delete("/api/workspaces/" + m.owner.WorkspaceID + "/members/" + m.admin.ID).OK()
		}, func(m *team) map[*apitest.User][]string {
			return map[*apitest.User][]string{m.owner: {waitsSubject}, m.manager: {waitsSubject}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newTeam(t)
			path, _, _ := m.submitTwoHours(m.submitter)
			c.change(m, path)
			var want map[*apitest.User][]string
			if c.want != nil {
				want = c.want(m)
			}
			m.wantMails(t, c.name, want)
		})
	}
}

// A mail that waits to be sent is not sent once its recipient switched it off.
func TestQueuedMailIsNotSentAfterItWasSwitchedOff(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, _, _ := m.submitTwoHours(m.submitter)
	m.RunWorker()
	m.owner.Post(path+"/approve-all", nil).OK()
	mute(m.submitter, object{"timesheetDecided": false})
	if got := timesheetMails(m.Service, m.submitter); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

// The user of a submission is mailed about the first rejection and the last decision.
func TestDecisionsAreMailed(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, app := m.submitTwoHours(m.submitter)
	m.RunWorker()
	want := func(when string, subjects ...string) {
		t.Helper()
		if got := timesheetMails(m.Service, m.submitter); !slices.Equal(got, subjects) {
			t.Errorf("%s: %q, want %q", when, got, subjects)
		}
	}
	m.manager.Post(site+"/reject", object{"reason": "See http://evil.example/x\nand www.evil.example"}).OK()
	want("one rejected", partlySubject)
	text := m.MailsTo(m.submitter.Email)[0].Text
	if !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "),
		"• site (1 h) – See http:\u2060//evil.\u2060example/x and www.\u2060evil.\u2060example") {
		t.Errorf("the reason is not shown as text:\n%s", text)
	}
	m.manager.Post(site+"/reject", object{"reason": "again"}).OK()
	want("rejected again", partlySubject)
	m.owner.Post(app+"/reject", nil).OK()
	want("all rejected", partlySubject, rejectedSubject)
	m.submitter.Post(path+"/resubmit", nil).OK()
	m.manager.Post(site+"/approve", nil).OK()
	want("one approved", partlySubject, rejectedSubject)
	m.owner.Post(path+"/approve-all", nil).OK()
	want("approved", partlySubject, rejectedSubject, approvedSubject)
	m.owner.Post(path+"/approve-all", nil).OK()
	want("approved again", partlySubject, rejectedSubject, approvedSubject)
}

// Two decisions before the worker runs make one mail that says both.
func TestDecisionsThatWaitAreOneMail(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	_, site, app := m.submitTwoHours(m.submitter)
	m.owner.Post(site+"/reject", object{"reason": "first"}).OK()
	m.owner.Post(app+"/reject", object{"reason": "second"}).OK()
	if got := timesheetMails(m.Service, m.submitter); !slices.Equal(got, []string{rejectedSubject}) {
		t.Errorf("got %q", got)
	}
	text := m.MailsTo(m.submitter.Email)[0].Text
	if !strings.Contains(text, "first") || !strings.Contains(text, "second") {
		t.Errorf("reasons are missing:\n%s", text)
	}
}

// Nobody is mailed about their own decision.
func TestOwnDecisionIsNotMailed(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, _, _ := m.submitTwoHours(m.owner)
	m.owner.Post(path+"/approve-all", nil).OK()
	m.wantMails(t, "decided by the owner", nil)
}

// Several approvers who decide at the same time cause one mail.
func TestSimultaneousDecisionsAreMailedOnce(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, app := m.submitTwoHours(m.submitter)
	m.RunWorker()
	testkit.Race(t, 4, func(i int) {
		switch i {
		case 0:
			m.owner.Post(site+"/approve", nil)
		case 1:
			m.admin.Post(app+"/approve", nil)
		default:
			m.admin.Post(path+"/approve-all", nil)
		}
	})
	if got := timesheetMails(m.Service, m.submitter); !slices.Equal(got, []string{approvedSubject}) {
		t.Errorf("got %q", got)
	}
}

// An approver of many people is mailed about each of them, and about each a limited number of times.
func TestMailsToApproversAreLimitedForEachSubmitter(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.MailPerRecipient = 2 })
	owner := api.Register("olga")
	owner.VerifyEmail()
	for _, name := range []string{"will", "uma"} {
		p := owner.AddMember(name, "user")
		track(p, 8, 60, nil)
		for range 4 {
			path := pathSubmissions + "/" + p.Post(pathSubmissions, submittedWeek).ID()
			timesheetMails(api, owner)
			p.Post(path+"/withdraw", nil).OK()
		}
	}
	if got := timesheetMails(api, owner); len(got) != 4 {
		t.Errorf("%d mails, want 2 for each submitter", len(got))
	}
}

// The mails of a submission are queued with it, and made once, whatever call fails.
func TestMailsOfSubmissionSurviveAnyCrash(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.RunWorker()
	m.submitTwoHours(m.submitter)
	submitted := m.TakeSnapshot()
	for k := 0; ; k++ {
		m.Restore(t, submitted)
		fault := m.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Skip: k, WholeCall: true})
		_ = m.NewWorker(m.Mailbox).Work(t.Context()) // it may fail, as long as it is made good
		m.Probe.Reset()
		for range 3 {
			m.Clock.Advance(61_000_000_000)
			m.RunWorker()
		}
		for _, p := range []*apitest.User{m.owner, m.admin, m.manager} {
			if got := timesheetMails(m.Service, p); !slices.Equal(got, []string{waitsSubject}) {
				t.Fatalf("call %d: %s got %q", k+1, p.Email, got)
			}
		}
		if fault.Hits() == 0 || testing.Short() && k > 3 {
			return
		}
	}
}
