package pages_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const timerPath = "/p/timer"

// newLongTimer starts a timer of the owner, and lets it run until its mail is sent.
func newLongTimer(t *testing.T) (api *apitest.Service, owner *apitest.User, token string) {
	t.Helper()
	api = apitest.New(t)
	owner = api.Register("ada")
	owner.Post("/api/timers/start", object{"description": "Plan <b>"}).OK()
	api.Clock.Advance(10*time.Hour + time.Minute)
	api.RunWorker() // queues the mail
	token = api.MailedToken(owner.Email, "timer")
	return api, owner.SignInAgain(), token
}

func runs(p *apitest.User) bool { return p.Get("/api/timers/current").OK()["timer"] != nil }

func TestStopATimerByMail(t *testing.T) {
	t.Parallel()
	api, owner, token := newLongTimer(t)
	wantUnchanged(t, api, func() {
		for range 3 {
			shown := openPage(api, timerPath, token).Page(200)
			wantTexts(t, shown, "Your timer is running", "Plan &lt;b&gt;", "10\u00a0h 1\u00a0min", `min="2026-06-17T12:00"`)
			wantNoTexts(t, shown, "<script", "style=")
		}
		for _, at := range []string{"2026-06-17T11:59", "2026-06-18T09:00", "yesterday", "2026-06-17"} {
			wrong := sendForm(api, timerPath, "token", token, "stoppedAt", at).Page(422)
			wantTexts(t, wrong, `aria-describedby="stoppedAt-error stoppedAt-hint"`)
		}
	})
	done := sendForm(api, timerPath, "token", token, "stoppedAt", "2026-06-17T17:30").Page(200)
	wantTexts(t, done, "Your timer is stopped", "5\u00a0h 30\u00a0min")
	entry := owner.Get("/api/entries").Items()[0]
	if entry["stopped_at"] != "2026-06-17T17:30:00Z" || runs(owner) {
		t.Errorf("%v", entry)
	}
	owner.Post("/api/timers/start", nil).OK()
	wantUnchanged(t, api, func() {
		wantTexts(t, openPage(api, timerPath, token).Page(409), "The timer does not run any more")
		sendForm(api, timerPath, "token", token).Page(409)
	})
	if !runs(owner) {
		t.Error("the token stopped another timer")
	}
}

// In the hour that comes twice, the first moment stops a timer. A time that the clocks leave out is refused.
func TestStopATimerWhileTheClocksChange(t *testing.T) {
	t.Parallel()
	for start, c := range map[string]struct {
		sent   string
		want   any // the end of the timer; nil where it runs on
		status int
	}{
		"2026-10-24T16:00:00Z": {"2026-10-25T02:30", "2026-10-25T00:30:00Z", 200},
		"2026-10-25T00:45:00Z": {"2026-10-25T02:30", "2026-10-25T01:30:00Z", 200}, // the first one is before the start
		"2027-03-27T16:00:00Z": {"2027-03-28T02:30", nil, 422},
	} {
		began, err := time.Parse(time.RFC3339, start)
		if err != nil {
			t.Fatal(err)
		}
		api := apitest.New(t)
		owner := api.Register("ada")
		owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": "Europe/Berlin"}).OK()
		api.Clock.Advance(began.Sub(apitest.StartTime))
		owner.SignInAgain().Post("/api/timers/start", nil).OK()
		api.Clock.Advance(10*time.Hour + time.Minute)
		api.RunWorker() // queues the mail
		token := api.MailedToken(owner.Email, "timer")
		sendForm(api, timerPath, "token", token, "stoppedAt", c.sent).Page(c.status)
		if entry := owner.SignInAgain().Get("/api/entries").Items()[0]; entry["stopped_at"] != c.want {
			t.Errorf("%s: %v, want %v", start, entry, c.want)
		}
	}
}

func TestTwoClicksStopATimerOnce(t *testing.T) {
	t.Parallel()
	api, owner, token := newLongTimer(t)
	const clicks = 5
	answers := make([]*apitest.Answer, clicks)
	testkit.Race(t, clicks, func(i int) { answers[i] = sendForm(api, timerPath, "token", token) })
	won := 0
	for _, a := range answers {
		if a.Status == 200 {
			won++
		} else if a.Status != 409 {
			t.Errorf("%d: %s", a.Status, a.Body)
		}
	}
	if n := len(owner.Get("/api/entries").Items()); won != 1 || n != 1 || runs(owner) {
		t.Errorf("%d clicks won, %d entries", won, n)
	}
}

// A token ends with the keys of the account, and with the membership.
func TestTokenOfATimerEnds(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	member.Post("/api/timers/start", nil).OK()
	api.Clock.Advance(10*time.Hour + time.Minute)
	api.RunWorker()
	token := api.MailedToken(member.Email, "timer")
	owner = owner.SignInAgain()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID+"/members/"+member.ID, object{"isDeactivated": true}).OK()
	wantUnchanged(t, api, func() {
		wantTexts(t, openPage(api, timerPath, token).Page(409), "This link has ended")
		sendForm(api, timerPath, "token", token).Page(409)
		wantTexts(t, openPage(api, timesheetPath, token).Page(404), invalidLinkHeading)
		wantTexts(t, openPage(api, notificationsPath, token).Page(404), invalidLinkHeading)
	})
}

func TestStoppingByMailSurvivesFaults(t *testing.T) {
	t.Parallel()
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z"}).OK()
			api.RunWorker()
			token := api.MailedToken(owner.Email, "timer")
			return func() *apitest.Answer { return sendForm(api, timerPath, "token", token) }
		},
		RetryStatus: 409,
	}.Walk(t)
}
