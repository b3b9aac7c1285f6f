package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"

	"stint/functions/worker"
	"stint/shared/accounts"
	"stint/shared/domain"
)

type object = map[string]any

// person is somebody with an account.
type person struct {
	id, email string
	workspace string // active at first
	session   string // the access token
	cookie    string // of the refresh token, as name=value
}

// scene asks the service one thing after the other. After the first error it
// asks no more, and keeps it.
type scene struct {
	tr  *Trial
	ctx context.Context
	err error
}

// ask sends a request as a person, or as nobody, and gives the answer's object.
func (s *scene) ask(who *person, method, path string, body any) object {
	return s.object(s.send(who, method, path, body))
}

func (s *scene) object(answer *httptest.ResponseRecorder) object {
	got := object{}
	if s.err == nil {
		s.err = json.Unmarshal(answer.Body.Bytes(), &got)
	}
	return got
}

func (s *scene) post(who *person, path string, body any) object {
	return s.ask(who, http.MethodPost, path, body)
}

// make creates something and gives its id.
func (s *scene) make(who *person, path string, body any) string {
	id, _ := s.post(who, path, body)["id"].(string)
	return id
}

// send sends a request that must succeed.
func (s *scene) send(who *person, method, path string, body any, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	answer := s.try(who, method, path, body, cookies...)
	if s.err == nil && answer.Code != http.StatusOK {
		s.err = fmt.Errorf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	return answer
}

// try sends a request, whatever the answer.
func (s *scene) try(who *person, method, path string, body any, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	if s.err != nil {
		return answer
	}
	var text []byte
	if body != nil {
		if text, s.err = json.Marshal(body); s.err != nil {
			return answer
		}
	}
	request := httptest.NewRequestWithContext(s.ctx, method, Address+path, bytes.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	if who != nil {
		request.Header.Set("Authorization", "Bearer "+who.session)
	}
	for _, c := range cookies {
		request.AddCookie(c)
	}
	s.tr.gateway.ServeHTTP(answer, request)
	return answer
}

// register makes an account; it joins by the invitation, if there is one.
func (s *scene) register(name, invitation string) *person {
	body := object{"email": strings.ToLower(name) + "@example.com", "password": password, "displayName": name}
	if invitation != "" {
		body["invitationToken"] = invitation
	}
	return s.signedIn(s.send(nil, http.MethodPost, "/api/auth/register", body))
}

// signedIn is who an answer opens a session for.
func (s *scene) signedIn(answer *httptest.ResponseRecorder) *person {
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct{ ID, Email string }
		Workspace   struct{ ID string }
	}
	if s.err == nil {
		s.err = json.Unmarshal(answer.Body.Bytes(), &session)
	}
	p := &person{id: session.User.ID, email: session.User.Email, workspace: session.Workspace.ID, session: session.AccessToken}
	for _, c := range answer.Result().Cookies() {
		if c.Name == accounts.RefreshCookie {
			p.cookie = c.Name + "=" + c.Value
		}
	}
	return p
}

var linkToken = regexp.MustCompile(`/p/([a-z-]+)\?token=([0-9A-Za-z]+)`)

// mailed has all mail that waits delivered, and takes the token out of the
// newest one to the address that leads to a page.
func (s *scene) mailed(to, page string) string {
	if s.err != nil {
		return ""
	}
	if s.err = worker.Of(s.tr.Deps, s.tr.mailbox).Work(s.ctx); s.err != nil {
		return ""
	}
	for _, m := range s.tr.mailbox.Messages(domain.Email(to)) {
		if link := linkToken.FindStringSubmatch(m.Text); link != nil && link[1] == page {
			return link[2]
		}
	}
	s.err = fmt.Errorf("no mail to %s with a link to %s", to, page)
	return ""
}
