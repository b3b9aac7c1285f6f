package invitations_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

type object = map[string]any

const (
	day       = 24 * time.Hour
	bobsEmail = "bob@example.com"
	nobodysID = "01890000-0000-7000-8000-000000000000"
)

func invitationsPath(p *apitest.User) string {
	return "/api/workspaces/" + p.WorkspaceID + "/invitations"
}

func acceptPath(id string) string { return "/api/me/pending-invitations/" + id + "/accept" }

func declinePath(id string) string { return "/api/me/pending-invitations/" + id + "/decline" }

func lookup(api *apitest.Service, token string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + token})
}

func registerRequest(name string, token any) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": name + "@example.com", "password": apitest.Password, "displayName": name, "invitationToken": token,
	}}
}

// registerVerified registers a user with a verified address.
func registerVerified(api *apitest.Service, name string) *apitest.User {
	p := api.Register(name)
	p.VerifyEmail()
	return p
}

// listMembers lists the members as "name role", in the order of the answer.
func listMembers(t *testing.T, p *apitest.User) string {
	t.Helper()
	var all []string
	for _, m := range p.Get("/api/workspaces/" + p.WorkspaceID + "/members").Items() {
		all = append(all, m["display_name"].(string)+" "+m["role"].(string))
	}
	return strings.Join(all, ", ")
}
