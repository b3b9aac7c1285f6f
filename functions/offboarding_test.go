package functions_test

import (
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// offboarding is a workspace in which an admin invited two people and made a client
// link, all of which are open.
type offboarding struct {
	*apitest.Service
	owner, admin, guest *apitest.User // guest is invited and has an account
	invitation          string        // id of the guest's
	token               string        // of the invitation of a person without an account
	submission, link    string        // their paths
	linkToken           string
}

const newcomer = "nina@example.com"

func newOffboarding(t *testing.T) *offboarding {
	t.Helper()
	api := apitest.New(t)
	s := &offboarding{Service: api, owner: api.Register("olga"), guest: api.Register("gus")}
	s.guest.VerifyEmail()
	s.admin = s.owner.AddMember("adam", "admin")
	s.invitation = s.admin.Invite("gus@example.com", "admin")
	s.admin.Invite(newcomer, "admin")
	s.token = api.MailedToken(newcomer, "invitation")
	s.submission = submitAndApprove(s.owner)
	made := s.admin.Post(s.submission+"/client-approval-links",
		object{"clientEmail": "clara@acme.example", "delivery": "self"}).OK()
	s.link, s.linkToken = s.submission+"/client-approval-links/"+made["id"].(string), made["token"].(string)
	return s
}

// submitAndApprove submits an hour of a user's, and approves it as them.
func submitAndApprove(u *apitest.User) (path string) {
	const all = "/api/workspaces/me/timesheet-submissions"
	u.Post("/api/entries", object{"startedAt": "2026-06-08T09:00:00Z", "stoppedAt": "2026-06-08T10:00:00Z"}).OK()
	path = all + "/" + u.Post(all, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	u.Post(path+"/approve-all", nil).OK()
	return path
}

func (s *offboarding) memberPath() string {
	return "/api/workspaces/" + s.owner.WorkspaceID + "/members/" + s.admin.ID
}

// rightsLost are the ways in which the admin loses the right to invite.
var rightsLost = map[string]func(s *offboarding){
	"deactivated":        func(s *offboarding) { s.owner.Patch(s.memberPath(), object{"isDeactivated": true}).OK() },
	"removed":            func(s *offboarding) { s.owner.Delete(s.memberPath()).OK() },
	"left":               func(s *offboarding) { s.admin.Post("/api/workspaces/"+s.owner.WorkspaceID+"/leave", nil).OK() },
	"demoted to user":    func(s *offboarding) { s.owner.Patch(s.memberPath(), object{"role": "user"}).OK() },
	"demoted to analyst": func(s *offboarding) { s.owner.Patch(s.memberPath(), object{"role": "analyst"}).OK() },
}

// rightsBack are the ways in which the admin gets the right again.
var rightsBack = map[string]func(s *offboarding){
	"for good": func(*offboarding) {},
	"and back": func(s *offboarding) {
		if m := s.owner.Patch(s.memberPath(), object{"role": "admin", "isDeactivated": false}); m.Status == 200 {
			return
		}
		id := s.owner.Invite("adam@example.com", "admin") // who left comes back by an invitation
		s.admin.Post("/api/me/pending-invitations/"+id+"/accept", nil).OK()
	},
}

func (s *offboarding) get(path string) *apitest.Answer {
	return s.Send(apitest.Request{Method: "GET", Path: path})
}

func (s *offboarding) register() *apitest.Answer {
	return s.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": newcomer, "password": apitest.Password, "displayName": "nina", "invitationToken": s.token,
	}})
}

func (s *offboarding) sign(decision string) *apitest.Answer {
	return s.Send(apitest.Request{Method: "POST", Path: "/api/public/client-approval/" + s.linkToken + "/" + decision,
		Body: object{
			"signerName": "Clara", "signerEmail": "clara@acme.example", "attestationAccepted": true,
		}})
}

// What an admin handed out ends with their right to hand it out, on every way to lose
// the right, and does not come back with it.
func TestWhatOutlivesItsMaker(t *testing.T) {
	t.Parallel()
	for how, lose := range rightsLost {
		for again, back := range rightsBack {
			t.Run(how+" "+again, func(t *testing.T) {
				t.Parallel()
				s := newOffboarding(t)
				lose(s)
				back(s)
				s.checkVoid(t)
			})
		}
	}
}

func (s *offboarding) checkVoid(t *testing.T) {
	t.Helper()
	s.get("/api/invitations/"+s.token).Problem(404, "not_found")
	s.get("/p/invitation?token=" + s.token).Page(404)
	s.register().Invalid("invitationToken token_invalid")
	if pending := s.guest.Get("/api/me/pending-invitations").Items(); len(pending) != 0 {
		t.Errorf("pending %v", pending)
	}
	for _, action := range []string{"accept", "decline"} {
		s.guest.Post("/api/me/pending-invitations/"+s.invitation+"/"+action, nil).Problem(404, "not_found")
	}
	invitations := s.owner.Get("/api/workspaces/" + s.owner.WorkspaceID + "/invitations").Items()
	if len(invitations) == 0 {
		t.Error("no invitation is listed")
	}
	for _, i := range invitations {
		if i["status"] != "void" {
			t.Errorf("listed %v", i)
		}
	}
	s.get("/api/public/client-approval/"+s.linkToken).Problem(404, "not_found")
	s.get("/p/client-approval/" + s.linkToken).Page(404)
	s.sign("approve").Problem(404, "not_found")
	s.sign("reject").Problem(404, "not_found")
	s.checkClientStatus(t, "void", "none")
}

func (s *offboarding) checkClientStatus(t *testing.T, link, submission string) {
	t.Helper()
	if got := s.owner.Get(s.link).OK()["status"]; got != link {
		t.Errorf("the link is %v", got)
	}
	for _, shown := range append(s.owner.Get("/api/workspaces/me/timesheet-submissions").Items(),
		s.owner.Get(s.submission).OK()) {
		if got := shown["client_status"]; got != submission {
			t.Errorf("client_status %v", got)
		}
	}
}

// Changes that take no right away leave everything open.
func TestWhatAnAdminHandedOutStaysOpen(t *testing.T) {
	t.Parallel()
	s := newOffboarding(t)
	s.owner.Patch(s.memberPath(), object{"hourlyRate": 5_000}).OK()
	s.owner.Post("/api/workspaces/"+s.owner.WorkspaceID+"/transfer-ownership", object{"userId": s.admin.ID}).OK()
	s.admin.Post("/api/workspaces/"+s.owner.WorkspaceID+"/transfer-ownership", object{"userId": s.owner.ID}).OK()
	s.checkClientStatus(t, "open", "pending")
	s.sign("approve").OK()
	s.register().OK()
	s.guest.Post("/api/me/pending-invitations/"+s.invitation+"/accept", nil).OK()
}

// A void invitation is not in the way of a new one, and lives again when another
// admin sends it: then it is theirs.
func TestVoidInvitationIsReplacedOrSentAgain(t *testing.T) {
	t.Parallel()
	s := newOffboarding(t)
	rightsLost["removed"](s)
	fresh := s.owner.Invite("gus@example.com", "user")
	resent := ""
	for _, i := range s.owner.Get("/api/workspaces/" + s.owner.WorkspaceID + "/invitations").Items() {
		if i["email"] == newcomer {
			resent = i["id"].(string)
		}
	}
	sent := s.owner.Post("/api/workspaces/"+s.owner.WorkspaceID+"/invitations/"+resent+"/resend", nil).OK()
	if sent["status"] != "open" || sent["invited_by"] != s.owner.ID {
		t.Errorf("sent again: %v", sent)
	}
	s.register().Invalid("invitationToken token_invalid") // the old token
	s.token = s.MailedToken(newcomer, "invitation")
	s.register().OK()
	s.guest.Post("/api/me/pending-invitations/"+s.invitation+"/accept", nil).Problem(404, "not_found")
	s.guest.Post("/api/me/pending-invitations/"+fresh+"/accept", nil).OK()
}

// A mail that still waits is not sent after its maker lost the right.
func TestMailOfAVoidInvitationIsNotSent(t *testing.T) {
	t.Parallel()
	s := newOffboarding(t)
	s.admin.Invite("late@example.com", "user")
	s.admin.Post(s.submission+"/client-approval-links", object{"clientEmail": "late@acme.example"}).OK()
	rightsLost["demoted to user"](s)
	s.RunWorker()
	if mails := append(s.MailsTo("late@example.com"), s.MailsTo("late@acme.example")...); len(mails) != 0 {
		t.Errorf("mails %v", mails)
	}
}

// Accepting and signing have the maker's right as a condition: right before their
// write, the maker loses it.
func TestLossOfARightBesideItsUse(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(s *offboarding) *apitest.Answer{
		"accept": func(s *offboarding) *apitest.Answer {
			return s.guest.Post("/api/me/pending-invitations/"+s.invitation+"/accept", nil)
		},
		"register": (*offboarding).register,
		"approve":  func(s *offboarding) *apitest.Answer { return s.sign("approve") },
		"reject":   func(s *offboarding) *apitest.Answer { return s.sign("reject") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newOffboarding(t)
			lost := false
			s.Probe.Inject(testkit.Fault{Where: testkit.On("TransactWriteItems"),
				Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
					lost = true
					rightsLost["deactivated"](s)
					return exchange(r)
				}})
			answer := use(s)
			if !lost || answer.Status != 404 && !(name == "register" && strings.Contains(string(answer.Body), "token_invalid")) {
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
			s.checkVoid(t)
		})
	}
}
