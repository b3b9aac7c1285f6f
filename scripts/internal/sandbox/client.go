package sandbox

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

// testUser is a user with an account and a session.
type testUser struct {
	id, email   string
	workspaceID string // the first active workspace
	accessToken string
	cookie      string // the refresh cookie as name=value
}

// apiClient sends requests to the service. It keeps its first error and sends
// nothing after it.
type apiClient struct {
	sb  *Sandbox
	ctx context.Context
	err error
}

// request sends a request as a user, or without a credential when user is nil, and
// returns the JSON object of the response.
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

// create posts a new record and returns its id.
func (s *apiClient) create(user *testUser, path string, body any) string {
	id, _ := s.post(user, path, body)["id"].(string)
	return id
}

// send sends a request and requires status 200.
func (s *apiClient) send(user *testUser, method, path string, body any, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	answer := s.sendAny(user, method, path, body, cookies...)
	if s.err == nil && answer.Code != http.StatusOK {
		s.err = fmt.Errorf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	return answer
}

// sendAny sends a request and accepts any status.
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
	s.sb.gateway.ServeHTTP(answer, request)
	return answer
}

// register creates an account. With the token of an invitation the user joins its
// workspace.
func (s *apiClient) register(name, invitation string) *testUser {
	body := object{"email": strings.ToLower(name) + "@example.com", "password": password, "displayName": name}
	if invitation != "" {
		body["invitationToken"] = invitation
	}
	return s.userOf(s.send(nil, http.MethodPost, "/api/auth/register", body))
}

// userOf is the user and session of a response that signs a user in.
func (s *apiClient) userOf(answer *httptest.ResponseRecorder) *testUser {
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct{ ID, Email string }
		Workspace   struct{ ID string }
	}
	if s.err == nil {
		s.err = json.Unmarshal(answer.Body.Bytes(), &session)
	}
	u := &testUser{id: session.User.ID, email: session.User.Email, workspaceID: session.Workspace.ID, accessToken: session.AccessToken}
	for _, c := range answer.Result().Cookies() {
		if c.Name == accounts.RefreshCookie {
			u.cookie = c.Name + "=" + c.Value
		}
	}
	return u
}

var linkToken = regexp.MustCompile(`/p/([a-z-]+)\?token=([0-9A-Za-z]+)`)

// mailedToken delivers all queued mail and returns the token from the newest mail to
// the address that links to the page.
func (s *apiClient) mailedToken(to, page string) string {
	if s.err != nil {
		return ""
	}
	if s.err = worker.NewFromDeps(s.sb.Deps, s.sb.mailbox).Work(s.ctx); s.err != nil {
		return ""
	}
	for _, m := range s.sb.mailbox.Messages(domain.Email(to)) {
		if link := linkToken.FindStringSubmatch(m.Text); link != nil && link[1] == page {
			return link[2]
		}
	}
	s.err = fmt.Errorf("no mail to %s with a link to %s", to, page)
	return ""
}
