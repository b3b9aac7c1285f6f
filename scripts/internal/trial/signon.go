package trial

import (
	"net/http"
	"net/http/httptest"
	"net/url"

	"stint/shared/testkit/idp"
)

const signOn = "/api/auth/sso/external"

// visit is somebody's way to the provider and back.
type visit struct {
	query   url.Values // of the callback
	browser *http.Cookie
}

// visit begins a visit, as a person or as nobody, and logs somebody in at the
// provider.
func (s *scene) visit(who *person, as idp.Person) visit {
	answer := s.send(who, http.MethodGet, signOn+"/start", nil)
	cookies := answer.Result().Cookies()
	address, _ := s.object(answer)["authorization_url"].(string)
	u, err := url.Parse(address)
	if s.err == nil {
		s.err = err
	}
	if s.err != nil || len(cookies) == 0 {
		return visit{browser: &http.Cookie{}}
	}
	return visit{query: s.tr.provider.Visit(u, as), browser: cookies[0]}
}

// callback ends a visit.
func (s *scene) callback(who *person, v visit) *httptest.ResponseRecorder {
	return s.send(who, http.MethodGet, signOn+"/callback?"+v.query.Encode(), nil, v.browser)
}

// back is the callback of somebody who is new here.
func back(s *scene, p *part) {
	v := s.visit(nil, idp.Person{Subject: "ada", Email: "ada@example.com", Name: "Ada Lovelace", Verified: true})
	p.query, p.cookie = v.query, v.browser.Name+"="+v.browser.Value
}

// passwordless is an account that was made by signing in at the provider.
func passwordless(s *scene, p *part) {
	answer := s.callback(nil, s.visit(nil, idp.Person{Subject: "zoe", Email: "zoe@example.com", Name: "Zoe", Verified: true}))
	p.who = s.signedIn(answer)
}

// linked is an account that has a password and a login at the provider.
func linked(s *scene, p *part) {
	s.callback(p.who, s.visit(p.who, idp.Person{Subject: "olga", Email: "olga@example.com", Name: "Olga", Verified: true}))
}

// unproven is a login whose address the provider does not vouch for: its
// holder is sent a letter.
func unproven(s *scene, p *part) {
	v := s.visit(nil, idp.Person{Subject: "kai", Email: "kai@example.com", Name: "Kai"})
	s.try(nil, http.MethodGet, signOn+"/callback?"+v.query.Encode(), nil, v.browser) // refused until the letter is answered
	p.token = s.mailed("kai@example.com", "sso-verify")
}
