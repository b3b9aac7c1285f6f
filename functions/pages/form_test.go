package pages_test

import (
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

var paths = []string{verifyPath, resetPath, invitationPath, ssoPath}

// newForms starts a test service with a valid link and a valid form for each page.
func newForms(t *testing.T,
	options ...apitest.Option) (api *apitest.Service, tokens map[string]string, forms map[string]apitest.Request) {
	api, provider := apitest.NewWithSSO(t, options...)
	owner, outsider := api.Register("ada"), api.Register("vera")
	owner.Invite(bobsEmail, "")
	api.StartSSO("", "").Login(provider, cleo).Finish().OK()
	tokens = map[string]string{
		verifyPath:     outsider.MailedToken(outsider.Email, "verify-email"),
		invitationPath: owner.MailedToken(bobsEmail, "invitation"), resetPath: requestResetToken(owner),
		ssoPath: api.MailedToken(cleo.Email, "sso-verify"),
	}
	forms = map[string]apitest.Request{}
	for path, token := range tokens {
		forms[path] = apitest.Form(path, "token", token, "newPassword", newPassword, "displayName", "Bob", "email", bobsEmail,
			"password", newPassword)
	}
	forms[verifyPath] = apitest.Form(verifyPath, "token", tokens[verifyPath], "password", apitest.Password)
	return api, tokens, forms
}

func TestFormsOfForeignPages(t *testing.T) {
	t.Parallel()
	api, _, forms := newForms(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	for _, path := range paths {
		for _, header := range []map[string]string{
			{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:8080.evil.example"},
			{"Origin": "https://localhost:8080"},
			{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
			{"Origin": "null", "Sec-Fetch-Site": "same-site"},
		} {
			form := forms[path]
			header["Content-Type"] = form.Header["Content-Type"]
			form.Header = header
			wantUnchanged(t, api, func() {
				answer := api.Send(form)
				wantTexts(t, answer.Page(403), "page of another site")
				if answer.Header.Get("Set-Cookie") != "" {
					t.Error("a form of another site got a cookie")
				}
			})
		}
	}
	for path, header := range map[string]map[string]string{
		verifyPath: {"Origin": "null", "Sec-Fetch-Site": "same-origin"}, resetPath: {"Origin": "http://localhost:8080"},
		invitationPath: {"Origin": "https://app.example.com"}, ssoPath: {"Origin": "http://localhost:8080"},
	} {
		form := forms[path]
		header["Content-Type"] = form.Header["Content-Type"]
		form.Header = header
		api.Send(form).Page(200)
	}
}

// The addresses of forms include the base path of the service.
func TestFormsUseTheBasePath(t *testing.T) {
	t.Parallel()
	api, tokens, _ := newForms(t)
	instance := api.NewInstance(func(c *config.Config) { c.PublicURL = "https://api.example.com/beta" })
	for _, path := range paths {
		shown := api.SendTo(instance, apitest.Request{Method: "GET", Path: path + "?token=" + tokens[path]}).Page(200)
		wantTexts(t, shown, `action="/beta`+path+`"`, `<meta name="referrer" content="strict-origin">`)
	}
}

// No page redirects a browser, has a token in an address, or logs one.
func TestTokensStayInTheForm(t *testing.T) {
	t.Parallel()
	api, tokens, forms := newForms(t)
	for _, path := range paths {
		opened := openPage(api, path, tokens[path])
		wantNoTexts(t, opened.Page(200), "?token=")
		done := api.Send(forms[path])
		wantNoTexts(t, done.Page(200), tokens[path], newPassword)
		for _, answer := range []*apitest.Answer{opened, done} {
			for name, values := range answer.Header {
				if name == "Location" || name == "Refresh" || slices.ContainsFunc(values,
					func(v string) bool { return strings.Contains(v, tokens[path]) }) {
					t.Errorf("%s: %v", name, values)
				}
			}
		}
	}
	for _, secret := range append([]string{newPassword, bobsEmail}, tokens[verifyPath], tokens[resetPath],
		tokens[invitationPath]) {
		if strings.Contains(api.Logs.String(), secret) {
			t.Errorf("in the log: %s", secret)
		}
	}
}

func TestPagesAreLimited(t *testing.T) {
	t.Parallel()
	api, tokens, forms := newForms(t)
	instance := api.NewInstance(func(c *config.Config) { c.AttemptsPerNetwork = 2 })
	for range 2 {
		api.SendTo(instance, apitest.Request{Method: "GET", Path: verifyPath + "?token=x"}).Page(422)
	}
	for _, path := range paths { // all pages share one counter
		answer := api.SendTo(instance, apitest.Request{Method: "GET", Path: path + "?token=" + tokens[path]})
		wantTexts(t, answer.Page(429), "Try again in 60 seconds.")
	}
	for _, path := range []string{verifyPath, resetPath} {
		api.SendTo(instance, forms[path]).Page(429)
	}
	api.SendTo(instance, forms[invitationPath]).Page(200) // its attempts are counted with logins
	api.SendTo(instance, forms[invitationPath]).Page(422)
	api.SendTo(instance, forms[invitationPath]).Page(429)
}
