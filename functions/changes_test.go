package functions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// sessionPath is the path below /api for what has another path below /api/v1.
func sessionPath(u *apitest.User, path string) string {
	workspace := "/api/workspaces/" + u.WorkspaceID
	switch name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "?"); {
	case name == "workspace":
		return workspace
	case name == "members", name == "invitations":
		return workspace + path
	case strings.HasPrefix(name, "timesheet-submissions"):
		return "/api/workspaces/me" + path
	}
	return "/api" + path
}

// Every route that writes is called as the budgets call it. Whoever only follows the
// changes has the same records as the lists.
func TestEveryWriteIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := apitest.NewMirror(t, func(path string) *apitest.Answer { return w.owner.Get(sessionPath(w.owner, path)) })
	called := 0
	for _, b := range budgets {
		if methodOf(b.route) == "GET" || strings.HasPrefix(b.route, "workspaces.delete") ||
			strings.HasPrefix(b.route, "workspaces.restore") {
			continue
		}
		request := b.request(w)
		request.Method = methodOf(b.route)
		w.Send(request)
		if called++; called%20 == 0 {
			w.RunWorker()
		}
		if called%4 == 0 {
			m.Poll(t, 200)
		}
		if called%20 == 0 {
			if m.Compare(t, b.route+" "+b.when); t.Failed() {
				t.FailNow()
			}
		}
	}
	m.Poll(t, 200)
	m.Compare(t, "all routes")
}
