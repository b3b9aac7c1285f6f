package deliverer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

func TestEventsAreDelivered(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	entry := s.owner.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
		"description": "Design"})
	s.tag("Deep")
	got := s.run()
	if typesOf(got) != "entry.created tag.created" {
		t.Fatalf("received %s", typesOf(got))
	}
	first := got[0]
	s.wantSigned(t, first, s.secret)
	item := first.data()
	if first.Body["workspace_id"] != s.owner.WorkspaceID || first.Body["timestamp"] != "2026-06-17T12:01:00Z" ||
		item["type"] != "entry" || item["id"] != entry.ID() ||
		item["change"] != "upsert" || item["revision"] == "" || item["record"].(object)["description"] != "Design" {
		t.Errorf("the body is %s", first.raw)
	}
	if h := first.header; h.Get("Content-Type") != "application/json" || h.Get("webhook-timestamp") != "1781697661" ||
		h.Get("User-Agent") != "Stint-Webhooks/1.0" {
		t.Errorf("the headers are %v", h)
	}
	if again := s.run(); len(again) != 0 {
		t.Errorf("received again %s", typesOf(again))
	}
	list := s.deliveries()
	if len(list) != 2 || list[1]["id"] != first.ID || list[1]["status"] != "succeeded" || list[1]["attempts"] != 1.0 ||
		list[1]["response_status"] != 200.0 || list[1]["error"] != nil {
		t.Errorf("listed %v", list)
	}
	if h := s.owner.Get(s.path("")).OK(); h["last_success_at"] != "2026-06-17T12:01:01Z" {
		t.Errorf("the webhook is %v", h)
	}
}

func TestOtherEventsAreNotDelivered(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.deleted", "timer.stopped")
	tag := s.tag("Deep")
	timer := s.owner.Post("/api/timers/start", object{}).ID()
	if got := s.run(); len(got) != 0 {
		t.Errorf("received %s", typesOf(got))
	}
	s.later(time.Minute)
	s.owner.Delete("/api/tags/" + tag).OK()
	s.later(time.Second)
	s.owner.Post("/api/timers/"+timer+"/stop", nil).OK()
	if got := s.run(); typesOf(got) != "tag.deleted timer.stopped" {
		t.Errorf("received %s", typesOf(got))
	}
}

// A timer is known as such from its start to its end, also over a long time.
func TestTimersHaveTheirOwnEvents(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newSetup(t, api, "*")
	timer := s.owner.Post("/api/timers/start", object{"description": "Design"}).ID()
	wants := []struct {
		do   func()
		want string
	}{
		{func() {}, "timer.started"},
		{func() { s.owner.Patch("/api/timers/"+timer, object{"description": "Draw"}).OK() }, "timer.updated"},
		{func() { s.owner.Post("/api/timers/"+timer+"/stop", nil).OK() }, "timer.stopped"},
		{func() { s.owner.Patch("/api/entries/"+timer, object{"description": "Drawn"}).OK() }, "entry.updated"},
		{func() { s.owner.Delete("/api/entries/" + timer).OK() }, "entry.deleted"},
		{func() { timer = s.owner.Post("/api/timers/start", object{}).ID() }, "timer.started"},
		{func() { s.owner.Delete("/api/timers/" + timer).OK() }, "timer.discarded"},
		{func() { // in one go
			s.later(time.Minute)
			timer = s.owner.Post("/api/timers/start", object{}).ID()
			s.owner.Post("/api/timers/"+timer+"/stop", nil).OK()
		}, "timer.started timer.stopped"},
	}
	for _, c := range wants {
		c.do()
		if got := typesOf(s.run()); got != c.want {
			t.Errorf("received %s, want %s", got, c.want)
		}
		s.later(10 * time.Minute)
	}
}

// The events of a submission are those of its history, with the event beside the record.
func TestSubmissionsTellTheirHistory(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "submission.submitted", "submission.line_rejected", "submission.resubmitted",
		"submission.approved_all")
	s.owner.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z"}).OK()
	made := s.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).OK()
	line := made["lines"].([]any)[0].(object)["id"].(string)
	s.owner.Post("/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": "Which one?"}).OK()
	got := s.run()
	if typesOf(got) != "submission.submitted submission.line_rejected" {
		t.Fatalf("received %s", typesOf(got))
	}
	event := got[1].data()["event"].(object)
	if event["reason"] != "Which one?" || event["line_id"] != line ||
		got[1].data()["record"].(object)["id"] != made["id"] {
		t.Errorf("the body is %s", got[1].raw)
	}
	path := "/api/workspaces/me/timesheet-submissions/" + made["id"].(string)
	s.later(time.Hour)
	s.owner.Post(path+"/resubmit", nil).OK()
	s.owner.Post(path+"/approve-all", nil).OK()
	if got := s.run(); typesOf(got) != "submission.resubmitted submission.approved_all" {
		t.Errorf("received %s", typesOf(got))
	}
}

// Each delivery waits for the one before it, and is tried again after growing rests. After
// three days it is given up, and the next one comes.
func TestFailuresHoldUpTheRest(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answer(func(w http.ResponseWriter, _ int) { http.Error(w, "out of order "+strings.Repeat("x", 2000), 500) })
	s.tag("One")
	s.tag("Two")
	first := s.run()
	if typesOf(first) != "tag.created" {
		t.Fatalf("received %s", typesOf(first))
	}
	d := s.deliveries()[1]
	if d["status"] != "pending" || d["error"] != "status" || d["response_status"] != 500.0 ||
		len(d["response_body"].(string)) != 1024 || d["next_attempt_at"] != "2026-06-17T12:01:07Z" {
		t.Errorf("the delivery is %v", d)
	}
	for _, rest := range []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
		30 * time.Minute, time.Hour, 2 * time.Hour, 2 * time.Hour} {
		s.later(rest - time.Second)
		if got := s.run(); len(got) != 0 {
			t.Fatalf("received %s before %s", typesOf(got), rest)
		}
		s.later(time.Second)
		if got := s.run(); len(got) != 1 || got[0].ID != first[0].ID {
			t.Fatalf("received %s after %s", typesOf(got), rest)
		}
	}
	s.later(3 * 24 * time.Hour)
	if got := s.run(); len(got) != 2 || got[0].ID != first[0].ID || got[1].data()["record"].(object)["name"] != "Two" {
		t.Errorf("received %s", typesOf(got))
	}
	s.to.answer(nil)
	s.later(time.Minute)
	if got := s.run(); len(got) != 1 {
		t.Errorf("received %s", typesOf(got))
	}
	if list := s.deliveries(); list[1]["status"] != "failed" || list[0]["status"] != "succeeded" ||
		list[0]["attempts"] != 2.0 {
		t.Errorf("listed %v", list)
	}
}

func TestRedirectsAndTimeoutsAreFailures(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	other := newReceiver(t)
	s.to.answer(func(w http.ResponseWriter, _ int) { w.Header().Set("Location", other.URL); w.WriteHeader(307) })
	s.tag("One")
	s.run()
	if d := s.deliveries()[0]; d["error"] != "redirect" || d["response_status"] != 307.0 || len(other.take()) != 0 {
		t.Errorf("the delivery is %v", d)
	}
	s.to.Close()
	s.later(time.Minute)
	s.run()
	if d := s.deliveries()[0]; d["error"] != "connection_failed" || d["response_status"] != nil {
		t.Errorf("the delivery is %v", d)
	}
}

// A receiver that answers 410 is called no more. Switched on again, it gets the events from
// then on.
func TestGoneSwitchesOff(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answerStatus(http.StatusGone)
	s.tag("One")
	s.tag("Two")
	if got := s.run(); len(got) != 1 {
		t.Errorf("received %s", typesOf(got))
	}
	h := s.owner.Get(s.path("")).OK()
	if h["is_active"] != false || h["disabled_reason"] != "gone" || h["disabled_at"] != "2026-06-17T12:01:02Z" ||
		h["version"] != 2.0 {
		t.Errorf("the webhook is %v", h)
	}
	s.RunWorker()
	s.RunWorker() // mails once
	mailed := 0
	for _, m := range s.MailsTo(s.owner.Email) {
		if m.Subject != "A webhook was switched off" {
			continue
		}
		if mailed++; !strings.Contains(m.Text, "127.0.0.1") || strings.Contains(m.Text, "canary") {
			t.Errorf("mailed %s", m.Text)
		}
	}
	if mailed != 1 {
		t.Errorf("%d mails", mailed)
	}
	if e := s.owner.Get("/api/workspaces/" + s.owner.WorkspaceID +
		"/audit-log").Items()[0]; e["action"] != "webhook.changed" || e["actor"].(object)["kind"] != "system" {
		t.Errorf("the audit log has %v", e)
	}
	s.to.answer(nil)
	s.later(time.Hour)
	s.tag("Three")
	if got := s.run(); len(got) != 0 {
		t.Errorf("received %s", typesOf(got))
	}
	s.later(time.Hour)
	if h := s.owner.Patch(s.path(""), object{"isActive": true}).OK(); h["disabled_reason"] != nil ||
		h["consecutive_failures"] != 0.0 {
		t.Errorf("the webhook is %v", h)
	}
	s.tag("Four")
	if got := s.run(); len(got) != 1 || got[0].data()["record"].(object)["name"] != "Four" {
		t.Errorf("received %s", typesOf(got))
	}
	var states []any
	for _, d := range s.deliveries() {
		states = append(states, d["status"])
	}
	if fmt.Sprint(states) != "[succeeded cancelled failed]" {
		t.Errorf("the deliveries are %v", states)
	}
}

// A submission locks an entry long after its stop. That is a change of the entry and no stop of
// a timer, also for a webhook that never saw the timer.
func TestALockIsNoStop(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	timer := s.owner.Post("/api/timers/start", nil).ID()
	s.later(time.Hour)
	s.owner.Post("/api/timers/"+timer+"/stop", nil).OK()
	s.later(time.Hour)
	s.owner.Patch(s.path(""), object{"isActive": false}).OK()
	s.id = s.owner.Post(all, object{"url": s.to.URL + "/in", "events": []string{"timer.stopped", "entry.updated"}}).ID()
	s.later(time.Minute)
	s.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-15", "periodEnd": "2026-06-21"}).OK()
	if got := typesOf(s.run()); got != "entry.updated" {
		t.Errorf("received %s", got)
	}
}

// A webhook is told of the stop of a timer and of its lock, although it reads both changes together.
func TestALockHidesNoStop(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	timer := s.owner.Post("/api/timers/start", nil).ID()
	s.later(time.Hour)
	s.owner.Patch(s.path(""), object{"isActive": false}).OK()
	s.id = s.owner.Post(all, object{"url": s.to.URL + "/in", "events": []string{"timer.stopped", "entry.updated"}}).ID()
	s.later(time.Minute)
	s.owner.Post("/api/timers/"+timer+"/stop", nil).OK()
	s.later(time.Minute)
	s.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-15", "periodEnd": "2026-06-21"}).OK()
	if got := typesOf(s.run()); got != "timer.stopped entry.updated" {
		t.Errorf("received %s", got)
	}
}

// The maker of a webhook is told that it was switched off, or else the owner of the workspace.
func TestWhoIsToldOfAWebhookThatWasSwitchedOff(t *testing.T) {
	t.Parallel()
	for name, left := range map[string]bool{"its maker": false, "the owner, when its maker has left": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetup(t, apitest.New(t), "tag.created")
			s.owner.Delete(s.path("")).OK()
			admin := s.owner.AddMember("bob", "admin")
			s.id = admin.Post(all, object{"url": s.to.URL + "/in", "events": []string{"tag.created"}}).ID()
			if left {
				s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID + "/members/" + admin.ID).OK()
			}
			s.to.answerStatus(http.StatusGone)
			s.tag("One")
			s.run()
			s.RunWorker()
			if toOwner, toMaker := s.mailsOnOff(s.owner), s.mailsOnOff(admin); (toOwner == 1) != left || (toMaker == 1) == left {
				t.Errorf("%d mails to the owner, %d to the maker", toOwner, toMaker)
			}
			if e := s.owner.Get("/api/workspaces/" + s.owner.WorkspaceID +
				"/audit-log").Items()[0]; e["action"] != "webhook.changed" || e["actor"].(object)["kind"] != "system" {
				t.Errorf("the audit log has %v", e)
			}
		})
	}
}

// mailsOnOff is how many mails told a user of a webhook that was switched off.
func (s *setup) mailsOnOff(u *apitest.User) (n int) {
	for _, m := range s.MailsTo(u.Email) {
		if m.Subject == "A webhook was switched off" {
			n++
		}
	}
	return n
}

func TestFiveDaysOfFailureSwitchOff(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answerStatus(503)
	for day := range 6 {
		s.tag(fmt.Sprint(day))
		s.run()
		h := s.owner.Get(s.path("")).OK()
		if off := h["is_active"] == false; off != (day == 5) {
			t.Fatalf("after %d days the webhook is %v", day, h)
		}
		s.later(24 * time.Hour)
	}
	if h := s.owner.Get(s.path("")).OK(); h["disabled_reason"] != "failing" ||
		h["failing_since"] != "2026-06-17T12:01:01Z" {
		t.Errorf("the webhook is %v", h)
	}
}

// A test is sent before what waits, once, also to a webhook that is switched off.
func TestTestsAreSentAtOnce(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answerStatus(500)
	s.tag("One")
	s.run()
	sent := s.owner.Post(s.path("/test"), nil).OK()
	got := s.run()
	if typesOf(got) != "webhook.test" || got[0].ID != sent["id"] || sent["status"] != "pending" ||
		got[0].data()["webhook_id"] != s.id {
		t.Fatalf("received %s", typesOf(got))
	}
	s.wantSigned(t, got[0], s.secret)
	if d := s.deliveries()[0]; d["id"] != sent["id"] || d["status"] != "failed" || d["attempts"] != 1.0 {
		t.Errorf("the test is %v", d)
	}
	s.owner.Patch(s.path(""), object{"isActive": false}).OK()
	s.to.answer(nil)
	s.owner.Post(s.path("/test"), nil).OK()
	if got := s.run(); typesOf(got) != "webhook.test" {
		t.Errorf("received %s", typesOf(got))
	}
	for range 10 {
		s.owner.Post(s.path("/test"), nil).OK()
	}
	s.owner.Post(s.path("/test"), nil).Conflict("limit_reached")
}

// The same event is sent again with the same id, at the end of the queue.
func TestRedelivery(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.tag("One")
	first := s.run()[0]
	again := s.owner.Post(s.path("/deliveries/"+first.ID+"/redeliver"), nil).OK()
	if again["status"] != "pending" || again["id"] != first.ID || again["attempts"] != 0.0 {
		t.Errorf("queued %v", again)
	}
	for _, name := range []string{"last_attempt_at", "next_attempt_at", "duration_ms", "response_status", "response_body",
		"error"} {
		if again[name] != nil {
			t.Errorf("%s is that of an earlier attempt: %v", name, again[name])
		}
	}
	if got := s.run(); len(got) != 1 || got[0].ID != first.ID || string(got[0].raw) != string(first.raw) {
		t.Errorf("received %v", got)
	}
	if list := s.deliveries(); len(list) != 1 || list[0]["status"] != "succeeded" || list[0]["attempts"] != 1.0 {
		t.Errorf("listed %v", list)
	}
	s.owner.Patch(s.path(""), object{"isActive": false}).OK()
	s.owner.Post(s.path("/deliveries/"+first.ID+"/redeliver"), nil).Conflict("webhook_inactive")
}

// While a secret is rotated, both sign.
func TestRotatedSecretsSignTogether(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	rotated := s.owner.Post(s.path("/rotate-secret"), nil).OK()["secret"].(string)
	s.owner.Post(s.path("/test"), nil).OK()
	got := s.run()[0]
	s.wantSigned(t, got, s.secret, rotated)
	if n := len(strings.Fields(got.header.Get("webhook-signature"))); n != 2 {
		t.Errorf("%d signatures", n)
	}
	s.later(24 * time.Hour)
	s.owner.Post(s.path("/test"), nil).OK()
	got = s.run()[0]
	s.wantSigned(t, got, rotated)
	if n := len(strings.Fields(got.header.Get("webhook-signature"))); n != 1 {
		t.Errorf("%d signatures", n)
	}
}

// A deleted workspace and a deleted webhook are sent nothing more. A restored workspace
// continues.
func TestDeletedWorkspacesAreSilent(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t, func(c *config.Config) { c.PurgeAfterDays = 30 }), "tag.created")
	s.tag("One")
	s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID).OK()
	if got := s.run(); len(got) != 0 {
		t.Errorf("received %s", typesOf(got))
	}
	s.owner.Post("/api/workspaces/"+s.owner.WorkspaceID+"/restore", nil).OK()
	s.later(2 * time.Minute)
	if got := s.run(); len(got) != 1 {
		t.Errorf("received %s", typesOf(got))
	}
	s.tag("Two")
	s.owner.Delete(s.path("")).OK()
	if got := s.run(); len(got) != 0 {
		t.Errorf("received %s", typesOf(got))
	}
}

// What a webhook is sent and where reaches no log.
func TestLogsHaveNoAddresses(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	s.to.Close()
	s.tag("canary")
	s.run()
	if log := s.Logs.String(); strings.Contains(log, "canary") || strings.Contains(log, s.to.URL) ||
		!strings.Contains(log, "webhook called") {
		t.Errorf("the log is %s", log)
	}
}
