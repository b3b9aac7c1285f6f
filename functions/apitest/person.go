package apitest

import (
	"fmt"
	"net/http"
)

// Password is everyone's in a house.
const Password = "correct horse battery"

// Person is somebody who is signed in.
type Person struct {
	*House
	ID, Email   string
	WorkspaceID string // active at first
	Token       string // access token
	Cookie      *http.Cookie
}

// Register makes an account with a first workspace and signs in.
func (h *House) Register(name string) *Person {
	h.t.Helper()
	email := fmt.Sprintf("%s@example.com", name)
	answer := h.Send(Request{Method: "POST", Path: "/api/auth/register", Body: map[string]any{
		"email": email, "password": Password, "displayName": name,
	}})
	return h.Signed(answer)
}

// Signed is the person that a session answer is for.
func (h *House) Signed(answer *Answer) *Person {
	h.t.Helper()
	session := answer.OK()
	user := session["user"].(map[string]any)
	p := &Person{House: h, ID: user["id"].(string), Email: user["email"].(string), Token: session["access_token"].(string)}
	if workspace, ok := session["workspace"].(map[string]any); ok {
		p.WorkspaceID = workspace["id"].(string)
	}
	for _, c := range (&http.Response{Header: answer.Header}).Cookies() {
		if c.Name == "stint_refresh" {
			p.Cookie = c
		}
	}
	return p
}

// Do sends a request with the person's access token.
func (p *Person) Do(method, path string, body any) *Answer {
	p.t.Helper()
	return p.Send(Request{Method: method, Path: path, Body: body, Bearer: p.Token})
}

// Get reads.
func (p *Person) Get(path string) *Answer { p.t.Helper(); return p.Do("GET", path, nil) }

// Post creates or acts.
func (p *Person) Post(path string, body any) *Answer { p.t.Helper(); return p.Do("POST", path, body) }

// Patch changes.
func (p *Person) Patch(path string, body any) *Answer { p.t.Helper(); return p.Do("PATCH", path, body) }

// Delete deletes.
func (p *Person) Delete(path string) *Answer { p.t.Helper(); return p.Do("DELETE", path, nil) }
