package pages_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

var paths = []string{verifyPath, resetPath, invitationPath, ssoPath}

// newForms is a house with a good link to each page, and forms that would do.
func newForms(t *testing.T, options ...apitest.Option) (h *apitest.Service, tokens map[string]string, forms map[string]apitest.Request) {
	h, provider := apitest.NewWithSSO(t, options...)
	ada := h.Register("ada")
	ada.Invite(bobsEmail, "")
	h.StartSSO("", "").Login(provider, cleo).Finish().OK()
	tokens = map[string]string{
		verifyPath: ada.MailedToken(ada.Email, "verify-email"), invitationPath: ada.MailedToken(bobsEmail, "invitation"), resetPath: requestResetToken(ada),
		ssoPath: h.MailedToken(cleo.Email, "sso-verify"),
	}
	forms = map[string]apitest.Request{}
	for path, token := range tokens {
		forms[path] = apitest.Form(path, "token", token, "newPassword", newPassword, "displayName", "Bob", "email", bobsEmail, "password", newPassword)
	}
	return h, tokens, forms
}

func TestFormsOfForeignPages(t *testing.T) {
	t.Parallel()
	h, _, forms := newForms(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example.com"} })
	for _, path := range paths {
		for _, header := range []map[string]string{
			{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:8080.evil.example"}, {"Origin": "https://localhost:8080"},
			{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, {"Origin": "null", "Sec-Fetch-Site": "same-site"},
		} {
			form := forms[path]
			header["Content-Type"] = form.Header["Content-Type"]
			form.Header = header
			wantUnchanged(t, h, func() {
				answer := h.Send(form)
				wantTexts(t, answer.Page(403), "page that is not ours")
				if answer.Header.Get("Set-Cookie") != "" {
					t.Error("a cookie for a foreign page")
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
		h.Send(form).Page(200)
	}
}

func TestErrorsArePages(t *testing.T) {
	t.Parallel()
	h, tokens, forms := newForms(t, func(c *config.Config) { c.MaxBody = 1000 })
	for _, path := range paths {
		wantTexts(t, sendForm(h, path, "token", strings.Repeat("x", 1000)).Page(413), "not what this page asks for")
		json := forms[path]
		json.Header = map[string]string{"Content-Type": "application/json"}
		wantTexts(t, h.Send(json).Page(415), "not what this page asks for")
		put := h.Send(apitest.Request{Method: "PUT", Path: path})
		wantTexts(t, put.Page(405), "no such page")
		if got := put.Header.Get("Allow"); got != "GET, POST" {
			t.Errorf("Allow %q", got)
		}
		h.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), WholeCall: true})
		down := openPage(h, path, tokens[path])
		wantTexts(t, down.Page(503), "Try again in a moment", down.Header.Get("X-Correlation-Id"))
		if down.Header.Get("Retry-After") == "" {
			t.Error("503 without Retry-After")
		}
		h.Probe.Reset()
		openPage(h, path, tokens[path]).Page(200)
	}
}

func TestPagesAreLimited(t *testing.T) {
	t.Parallel()
	h, tokens, forms := newForms(t)
	instance := h.NewInstance(func(c *config.Config) { c.AttemptsPerAddress = 2 })
	for range 2 {
		h.SendTo(instance, apitest.Request{Method: "GET", Path: verifyPath + "?token=x"}).Page(422)
	}
	for _, path := range paths { // they share one window
		answer := h.SendTo(instance, apitest.Request{Method: "GET", Path: path + "?token=" + tokens[path]})
		wantTexts(t, answer.Page(429), "Try again in 60 seconds.")
	}
	for _, path := range []string{verifyPath, resetPath} {
		h.SendTo(instance, forms[path]).Page(429)
	}
	h.SendTo(instance, forms[invitationPath]).Page(200) // counts with logins
	h.SendTo(instance, forms[invitationPath]).Page(422)
	h.SendTo(instance, forms[invitationPath]).Page(429)
}

// Every input has its label, every text that belongs to it is there, and no id
// is there twice; with mistakes and without.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	h, tokens, _ := newForms(t)
	var shown []string
	for _, path := range paths {
		shown = append(shown, openPage(h, path, tokens[path]).Page(200))
	}
	shown = append(shown, sendForm(h, resetPath, "token", tokens[resetPath]).Page(422), sendForm(h, invitationPath, "token", tokens[invitationPath]).Page(422))
	for _, page := range shown {
		ids := findAll(page, `\sid="([^"]+)"`)
		if slices.Sort(ids); len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("ids %v", ids)
		}
		if n := strings.Count(page, "<h1>"); n != 1 {
			t.Errorf("%d headings of the first rank", n)
		}
		for _, input := range findAll(page, `(<input [^>]+>)`) {
			if strings.Contains(input, `type="hidden"`) {
				continue
			}
			if id := findAll(input, `\sid="([^"]+)"`)[0]; !strings.Contains(page, `<label for="`+id+`">`) {
				t.Errorf("no label for %s", input)
			}
			if strings.Contains(input, "aria-invalid") != strings.Contains(input, "-error") {
				t.Errorf("a mistake without its text: %s", input)
			}
			for _, texts := range findAll(input, `aria-describedby="([^"]+)"`) {
				for _, id := range strings.Fields(texts) {
					if !slices.Contains(ids, id) {
						t.Errorf("%s names %s, which is not there", input, id)
					}
				}
			}
		}
		if n := strings.Count(page, " autofocus"); n > 1 {
			t.Errorf("%d inputs want the focus", n)
		}
	}
}

func findAll(text, pattern string) []string {
	var found []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// No page sends a browser on, keeps a token in an address, or lets one slip
// into the log.
func TestTokensStayInTheForm(t *testing.T) {
	t.Parallel()
	h, tokens, forms := newForms(t)
	for _, path := range paths {
		opened := openPage(h, path, tokens[path])
		wantNoTexts(t, opened.Page(200), "?token=")
		done := h.Send(forms[path])
		wantNoTexts(t, done.Page(200), tokens[path], newPassword)
		for _, answer := range []*apitest.Answer{opened, done} {
			for name, values := range answer.Header {
				if name == "Location" || name == "Refresh" || slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, tokens[path]) }) {
					t.Errorf("%s: %v", name, values)
				}
			}
		}
	}
	for _, secret := range append([]string{newPassword, bobsEmail}, tokens[verifyPath], tokens[resetPath], tokens[invitationPath]) {
		if strings.Contains(h.Logs.String(), secret) {
			t.Errorf("in the log: %s", secret)
		}
	}
}

// Below a path of the gateway's stage, forms go there, too.
func TestFormsUseTheBasePath(t *testing.T) {
	t.Parallel()
	h, tokens, _ := newForms(t)
	instance := h.NewInstance(func(c *config.Config) { c.PublicURL = "https://api.example.com/beta" })
	for _, path := range paths {
		shown := h.SendTo(instance, apitest.Request{Method: "GET", Path: path + "?token=" + tokens[path]}).Page(200)
		wantTexts(t, shown, `action="/beta`+path+`"`, `<meta name="referrer" content="strict-origin">`)
	}
}
