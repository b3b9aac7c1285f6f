package pages_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
)

func TestInvitationPage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "analyst")
	token := api.MailedToken(bobsEmail, "invitation")
	wantUnchanged(t, api, func() {
		for range 3 {
			shown := openPage(api, invitationPath, token).Page(200)
			wantTexts(t, shown, "Join ada&#39;s workspace", "ada invites you", "<dd>analyst (can only read)</dd>",
				"<dd>b***@example.com</dd>", "1 July 2026, 12:00\u00a0UTC", ">Register and join</button>",
				`<label for="displayName">`, `<label for="email">`, `<label for="password">`)
			wantNoTexts(t, shown, bobsEmail)
		}
	})
	api.Register("bob")
	shown := openPage(api, invitationPath, token).Page(200)
	wantTexts(t, shown, "You have an account with this address", ">Sign in and join</button>",
		`autocomplete="current-password"`)
	wantNoTexts(t, shown, "displayName", bobsEmail)
}

func TestRegisterByThePage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "analyst")
	token := api.MailedToken(bobsEmail, "invitation")
	answer := sendForm(api, invitationPath, "token", token, "displayName", "Bob", "email", " BOB@example.com ", "password",
		newPassword)
	done := answer.Page(200)
	wantTexts(t, done, "Welcome to ada&#39;s workspace", "Your role: analyst (can only read).")
	wantNoTexts(t, done, token, bobsEmail, newPassword, "<form")

	member := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: refreshCookies(answer)}))
	if me := member.Get("/api/auth/me").OK(); me["email_verified"] != true || member.WorkspaceID != owner.WorkspaceID ||
		me["display_name"] != "Bob" {
		t.Errorf("active in %s: %v", member.WorkspaceID, me)
	}
	again := sendForm(api, invitationPath, "token", token, "displayName", "Bob", "email", bobsEmail, "password",
		newPassword)
	wantTexts(t, again.Page(422), invalidLinkHeading)
	if len(refreshCookies(again)) != 0 {
		t.Error("an invalid link sets a cookie")
	}
	wantTexts(t, openPage(api, invitationPath, token).Page(404), invalidLinkHeading)
}

// refreshCookies are the refresh cookies that an answer sets.
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
	api := apitest.New(t)
	api.Register("ada").Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	wantUnchanged(t, api, func() {
		for _, c := range []struct {
			name, email, password string
			says                  []string
		}{
			{"Bob", "eve@example.com", newPassword, []string{"This is not the address that the invitation was sent to."}},
			{"Bob", "no address", newPassword, []string{"This must be an e-mail address."}},
			{"", bobsEmail, newPassword, []string{"Please fill in this field."}},
			{"Bob", bobsEmail, "short", []string{"This is too short.", `value="Bob"`, `value="` + bobsEmail + `"`}},
			{"<script>", "", "", []string{"&lt;script&gt;", "This must be an e-mail address.", "This is too short."}},
		} {
			shown := sendForm(api, invitationPath, "token", token, "displayName", c.name, "email", c.email, "password",
				c.password).Page(422)
			wantTexts(t, shown, append(c.says, ">Register and join</button>", `name="token" value="`+token+`"`)...)
			wantNoTexts(t, shown, "<script>", newPassword)
		}
		wantTexts(t, sendForm(api, invitationPath, "token", token).Page(422),
			`id="displayName-error">Please fill in this field.`, `id="email-error">Please fill in this field.`,
			`id="password-error">Please fill in this field.`)
	})
}
