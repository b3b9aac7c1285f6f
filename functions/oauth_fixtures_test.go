package functions_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"

	"stint/internal/apitest"
)

// The request of an app, with the verifier of its challenge.
const (
	appVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	appRequest  = "/oauth/authorize?client_id=stint&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" +
		"&code_challenge_method=S256&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&response_type=code" +
		"&scope=time+offline_access"
)

// signInToPages is the form with which a user signs in to the pages for apps.
func signInToPages(path string, p *apitest.User) apitest.Request {
	return apitest.Form(path, "act", "sign_in", "email", p.Email, "password", apitest.Password)
}

// onPages signs a user in to the pages and is their cookie.
func (w *world) onPages(p *apitest.User) []*http.Cookie {
	answer := w.Send(signInToPages("/oauth/device", p))
	return (&http.Response{Header: answer.Header}).Cookies()
}

// allowingApp is the form with which a new user allows an app.
func (w *world) allowingApp() apitest.Request { return w.allowingAppAs(w.registerProven()) }

// refusingApps lets the workspace of a user refuse all apps.
func refusingApps(p *apitest.User) {
	p.Patch("/api/workspaces/"+p.WorkspaceID, object{"apps": "none"}).OK()
}

func (w *world) allowingAppAs(p *apitest.User) apitest.Request {
	cookies := w.onPages(p)
	page := w.Send(apitest.Request{Method: "GET", Path: appRequest, Cookies: cookies})
	form := apitest.Form(appRequest, "act", "allow", "workspace", p.WorkspaceID, "access", "time", "key", keyIn(page))
	form.Cookies = cookies
	return form
}

// keyIn is the key of the form on a page.
func keyIn(page *apitest.Answer) string {
	found := regexp.MustCompile(`name="key" value="([^"]*)"`).FindSubmatch(page.Body)
	return html.UnescapeString(string(found[1]))
}

// appCode is the code of an app that a new user has allowed.
func (w *world) appCode() apitest.Request {
	to, err := url.Parse(w.Send(w.allowingApp()).Header.Get("Location"))
	if err != nil {
		panic(err)
	}
	return apitest.Form("/oauth/token", "grant_type", "authorization_code", "client_id", "stint", "code",
		to.Query().Get("code"), "code_verifier", appVerifier)
}

// appRefresh is the refresh token of such an app.
func (w *world) appRefresh() string { return w.Send(w.appCode()).OK()["refresh_token"].(string) }

// newDevice is the request of an app on a device.
func (w *world) newDevice() object {
	return w.Send(apitest.Form("/oauth/device_authorization", "client_id", "stint", "scope", "time")).OK()
}

// decidingOnDevice is a form with which a new user decides on a device.
func (w *world) decidingOnDevice(device object, act string) apitest.Request {
	return w.decidingOnDeviceAs(w.registerProven(), device, act)
}

func (w *world) decidingOnDeviceAs(p *apitest.User, device object, act string) apitest.Request {
	cookies, code := w.onPages(p), device["user_code"].(string)
	find := apitest.Form("/oauth/device", "act", "find", "user_code", code)
	find.Cookies = cookies
	if act == "find" {
		return find
	}
	form := apitest.Form("/oauth/device", "act", act, "user_code", code, "workspace", p.WorkspaceID, "access", "time",
		"key", keyIn(w.Send(find)))
	form.Cookies = cookies
	return form
}

// onAllowedDevice is the question of a device that a new user has allowed.
func (w *world) onAllowedDevice() apitest.Request {
	device := w.newDevice()
	w.Send(w.decidingOnDevice(device, "allow")).Page(200)
	return apitest.Form("/oauth/token", "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "client_id", "stint",
		"device_code", device["device_code"].(string))
}

func init() { budgets = append(budgets, oauthBudgets...) }

// oauthBudgets are the rows of the family oauth.
var oauthBudgets = []budget{
	{"oauth.authorize", "", "1U", func(*world) apitest.Request { return apitest.Request{Path: appRequest} }},
	{"oauth.authorize", "signed in", "2B 1Q 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: appRequest, Cookies: w.onPages(w.registerProven())}
	}},
	{"oauth.consent", "a sign-in", "1B 2G 2U 1T", func(w *world) apitest.Request {
		return signInToPages(appRequest, w.owner)
	}},
	{"oauth.consent", "allowed", "2B 1G 2Q 1U 1T", func(w *world) apitest.Request { return w.allowingApp() }},
	{"oauth.token", "a code", "1B 2G 1T", func(w *world) apitest.Request { return w.appCode() }},
	{"oauth.token", "a refresh token", "1B 1G 1U", func(w *world) apitest.Request {
		return apitest.Form("/oauth/token", "grant_type", "refresh_token", "client_id", "stint", "refresh_token",
			w.appRefresh())
	}},
	{"oauth.token", "a device", "1B 2G 1T", func(w *world) apitest.Request { return w.onAllowedDevice() }},
	{"oauth.revoke", "", "1B 1G 1T", func(w *world) apitest.Request {
		return apitest.Form("/oauth/revoke", "client_id", "stint", "token", w.appRefresh())
	}},
	{"oauth.begin_device", "", "1U 1T", func(*world) apitest.Request {
		return apitest.Form("/oauth/device_authorization", "client_id", "stint", "scope", "time")
	}},
	{"oauth.device", "", "1B 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/oauth/device", Cookies: w.onPages(w.owner)}
	}},
	{"oauth.decide_device", "a sign-in", "1B 2G 2U 1T", func(w *world) apitest.Request {
		return signInToPages("/oauth/device", w.owner)
	}},
	{"oauth.decide_device", "a code", "2B 2G 1Q 3U", func(w *world) apitest.Request {
		return w.decidingOnDevice(w.newDevice(), "find")
	}},
	{"oauth.decide_device", "allowed", "2B 3G 2Q 3U 1T", func(w *world) apitest.Request {
		return w.decidingOnDevice(w.newDevice(), "allow")
	}},
}
