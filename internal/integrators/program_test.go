package integrators_test

import (
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// program sends requests with an API key alone, and counts them.
type program struct {
	*apitest.Service
	key  string
	sent int
}

// programOf makes a program with a new key of a user; access may be read, time or full.
func programOf(t testing.TB, u *apitest.User, access string) *program {
	t.Helper()
	path := "/api/me/workspaces/" + u.WorkspaceID + "/api-keys"
	key, _ := u.Post(path, object{"name": "script", "access": access}).OK()["token"].(string)
	return &program{Service: u.Service, key: key}
}

// do sends a request to a path below /api/v1.
func (p *program) do(method, path string, body any) *apitest.Answer {
	p.sent++
	return p.As(p.key).Do(method, "/api/v1"+path, body)
}

func (p *program) get(path string) *apitest.Answer { return p.do("GET", path, nil) }

func (p *program) post(path string, body any) *apitest.Answer { return p.do("POST", path, body) }
