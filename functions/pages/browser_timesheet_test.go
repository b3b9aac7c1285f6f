package pages_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/browser"
)

// decideOnAPhone rejects a line and approves the other, by the link of a mail.
func decideOnAPhone(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	s := newSubmissionOf(api)
	p := browser.NewPhonePage(t)
	p.Open(mailedLink(t, api, s.owner.Email, "/p/timesheet"))
	p.WaitForText("Timesheet to decide on", "Hours of each day", "2\u00a0h")
	p.CheckAccessible()
	p.Pictures("timesheet-phone")
	p.Unfold("Reject lines")
	p.CheckAccessible()
	p.Click("Reject the chosen lines")
	p.WaitForText("Please choose at least one line")
	p.CheckAccessible()
	p.Choose("app (1:00)")
	p.Fill("What is wrong (optional)", "An hour too much")
	p.Click("Reject the chosen lines")
	p.WaitForText("Your decision is stored.", "Reason: An hour too much")
	p.CheckAccessible()
	if got := s.status(); got != "partially_rejected" {
		t.Errorf("status %v", got)
	}
}

// stopOnAPhone stops a timer by the link of a mail, and then opens it again.
func stopOnAPhone(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	owner := api.Register("ada")
	owner.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z"}).OK()
	api.RunWorker()
	link := mailedLink(t, api, owner.Email, "/p/timer")
	p := browser.NewPhonePage(t)
	p.Open(link)
	p.WaitForText("Your timer is running")
	p.CheckAccessible()
	p.Pictures("timer-phone")
	p.Click("Stop the timer")
	p.WaitForText("Your timer is stopped", "11\u00a0h")
	p.CheckAccessible()
	p.Open(link)
	p.WaitForText("The timer does not run any more")
	p.CheckAccessible()
}
