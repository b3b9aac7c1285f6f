package functions_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/route"
)

// mailRoutes are the routes of signed-in users that send a mail, with a request each.
// Every one of them counts its mail for the sender and the workspace.
var mailRoutes = map[string]func(w *world, i int) apitest.Request{
	"invitations.invite": func(w *world, i int) apitest.Request {
		return apitest.Request{Body: object{"email": fmt.Sprintf("guest%d@example.com", i)}}
	},
	"invitations.resend": func(*world, int) apitest.Request { return apitest.Request{} },
	"client_links.create": func(w *world, i int) apitest.Request {
		return apitest.Request{Body: object{"clientEmail": fmt.Sprintf("client%d@example.com", i)}}
	},
}

func sendsMail(spec route.Spec) bool { return mailRoutes[spec.ID] != nil }

func TestMailPerSenderAndWorkspaceIsLimited(t *testing.T) {
	for name, limit := range map[string]config.Limits{
		"sender": {MailPerSender: 8}, "workspace": {MailPerWorkspace: 8},
	} {
		w := newWorld(t, func(c *config.Config) { c.Limits = limit })
		w.createApproved(t)
		w.Clock.Advance(24 * time.Hour)
		w.owner = w.owner.SignInAgain()
		sent := 0
		eachRoute(t, sendsMail, func(t *testing.T, spec route.Spec) {
			for i := range 3 {
				answer := w.sendMail(t, spec, i)
				if sent++; sent <= 8 {
					answer.OK()
					continue
				}
				before := apitest.ItemCounts(w.Service)
				w.sendMail(t, spec, 100+i).Problem(429, "rate_limited")
				if after := apitest.ItemCounts(w.Service); after != before {
					t.Errorf("%s: a refused mail left something: %s, before %s", name, after, before)
				}
			}
		})
		if sent <= 8 {
			t.Fatalf("only %d mails", sent)
		}
		w.Clock.Advance(24 * time.Hour)
	}
}

// createApproved makes the submission of the world one that a client link can be made
// for.
func (w *world) createApproved(t *testing.T) {
	t.Helper()
	path := "/api/workspaces/me/timesheet-submissions/" + w.ids["timesheet-submissions"]
	w.owner.Post(path+"/approve-all", nil).OK()
}

func (w *world) sendMail(t *testing.T, spec route.Spec, i int) *apitest.Answer {
	t.Helper()
	r := mailRoutes[spec.ID](w, i)
	r.Method, r.Path, r.Bearer = spec.Method, w.pathOf(t, spec, nil), w.owner.Token
	return w.Send(r)
}
