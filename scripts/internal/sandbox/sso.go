package sandbox

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"

	"stint/internal/testkit/idp"
)

const ssoPath = "/api/auth/sso/external"

// oauthCallback is the request with which a browser comes back from a provider.
type oauthCallback struct {
	query  url.Values
	cookie *http.Cookie // binds the flow to the browser
}

// startFlow starts a flow, as a user or without a credential. It returns the
// authorization URL and the browser's cookie.
func (s *apiClient) startFlow(user *testUser, path string) (address string, cookie *http.Cookie) {
	answer := s.send(user, http.MethodGet, path, nil)
	address, _ = s.decode(answer)["authorization_url"].(string)
	cookies := answer.Result().Cookies()
	if s.err == nil && len(cookies) == 0 {
		s.err = fmt.Errorf("GET %s sets no cookie", path)
	}
	if s.err != nil {
		return "", &http.Cookie{}
	}
	return address, cookies[0]
}

// loginAtProvider starts a sign-in flow, signs a user of the provider in there and
// returns the callback.
func (s *apiClient) loginAtProvider(user *testUser, providerUser idp.User) oauthCallback {
	address, cookie := s.startFlow(user, ssoPath+"/start")
	callback := oauthCallback{cookie: cookie}
	if s.err != nil {
		return callback
	}
	var u *url.URL
	if u, s.err = url.Parse(address); s.err == nil {
		callback.query = s.sb.signInProvider.Authorize(u, providerUser)
	}
	return callback
}

// finishLogin sends the callback of a sign-in flow.
func (s *apiClient) finishLogin(user *testUser, callback oauthCallback) *httptest.ResponseRecorder {
	return s.send(user, http.MethodGet, ssoPath+"/callback?"+callback.query.Encode(), nil, callback.cookie)
}

// withSSOCallback sends the callback of a user without an account.
func withSSOCallback(s *apiClient, v *eventValues) {
	callback := s.loginAtProvider(nil, idp.User{Subject: "ada", Email: "ada@example.com", Name: "Ada Lovelace", EmailVerified: true})
	v.query, v.cookie = callback.query, callback.cookie.Name+"="+callback.cookie.Value
}

// withPasswordlessAccount sends the event as a user who registered through the
// provider.
func withPasswordlessAccount(s *apiClient, v *eventValues) {
	answer := s.finishLogin(nil, s.loginAtProvider(nil, idp.User{Subject: "zoe", Email: "zoe@example.com", Name: "Zoe", EmailVerified: true}))
	v.user = s.userOf(answer)
}

// withExternalLogin links the user's account to the provider first.
func withExternalLogin(s *apiClient, v *eventValues) {
	s.finishLogin(v.user, s.loginAtProvider(v.user, idp.User{Subject: "olga", Email: "olga@example.com", Name: "Olga", EmailVerified: true}))
}

// withUnverifiedExternalIdentity signs in with an address that the provider has not
// verified, and sends the event with the token that is then mailed to the address.
func withUnverifiedExternalIdentity(s *apiClient, v *eventValues) {
	callback := s.loginAtProvider(nil, idp.User{Subject: "kai", Email: "kai@example.com", Name: "Kai"})
	s.sendAny(nil, http.MethodGet, ssoPath+"/callback?"+callback.query.Encode(), nil, callback.cookie) // refused until the address is verified
	v.token = s.mailedToken("kai@example.com", "sso-verify")
}
