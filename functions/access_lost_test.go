package functions_test

import (
	"strings"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/auth"
)

// hiddenName is in the names and texts of a private project of the owner, and in what is on it.
const hiddenName = "Project Goldfinch"

// accessLost are the ways in which an admin loses access to what only owner, admins and members see.
var accessLost = map[string]func(owner, admin *apitest.User, workspace string){
	"second factor required": func(owner, _ *apitest.User, workspace string) {
		owner.EnableSecondFactor()
		owner.Patch(workspace, object{"requireSecondFactor": true}).OK()
	},
	"deactivated": func(owner, admin *apitest.User, workspace string) {
		owner.Patch(workspace+"/members/"+admin.ID, object{"isDeactivated": true}).OK()
	},
	"removed": func(owner, admin *apitest.User, workspace string) {
		owner.Delete(workspace + "/members/" + admin.ID).OK()
	},
	"made a user": func(owner, admin *apitest.User, workspace string) {
		owner.Patch(workspace+"/members/"+admin.ID, object{"role": "user"}).OK()
	},
}

// Who has lost access sees nothing of the workspace any more, on any route, with the session and the key from before.
func TestNoRouteShowsWhatACallerLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.addHidden()
	workspace := "/api/workspaces/" + w.owner.WorkspaceID
	admin := w.owner.AddMember("adam", "admin")
	key, _ := admin.Post("/api/me"+strings.TrimPrefix(workspace, "/api")+"/api-keys",
		object{"name": "robot"}).OK()["token"].(string)
	if shown := w.countShown(t, admin.Token, key); shown < 15 {
		t.Fatalf("%d routes show the hidden name to an admin: the test shows little", shown)
	}
	before := w.TakeSnapshot()
	for how, lose := range accessLost {
		t.Run(how, func(t *testing.T) {
			w.Restore(t, before)
			lose(w.owner, admin, workspace)
			if shown := w.countShown(t, admin.Token, key); shown > 0 {
				t.Errorf("%d routes show the hidden name", shown)
			}
		})
	}
}

func (w *world) addHidden() {
	o := w.owner
	for _, path := range []string{"/api/projects/" + w.ids["projects"], "/api/tasks/" + w.ids["tasks"]} {
		o.Patch(path, object{"name": hiddenName}).OK()
	}
	made := o.Post("/api/entries", object{"projectId": w.ids["projects"], "description": hiddenName,
		"startedAt": "2026-06-17T07:00:00Z", "stoppedAt": "2026-06-17T08:00:00Z"}).OK()
	w.ids["entries"], _ = made["id"].(string)
}

// countShown counts the routes that read whose answers contain the hidden name.
func (w *world) countShown(t *testing.T, session, key string) (shown int) {
	t.Helper()
	for _, spec := range functions.Routes() {
		if spec.Method != "GET" || !needsCredential(spec) {
			continue
		}
		bearer := session
		if spec.Credential == auth.APIKey {
			bearer = key
		}
		path := w.pathOf(t, spec, nil) + "?from=2026-06-01T00:00:00Z&to=2026-06-18T00:00:00Z&group_by=project&since=2026-06-10T00:00:00Z"
		answer := w.As(bearer).Get(path)
		if strings.Contains(string(answer.Body), hiddenName) {
			t.Logf("%s shows it", spec.ID)
			shown++
		}
	}
	return shown
}
