package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/config"
	"stint/shared/testkit"
)

func join(h *apitest.House, token, email, password string) *apitest.Answer {
	return send(h, invitationPath, "token", token, "email", email, "password", password)
}

// membership tells in which role a person sees a workspace; "" is not at all.
func membership(p *apitest.Person, workspace string) string {
	for _, w := range p.Get("/api/auth/me").OK()["workspaces"].([]any) {
		if one := w.(object); one["id"] == workspace {
			return one["role"].(string)
		}
	}
	return ""
}

// Who holds the token and knows the password joins; the token verifies the
// address.
func TestJoinWithAnAccount(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	ada.Invite(bobs, "admin")
	token := h.MailedToken(bobs, "invitation")
	unchanged(t, h, func() {
		wrong := join(h, token, bobs, "not his password")
		says(t, wrong.Page(401), "<title>Error: ", "Password is not the one of your account.", `aria-describedby="password-error"`, `value="`+bobs+`"`)
		if got := wrong.Header.Get("WWW-Authenticate"); got != "Bearer" {
			t.Errorf("WWW-Authenticate %q", got)
		}
		says(t, join(h, token, ada.Email, apitest.Password).Page(422), "is not the one that the invitation was sent to")
		says(t, send(h, invitationPath, "token", token, "email", bobs).Page(422), "Password is required.")
	})
	answer := join(h, token, "Bob@example.com", apitest.Password)
	done := answer.Page(200)
	says(t, done, "Welcome to ada&#39;s workspace", "as admin")
	lacks(t, done, token, apitest.Password)
	if answer.Header.Get("Set-Cookie") != "" {
		t.Error("joining with an account opened a session")
	}
	if got := membership(bob, ada.WorkspaceID); got != "admin" {
		t.Errorf("role %q, want admin", got)
	}
	if me := bob.Get("/api/auth/me").OK(); me["email_verified"] != true || me["active_workspace_id"] != bob.WorkspaceID {
		t.Errorf("me %v", me)
	}
	says(t, join(h, token, bobs, apitest.Password).Page(422), dead)
}

func TestJoinAgainAfterLeaving(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.Bring("bob", "user")
	bob.Post("/api/workspaces/"+ada.WorkspaceID+"/leave", nil).OK()
	ada.Invite(bobs, "analyst")
	says(t, join(h, h.MailedToken(bobs, "invitation"), bobs, apitest.Password).Page(200), "as analyst")
	if got := membership(bob, ada.WorkspaceID); got != "analyst" {
		t.Errorf("role %q, want analyst", got)
	}
}

func TestParallelJoinsMakeOneMember(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	ada.Invite(bobs, "")
	token := h.MailedToken(bobs, "invitation")
	var statuses [6]int
	testkit.Race(t, len(statuses), func(i int) { statuses[i] = join(h, token, bobs, apitest.Password).Status })
	joined := 0
	for _, status := range statuses {
		switch status {
		case 200:
			joined++
		case 422, 409:
		default:
			t.Errorf("status %d", status)
		}
	}
	if joined == 0 || membership(bob, ada.WorkspaceID) != "user" {
		t.Errorf("%d joined, role %q", joined, membership(bob, ada.WorkspaceID))
	}
}

func TestJoinAllOrNothing(t *testing.T) {
	t.Parallel()
	walk := func(t *testing.T, prepare func(h *apitest.House), sent ...string) {
		apitest.FaultWalk{
			Prepare: func(h *apitest.House) func() *apitest.Answer {
				h.Register("ada").Invite(bobs, "")
				prepare(h)
				token := h.MailedToken(bobs, "invitation")
				return func() *apitest.Answer {
					return send(h, invitationPath, append(sent, "token", token, "email", bobs, "password", apitest.Password)...)
				}
			},
			State: func(h *apitest.House) string { return fmt.Sprint(apitest.Shape(h), verifiedIn(h)) },
			Again: func(_ *apitest.House, again *apitest.Answer) {
				if again.Status != 200 && again.Status != 422 {
					t.Errorf("again: %d\n%s", again.Status, again.Body)
				}
			},
		}.Run(t)
	}
	t.Run("somebody new", func(t *testing.T) { walk(t, func(*apitest.House) {}, "displayName", "Bob") })
	t.Run("with an account", func(t *testing.T) { walk(t, func(h *apitest.House) { h.Register("bob") }) })
}

// verifiedIn counts the accounts whose address is verified.
func verifiedIn(h *apitest.House) int {
	n := 0
	for _, item := range apitest.Items(h) {
		if v, ok := item["verified"].(*types.AttributeValueMemberBOOL); ok && v.Value {
			n++
		}
	}
	return n
}

// Guesses at a password count as logins do; registrations count, too.
func TestJoinIsLimited(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, func(c *config.Config) { c.PerAccount = 3 })
	ada := h.Register("ada")
	h.Register("bob")
	ada.Invite(bobs, "")
	token := h.MailedToken(bobs, "invitation")
	for range 2 {
		join(h, token, bobs, "a wrong guess").Page(401)
	}
	login(h, bobs, "a wrong guess").Problem(401, "unauthorized")
	answer := join(h, token, bobs, apitest.Password)
	says(t, answer.Page(429), "There were too many attempts. Try again in 60 seconds.")
	if answer.Header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
	}
	login(h, bobs, apitest.Password).Problem(429, "rate_limited")
}

func TestWorkspaceNamesAreText(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, object{"name": `<img src=x onerror="a()">`}).OK()
	ada.Invite(bobs, "")
	shown := open(h, invitationPath, h.MailedToken(bobs, "invitation")).Page(200)
	if strings.Contains(shown, "<img") || !strings.Contains(shown, "&lt;img src=x") {
		t.Errorf("the name is not shown as text:\n%s", shown)
	}
}
