package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestResetPage(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	token := requestResetToken(ada)
	wantUnchanged(t, h, func() {
		for range 3 {
			shown := openPage(h, resetPath, token).Page(200)
			wantTexts(t, shown, "Choose a new password", "a***@example.com", `action="/p/password-reset"`,
				`<label for="newPassword">`, `autocomplete="new-password"`)
			wantNoTexts(t, shown, "aria-invalid", "autofocus")
		}
	})
	done := sendForm(h, resetPath, "token", token, "newPassword", newPassword).Page(200)
	wantTexts(t, done, "Your password is changed")
	wantNoTexts(t, done, token, newPassword, "<form")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
	login(h, ada.Email, apitest.Password).Problem(401, "unauthorized")
	if user := login(h, ada.Email, newPassword).OK()["user"].(object); user["email_verified"] != true {
		t.Error("the reset did not verify the address")
	}
	wantTexts(t, sendForm(h, resetPath, "token", token, "newPassword", "yet another one").Page(422), invalidLinkHeading)
	wantTexts(t, openPage(h, resetPath, token).Page(422), invalidLinkHeading)
	login(h, ada.Email, newPassword).OK()
}

// Errors of a password are shown at its field, and the form can be sent again.
func TestResetWithAnotherPassword(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	token := requestResetToken(ada)
	wantUnchanged(t, h, func() {
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
			shown := sendForm(h, resetPath, append(c.sent, "token", token)...).Page(422)
			wantTexts(t, shown, "<title>Error: ", `role="alert"`, `id="newPassword-error">`+c.says,
				`aria-describedby="newPassword-error newPassword-hint"`, `aria-invalid="true"`, "autofocus",
				`name="token" value="`+token+`"`)
			wantNoTexts(t, shown, "password1", newPassword)
		}
	})
	sendForm(h, resetPath, "token", token, "newPassword", newPassword).Page(200)
	login(h, ada.Email, newPassword).OK()
}
