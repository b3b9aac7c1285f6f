package apitest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"stint/shared/auth/totp"
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

	header map[string]string // of each request that Do sends
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

// SignInAgain is the user in a new session, begun with the password.
func (u *User) SignInAgain() *User {
	u.t.Helper()
	return u.UserOf(u.Send(Request{Method: "POST", Path: "/api/auth/login",
		Body: map[string]any{"email": u.Email, "password": Password}}))
}

// In is the same user in another service, which has a copy of what the first one stored.
func (u *User) In(s *Service) *User {
	other := *u
	other.Service = s
	return &other
}

// As is whoever has the access token or API key, of whom nothing else is known.
func (s *Service) As(bearer string) *User { return &User{Service: s, Token: bearer} }

// UseKey asks whom an API key, or the access token of an app, acts for.
func (s *Service) UseKey(key string) *Answer { s.t.Helper(); return s.As(key).Get("/api/v1/me") }

// With is the same user, whose requests have one header more.
func (u *User) With(header, value string) *User {
	other := *u
	other.header = maps.Clone(u.header)
	if other.header == nil {
		other.header = map[string]string{}
	}
	other.header[header] = value
	return &other
}

// Do sends a request with the user's access token.
func (u *User) Do(method, path string, body any) *Answer {
	u.t.Helper()
	return u.Send(Request{Method: method, Path: path, Body: body, Bearer: u.Token, Header: u.header})
}

// Get sends a GET request.
func (u *User) Get(path string) *Answer { u.t.Helper(); return u.Do("GET", path, nil) }

// Post sends a POST request.
func (u *User) Post(path string, body any) *Answer { u.t.Helper(); return u.Do("POST", path, body) }

// Patch sends a PATCH request.
func (u *User) Patch(path string, body any) *Answer { u.t.Helper(); return u.Do("PATCH", path, body) }

// Delete sends a DELETE request.
func (u *User) Delete(path string) *Answer { u.t.Helper(); return u.Do("DELETE", path, nil) }

// Invite invites an address to the user's workspace and returns the invitation's id.
// With an empty role the request has no role.
func (u *User) Invite(email, role string) string {
	u.t.Helper()
	body := map[string]any{"email": email}
	if role != "" {
		body["role"] = role
	}
	return u.Post("/api/workspaces/"+u.WorkspaceID+"/invitations", body).ID()
}

// AddMember invites name@example.com to the user's workspace and registers the new
// member with the mailed token. The workspace is the member's active one.
func (u *User) AddMember(name, role string) *User {
	u.t.Helper()
	email := fmt.Sprintf("%s@example.com", name)
	u.Invite(email, role)
	return u.RegisterInvited(name, u.MailedToken(email, "invitation"))
}

// AddAsMember invites a user who has an account, and accepts for them.
func (u *User) AddAsMember(p *User, role string) {
	u.t.Helper()
	p.Post("/api/me/pending-invitations/"+u.Invite(p.Email, role)+"/accept", nil).OK()
}

// RegisterInvited registers name@example.com with the token of an invitation.
func (s *Service) RegisterInvited(name, token string) *User {
	s.t.Helper()
	return s.UserOf(s.Send(Request{Method: "POST", Path: "/api/auth/register", Body: map[string]any{
		"email": fmt.Sprintf("%s@example.com", name), "password": Password, "displayName": name, "invitationToken": token,
	}}))
}

// Switch is the same user with another active workspace.
func (u *User) Switch(workspace string) *User {
	u.t.Helper()
	return u.UserOf(u.Post("/api/auth/refresh", map[string]any{"workspaceId": workspace}))
}

// VerifyEmail verifies the user's address with the mailed token.
func (u *User) VerifyEmail() {
	u.t.Helper()
	u.Post("/api/auth/verify-email", map[string]any{"token": u.MailedToken(u.Email, "verify-email")}).OK()
}

// Reauthenticate makes the user's session fresh again. Tests that move the clock by an
// hour or more need it before an operation that asks for a fresh session.
func (u *User) Reauthenticate() {
	u.t.Helper()
	u.Post("/api/auth/reauthenticate", map[string]any{"password": Password}).OK()
}

// SecondFactor is a user's authenticator app and recovery codes.
type SecondFactor struct {
	t             testing.TB
	service       *Service
	Secret        string
	RecoveryCodes []string
}

// NewSecondFactor is an authenticator app with a secret.
func NewSecondFactor(s *Service, secret string) *SecondFactor {
	return &SecondFactor{t: s.t, service: s, Secret: secret}
}

// EnableSecondFactor switches the user's second factor on. It uses the code of the
// present moment.
func (u *User) EnableSecondFactor() *SecondFactor {
	u.t.Helper()
	f := NewSecondFactor(u.Service, u.Post("/api/auth/totp", nil).OK()["secret"].(string))
	confirmed := u.Post("/api/auth/totp/confirm", map[string]any{"code": f.Code(0)}).OK()
	for _, code := range confirmed["recovery_codes"].([]any) {
		f.RecoveryCodes = append(f.RecoveryCodes, code.(string))
	}
	return f
}

// Code is the code that the app shows the given number of time steps from now.
func (f *SecondFactor) Code(steps int) string {
	f.t.Helper()
	at := f.service.Clock.Now().Add(time.Duration(steps) * 30 * time.Second)
	code, err := totp.Code(f.Secret, totp.StepOf(at))
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

// NextCode moves the clock by a minute and is the code of that moment, which was not
// used before.
func (f *SecondFactor) NextCode() string {
	f.service.Clock.Advance(time.Minute)
	return f.Code(0)
}

// WrongCode is a code that no step around the present one has.
func (f *SecondFactor) WrongCode() string {
	valid := []string{f.Code(-1), f.Code(0), f.Code(1)}
	for _, code := range []string{"000000", "111111", "222222", "333333"} {
		if !slices.Contains(valid, code) {
			return code
		}
	}
	return ""
}
