package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestResetPage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	token := requestResetToken(owner)
	wantUnchanged(t, api, func() {
		for range 3 {
			shown := openPage(api, resetPath, token).Page(200)
			wantTexts(t, shown, "Choose a new password", "a***@example.com", `action="/p/password-reset"`,
				`<label for="newPassword">`, `autocomplete="new-password"`)
			wantNoTexts(t, shown, "aria-invalid", "autofocus")
		}
	})
	done := sendForm(api, resetPath, "token", token, "newPassword", newPassword).Page(200)
	wantTexts(t, done, "Your password is changed")
	wantNoTexts(t, done, token, newPassword, "<form")
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
	login(api, owner.Email, apitest.Password).Problem(401, "unauthorized")
	if user := login(api, owner.Email, newPassword).OK()["user"].(object); user["email_verified"] != true {
		t.Error("the reset did not verify the address")
	}
	wantTexts(t, sendForm(api, resetPath, "token", token, "newPassword", "yet another one").Page(422), invalidLinkHeading)
	wantTexts(t, openPage(api, resetPath, token).Page(422), invalidLinkHeading)
	login(api, owner.Email, newPassword).OK()
}

// Errors of a password are shown at its field, and the form can be sent again.
func TestResetWithAnotherPassword(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	token := requestResetToken(owner)
	wantUnchanged(t, api, func() {
		for _, c := range []struct {
			sent []string
			says string
		}{
			{nil, "Please fill in this field."},
			{[]string{"newPassword", ""}, "This is too short."},
			{[]string{"newPassword", "short"}, "This is too short."},
			{[]string{"newPassword", strings.Repeat("x", 129)}, "This is too long."},
			{[]string{"newPassword", "password1"}, "This password is too easy to guess."},
			{[]string{"newPassword", newPassword, "newPassword", newPassword}, "This value is not allowed."},
			{[]string{"newPassword", "\xff\xff\xff\xff\xff\xff\xff\xff"}, "This "},
		} {
			shown := sendForm(api, resetPath, append(c.sent, "token", token)...).Page(422)
			wantTexts(t, shown, "<title>Error: ", `role="alert"`, `id="newPassword-error">`+c.says,
				`aria-describedby="newPassword-error newPassword-hint"`, `aria-invalid="true"`, "autofocus",
				`name="token" value="`+token+`"`)
			wantNoTexts(t, shown, "password1", newPassword)
		}
	})
	sendForm(api, resetPath, "token", token, "newPassword", newPassword).Page(200)
	login(api, owner.Email, newPassword).OK()
}
