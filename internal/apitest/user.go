package apitest

import (
	"fmt"
	"net/http"
)

// Password is the password of all users.
const Password = "correct horse battery"

// User is a user who is signed in.
type User struct {
	*Service
	ID, Email     string
	WorkspaceID   string // the first active workspace
	Token         string // access token
	RefreshCookie *http.Cookie
}

// Register registers name@example.com, with a workspace.
func (s *Service) Register(name string) *User {
	s.t.Helper()
	email := fmt.Sprintf("%s@example.com", name)
	answer := s.Send(Request{Method: "POST", Path: "/api/auth/register", Body: map[string]any{
		"email": email, "password": Password, "displayName": name,
	}})
	return s.UserOf(answer)
}

// UserOf is the user of an answer that starts a session.
func (s *Service) UserOf(answer *Answer) *User {
	s.t.Helper()
	session := answer.OK()
	user := session["user"].(map[string]any)
	u := &User{Service: s, ID: user["id"].(string), Email: user["email"].(string), Token: session["access_token"].(string)}
	if workspace, ok := session["workspace"].(map[string]any); ok {
		u.WorkspaceID = workspace["id"].(string)
	}
	for _, c := range (&http.Response{Header: answer.Header}).Cookies() {
		if c.Name == "stint_refresh" {
			u.RefreshCookie = c
		}
	}
	return u
}

// Do sends a request with the user's access token.
func (u *User) Do(method, path string, body any) *Answer {
	u.t.Helper()
	return u.Send(Request{Method: method, Path: path, Body: body, Bearer: u.Token})
}

// Get sends a GET request.
func (u *User) Get(path string) *Answer { u.t.Helper(); return u.Do("GET", path, nil) }

// Post sends a POST request.
func (u *User) Post(path string, body any) *Answer { u.t.Helper(); return u.Do("POST", path, body) }

// Patch sends a PATCH request.
func (u *User) Patch(path string, body any) *Answer { u.t.Helper(); return u.Do("PATCH", path, body) }

// Delete sends a DELETE request.
func (u *User) Delete(path string) *Answer { u.t.Helper(); return u.Do("DELETE", path, nil) }
