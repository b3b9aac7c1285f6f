package pages_test

import (
	"testing"

	"stint/internal/apitest"
)

// A token in the address that the form uses is a known parameter. One that the form does
// not use is unknown, as is everything else.
func TestFormsKnowTheTokenInTheAddress(t *testing.T) {
	t.Parallel()
	api, tokens, _ := newForms(t)
	fields := map[string][]string{
		verifyPath: {"password", apitest.Password}, ssoPath: nil, resetPath: {"newPassword", "a new password"},
		invitationPath: {"email", bobsEmail, "password", apitest.Password, "displayName", "Bob"},
	}
	for path, pairs := range fields {
		post := func(query, prefer string, more ...string) *apitest.Answer {
			form := apitest.Form(path+query, append(more, pairs...)...)
			form.Header["Prefer"] = prefer
			return api.Send(form)
		}
		address := "?token=" + tokens[path]
		if answer := post(address, "handling=strict", "token", tokens[path]); answer.Status != 422 {
			t.Errorf("%s, with a token in both: %d", path, answer.Status)
		}
		if answer := post(address+"&other=1", "handling=strict"); answer.Status != 422 {
			t.Errorf("%s, with another parameter: %d", path, answer.Status)
		}
		if answer := post(address, "handling=strict"); answer.Status != 200 || answer.Header.Get("Stint-Ignored") != "" {
			t.Errorf("%s: %d, headers %v\n%s", path, answer.Status, answer.Header, answer.Body)
		}
	}
}
