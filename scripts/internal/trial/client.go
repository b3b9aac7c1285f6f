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

// testUser is somebody with an account.
type testUser struct {
	id, email   string
	workspaceID string // active at first
	accessToken string // the access token
	cookie      string // of the refresh token, as name=value
}

// apiClient asks the service one thing after the other. After the first error it
// asks no more, and keeps it.
type apiClient struct {
	tr  *Trial
	ctx context.Context
	err error
}

// request sends a request as a person, or as nobody, and gives the answer's object.
func (s *apiClient) request(user *testUser, method, path string, body any) object {
	return s.decode(s.send(user, method, path, body))
}

func (s *apiClient) decode(answer *httptest.ResponseRecorder) object {
	got := object{}
	if s.err == nil {
		s.err = json.Unmarshal(answer.Body.Bytes(), &got)
	}
	return got
}

func (s *apiClient) post(user *testUser, path string, body any) object {
	return s.request(user, http.MethodPost, path, body)
}

// create creates something and gives its id.
func (s *apiClient) create(user *testUser, path string, body any) string {
	id, _ := s.post(user, path, body)["id"].(string)
	return id
}

// send sends a request that must succeed.
func (s *apiClient) send(user *testUser, method, path string, body any, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	answer := s.sendAny(user, method, path, body, cookies...)
	if s.err == nil && answer.Code != http.StatusOK {
		s.err = fmt.Errorf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	return answer
}

// sendAny sends a request, whatever the answer.
func (s *apiClient) sendAny(user *testUser, method, path string, body any, cookies ...*http.Cookie) *httptest.ResponseRecorder {
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
	request := httptest.NewRequestWithContext(s.ctx, method, BaseURL+path, bytes.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	if user != nil {
		request.Header.Set("Authorization", "Bearer "+user.accessToken)
	}
	for _, c := range cookies {
		request.AddCookie(c)
	}
	s.tr.gateway.ServeHTTP(answer, request)
	return answer
}

// register makes an account; it joins by the invitation, if there is one.
func (s *apiClient) register(name, invitation string) *testUser {
	body := object{"email": strings.ToLower(name) + "@example.com", "password": password, "displayName": name}
	if invitation != "" {
		body["invitationToken"] = invitation
	}
	return s.userOf(s.send(nil, http.MethodPost, "/api/auth/register", body))
}

// userOf is who an answer opens a session for.
func (s *apiClient) userOf(answer *httptest.ResponseRecorder) *testUser {
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct{ ID, Email string }
		Workspace   struct{ ID string }
	}
	if s.err == nil {
		s.err = json.Unmarshal(answer.Body.Bytes(), &session)
	}
	p := &testUser{id: session.User.ID, email: session.User.Email, workspaceID: session.Workspace.ID, accessToken: session.AccessToken}
	for _, c := range answer.Result().Cookies() {
		if c.Name == accounts.RefreshCookie {
			p.cookie = c.Name + "=" + c.Value
		}
	}
	return p
}

var linkToken = regexp.MustCompile(`/p/([a-z-]+)\?token=([0-9A-Za-z]+)`)

// mailedToken has all mail that waits delivered, and takes the token out of the
// newest one to the address that leads to a page.
func (s *apiClient) mailedToken(to, page string) string {
	if s.err != nil {
		return ""
	}
	if s.err = worker.NewFromDeps(s.tr.Deps, s.tr.mailbox).Work(s.ctx); s.err != nil {
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
