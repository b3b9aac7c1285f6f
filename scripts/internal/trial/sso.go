package trial

import (
	"net/http"
	"net/http/httptest"
	"net/url"

	"stint/internal/testkit/idp"
)

const ssoPath = "/api/auth/sso/external"

// oauthCallback is somebody's way to the provider and back.
type oauthCallback struct {
	query  url.Values // of the callback
	cookie *http.Cookie
}

// loginAtProvider begins a visit, as a person or as nobody, and logs somebody in at the
// provider.
func (s *apiClient) loginAtProvider(user *testUser, providerUser idp.User) oauthCallback {
	answer := s.send(user, http.MethodGet, ssoPath+"/start", nil)
	cookies := answer.Result().Cookies()
	address, _ := s.decode(answer)["authorization_url"].(string)
	u, err := url.Parse(address)
	if s.err == nil {
		s.err = err
	}
	if s.err != nil || len(cookies) == 0 {
		return oauthCallback{cookie: &http.Cookie{}}
	}
	return oauthCallback{query: s.tr.signInProvider.Authorize(u, providerUser), cookie: cookies[0]}
}

// finishLogin ends a visit.
func (s *apiClient) finishLogin(user *testUser, v oauthCallback) *httptest.ResponseRecorder {
	return s.send(user, http.MethodGet, ssoPath+"/callback?"+v.query.Encode(), nil, v.cookie)
}

// withSSOCallback is the callback of somebody who is new here.
func withSSOCallback(s *apiClient, p *eventValues) {
	v := s.loginAtProvider(nil, idp.User{Subject: "ada", Email: "ada@example.com", Name: "Ada Lovelace", EmailVerified: true})
	p.query, p.cookie = v.query, v.cookie.Name+"="+v.cookie.Value
}

// withPasswordlessAccount is an account that was made by signing in at the provider.
func withPasswordlessAccount(s *apiClient, p *eventValues) {
	answer := s.finishLogin(nil, s.loginAtProvider(nil, idp.User{Subject: "zoe", Email: "zoe@example.com", Name: "Zoe", EmailVerified: true}))
	p.user = s.userOf(answer)
}

// withExternalLogin is an account that has a password and a login at the provider.
func withExternalLogin(s *apiClient, p *eventValues) {
	s.finishLogin(p.user, s.loginAtProvider(p.user, idp.User{Subject: "olga", Email: "olga@example.com", Name: "Olga", EmailVerified: true}))
}

// withUnverifiedExternalIdentity is a login whose address the provider does not vouch for: its
// holder is sent a letter.
func withUnverifiedExternalIdentity(s *apiClient, p *eventValues) {
	v := s.loginAtProvider(nil, idp.User{Subject: "kai", Email: "kai@example.com", Name: "Kai"})
	s.sendAny(nil, http.MethodGet, ssoPath+"/callback?"+v.query.Encode(), nil, v.cookie) // refused until the letter is answered
	p.token = s.mailedToken("kai@example.com", "sso-verify")
}
