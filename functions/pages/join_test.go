package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

func sendJoin(api *apitest.Service, token, email, password string) *apitest.Answer {
	return sendForm(api, invitationPath, "token", token, "email", email, "password", password)
}

// roleIn is the role of a user in a workspace, "" for none.
func roleIn(p *apitest.User, workspace string) string {
	for _, w := range p.Get("/api/auth/me").OK()["workspaces"].([]any) {
		if one := w.(object); one["id"] == workspace {
			return one["role"].(string)
		}
	}
	return ""
}

// A user joins with the token and their password. The token verifies the address.
func TestJoinWithAnAccount(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	owner.Invite(bobsEmail, "admin")
	token := api.MailedToken(bobsEmail, "invitation")
	wrong := sendJoin(api, token, bobsEmail, "not his password")
	wantTexts(t, wrong.Page(401), "<title>Error: ", "This is not the password of your account.",
		`aria-describedby="password-error"`, `value="`+bobsEmail+`"`)
	if got := wrong.Header.Get("WWW-Authenticate"); got != "Bearer" {
		t.Errorf("WWW-Authenticate %q", got)
	}
	wantUnchanged(t, api, func() {
		wantTexts(t, sendJoin(api, token, owner.Email, apitest.Password).Page(422),
			"not the address that the invitation was sent to")
		wantTexts(t, sendForm(api, invitationPath, "token", token, "email", bobsEmail).Page(422),
			"Please fill in this field.")
	})
	answer := sendJoin(api, token, "Bob@example.com", apitest.Password)
	done := answer.Page(200)
	wantTexts(t, done, "Welcome to ada&#39;s workspace", "Your role: admin.")
	wantNoTexts(t, done, token, apitest.Password)
	if answer.Header.Get("Set-Cookie") != "" {
		t.Error("joining with an account opened a session")
	}
	outsider.Get("/api/auth/me").Problem(401, "unauthorized") // the first proof of the address ends all sessions
	outsider = api.UserOf(login(api, bobsEmail, apitest.Password))
	if got := roleIn(outsider, owner.WorkspaceID); got != "admin" {
		t.Errorf("role %q, want admin", got)
	}
	if me := outsider.Get("/api/auth/me").OK(); me["email_verified"] != true ||
		me["active_workspace_id"] != outsider.WorkspaceID {
		t.Errorf("me %v", me)
	}
	wantTexts(t, sendJoin(api, token, bobsEmail, apitest.Password).Page(422), invalidLinkHeading)
}

func TestJoinAgainAfterLeaving(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	member.Post("/api/workspaces/"+owner.WorkspaceID+"/leave", nil).OK()
	owner.Invite(bobsEmail, "analyst")
	wantTexts(t, sendJoin(api, api.MailedToken(bobsEmail, "invitation"), bobsEmail, apitest.Password).Page(200),
		"Your role: analyst (can only read).")
	if got := roleIn(member, owner.WorkspaceID); got != "analyst" {
		t.Errorf("role %q, want analyst", got)
	}
}

func TestParallelJoinsMakeOneMember(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	api.Register("bob")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	var statuses [6]int
	testkit.Race(t, len(statuses), func(i int) { statuses[i] = sendJoin(api, token, bobsEmail, apitest.Password).Status })
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
	member := api.UserOf(login(api, bobsEmail, apitest.Password))
	if joined == 0 || roleIn(member, owner.WorkspaceID) != "user" {
		t.Errorf("%d joined, role %q", joined, roleIn(member, owner.WorkspaceID))
	}
}

func TestJoinAllOrNothing(t *testing.T) {
	t.Parallel()
	walk := func(t *testing.T, prepare func(api *apitest.Service), sent ...string) {
		apitest.FaultWalk{
			Prepare: func(api *apitest.Service) func() *apitest.Answer {
				api.Register("ada").Invite(bobsEmail, "")
				prepare(api)
				token := api.MailedToken(bobsEmail, "invitation")
				return func() *apitest.Answer {
					return sendForm(api, invitationPath, append(sent, "token", token, "email", bobsEmail, "password",
						apitest.Password)...)
				}
			},
			CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
				if again.Status != 200 && again.Status != 422 {
					t.Errorf("again: %d\n%s", again.Status, again.Body)
				}
			},
		}.Run(t)
	}
	t.Run("a new user", func(t *testing.T) { walk(t, func(*apitest.Service) {}, "displayName", "Bob") })
	t.Run("with an account", func(t *testing.T) { walk(t, func(api *apitest.Service) { api.Register("bob") }) })
}

// Attempts to sign in and registrations are counted and limited.
func TestJoinIsLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AttemptsPerAccount = 3 })
	owner := api.Register("ada")
	api.Register("bob")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	for range 2 {
		sendJoin(api, token, bobsEmail, "a wrong guess").Page(401)
	}
	login(api, bobsEmail, "a wrong guess").Problem(401, "unauthorized")
	answer := sendJoin(api, token, bobsEmail, apitest.Password)
	wantTexts(t, answer.Page(429), "There were too many attempts. Try again in 60 seconds.")
	if answer.Header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
	}
	login(api, bobsEmail, apitest.Password).Problem(429, "rate_limited")
}

func TestWorkspaceNamesAreText(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"name": `<img src=x onerror="a()">`}).OK()
	owner.Invite(bobsEmail, "")
	shown := openPage(api, invitationPath, api.MailedToken(bobsEmail, "invitation")).Page(200)
	if strings.Contains(shown, "<img") || !strings.Contains(shown, "&lt;img src=x") {
		t.Errorf("the name is not shown as text:\n%s", shown)
	}
}

// The password of an account with a second factor is not enough to join.
func TestJoinAsksForTheSecondFactor(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	owner.Invite(bobsEmail, "admin")
	token := api.MailedToken(bobsEmail, "invitation")
	outsider.VerifyEmail() // so that joining is not the first proof, which would end the session
	factor := outsider.EnableSecondFactor()
	sendCode := func(code string) *apitest.Answer {
		return sendForm(api, invitationPath, "token", token, "email", bobsEmail, "password", apitest.Password, "code", code)
	}
	refused := sendJoin(api, token, bobsEmail, apitest.Password).Page(403)
	wantTexts(t, refused, "<title>Error: ", "Please enter a code: your account has a second factor.",
		`autocomplete="one-time-code"`)
	wantTexts(t, sendCode(factor.WrongCode()).Page(422), "This code is wrong or was used before.")
	wantTexts(t, sendCode(factor.Code(0)).Page(422), "This code is wrong or was used before.")
	if got := roleIn(outsider, owner.WorkspaceID); got != "" {
		t.Errorf("role %q, want none", got)
	}
	wantTexts(t, sendCode(factor.Code(1)).Page(200), "Welcome to ada&#39;s workspace")
	if got := roleIn(outsider, owner.WorkspaceID); got != "admin" {
		t.Errorf("role %q, want admin", got)
	}
}
