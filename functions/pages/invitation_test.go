package pages_test

import (
	"net/http"
	"testing"

	"stint/functions/apitest"
)

func TestInvitationPage(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobs, "analyst")
	token := h.MailedToken(bobs, "invitation")
	unchanged(t, h, func() {
		for range 3 {
			shown := open(h, invitationPath, token).Page(200)
			says(t, shown, "Join ada&#39;s workspace", "ada invites you", "<dd>analyst</dd>", "<dd>b***@example.com</dd>", "1 July 2026, 12:00 UTC",
				">Register and join</button>", `<label for="displayName">`, `<label for="email">`, `<label for="password">`)
			lacks(t, shown, bobs)
		}
	})
	h.Register("bob")
	shown := open(h, invitationPath, token).Page(200)
	says(t, shown, "You have an account with this address", ">Sign in and join</button>", `autocomplete="current-password"`)
	lacks(t, shown, "displayName", bobs)
}

func TestRegisterByThePage(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobs, "analyst")
	token := h.MailedToken(bobs, "invitation")
	answer := send(h, invitationPath, "token", token, "displayName", "Bob", "email", " BOB@example.com ", "password", newPassword)
	done := answer.Page(200)
	says(t, done, "Welcome to ada&#39;s workspace", "as analyst")
	lacks(t, done, token, bobs, newPassword, "<form")

	bob := h.Signed(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: refreshCookies(answer)}))
	if me := bob.Get("/api/auth/me").OK(); me["email_verified"] != true || bob.WorkspaceID != ada.WorkspaceID || me["display_name"] != "Bob" {
		t.Errorf("active in %s: %v", bob.WorkspaceID, me)
	}
	again := send(h, invitationPath, "token", token, "displayName", "Bob", "email", bobs, "password", newPassword)
	says(t, again.Page(422), dead)
	if len(refreshCookies(again)) != 0 {
		t.Error("a cookie comes with a dead link")
	}
	says(t, open(h, invitationPath, token).Page(404), dead)
}

// refreshCookies are those that an answer sets for the sign-in routes.
func refreshCookies(a *apitest.Answer) []*http.Cookie {
	var all []*http.Cookie
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name == "stint_refresh" && c.HttpOnly && c.Path == "/api/auth" && c.SameSite == http.SameSiteLaxMode {
			all = append(all, c)
		}
	}
	return all
}

func TestRegisterWithMistakes(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	h.Register("ada").Invite(bobs, "")
	token := h.MailedToken(bobs, "invitation")
	unchanged(t, h, func() {
		for _, c := range []struct {
			name, email, password string
			says                  []string
		}{
			{"Bob", "eve@example.com", newPassword, []string{"E-mail address is not the one that the invitation was sent to."}},
			{"Bob", "no address", newPassword, []string{"E-mail address must be an e-mail address."}},
			{"", bobs, newPassword, []string{"Your name must be at least 1 character."}},
			{"Bob", bobs, "short", []string{"Password is too short.", `value="Bob"`, `value="` + bobs + `"`}},
			{"<script>", "", "", []string{"&lt;script&gt;", "E-mail address must be", "Password is too short."}},
		} {
			shown := send(h, invitationPath, "token", token, "displayName", c.name, "email", c.email, "password", c.password).Page(422)
			says(t, shown, append(c.says, ">Register and join</button>", `name="token" value="`+token+`"`)...)
			lacks(t, shown, "<script>", newPassword)
		}
		says(t, send(h, invitationPath, "token", token).Page(422), "Your name is required.", "E-mail address is required.", "Password is required.")
	})
}
