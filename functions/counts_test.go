package functions_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// countRows has a row for each count of shared/store/internal/core/count.go: it makes something that is
// counted in the owner's workspace, and deletes it.
var countRows = map[string]func(w *world){
	"Ownerships":     (*world).makeAndPurgeWorkspace,
	"WorkspacesMade": (*world).makeAndPurgeWorkspace,
	"PasskeysNow": func(w *world) {
		w.owner.Delete("/api/me/passkeys/" + w.ids["passkeys"]).OK()
		w.ids["passkeys"] = apitest.NewPasskey(w.Service).AddTo(w.owner, w.newName()).ID()
	},
	"Joins":       (*world).makeAndRemoveAdmin,
	"RightsLost":  (*world).makeAndRemoveAdmin,
	"WebhooksNow": (*world).makeAndDeleteWebhook,
	"ClientsNow": func(w *world) {
		all := "/api/workspaces/" + w.owner.WorkspaceID + "/oauth-clients/"
		w.owner.Delete(all + w.registerApp(w.newName())).OK()
		w.owner.Delete(all + w.ids["oauth-clients"]).OK()
	},
	"LastDelivery": (*world).makeAndDeleteWebhook,
	"Wakings":      (*world).makeAndDeleteWebhook,
	"WatchWakings": func(w *world) { // the watch is due for a timer that starts so early
		for _, start := range []string{"2026-06-16T11:00:00Z", "2026-06-17T11:00:00Z"} {
			w.owner.Delete("/api/timers/" + w.ids["timers"]).OK()
			w.ids["timers"] = w.owner.Post("/api/timers/start", object{"startedAt": start}).ID()
		}
	},
	"ProjectsNow": func(w *world) {
		client := w.createClient()
		project := w.owner.Post("/api/projects", object{"name": w.newName(), "clientId": client}).ID()
		w.owner.Delete("/api/projects/" + project).OK()
		w.owner.Delete("/api/clients/" + client).OK()
	},
	"TasksMade": func(w *world) {
		project := w.createProject()
		task := w.owner.Post("/api/projects/"+project+"/tasks", w.newNameBody()).ID()
		w.owner.Delete("/api/tasks/" + task).OK()
		w.owner.Delete("/api/projects/" + project).OK()
	},
	"KeysMade": func(w *world) {
		keys := "/api/me/workspaces/" + w.owner.WorkspaceID + "/api-keys"
		w.owner.Delete(keys + "/" + w.owner.Post(keys, w.newNameBody()).ID()).OK()
	},
	"OverlapWrites": func(w *world) {
		workspace := "/api/workspaces/" + w.owner.WorkspaceID
		w.owner.Patch(workspace, object{"allowOverlap": false}).OK()
		entry := w.owner.Post("/api/entries", object{"startedAt": "2026-04-01T09:00:00Z",
			"stoppedAt": "2026-04-01T10:00:00Z"}).ID()
		w.owner.Delete("/api/entries/" + entry).OK()
	},
	"WrongCodes": func(w *world) { // a request with wrong codes is refused as any other
		device := w.newDevice()["device_code"].(string)
		d := people.DeviceAuthorization{Digest: domain.Digest(device)}
		if err := errors.Join(w.Deps.Store.CountWrongCode(context.Background(), d),
			w.Deps.Store.RefuseDevice(context.Background(), d)); err != nil {
			panic(err)
		}
	},
	"Attempts": func(w *world) { // a right password takes its guess back
		w.logIn("198.51.100.7")
	},
}

func (w *world) makeAndPurgeWorkspace() {
	made := w.owner.Post("/api/workspaces", w.newNameBody()).ID()
	w.owner.Delete("/api/workspaces/" + made).OK()
	w.Clock.Advance(15 * 24 * time.Hour)
	w.RunWorker()
	w.logIn("")
}

func (w *world) makeAndRemoveAdmin() {
	admin := w.owner.AddMember(w.newName(), "admin")
	member := "/api/workspaces/" + w.owner.WorkspaceID + "/members/" + admin.ID
	w.owner.Patch(member, object{"role": "user"}).OK()
	w.owner.Delete(member).OK()
}

// makeAndDeleteWebhook wakes the webhook while a run has its lease.
func (w *world) makeAndDeleteWebhook() {
	id, _ := w.createWebhook()
	for range 2 {
		if _, err := w.Deps.Store.LeaseWebhook(context.Background(), domain.ID(w.owner.WorkspaceID), domain.ID(id),
			domain.NewID()); err != nil {
			panic(err)
		}
	}
	w.owner.Delete("/api/webhooks/" + id).OK()
}

// logIn gives the owner a new session, from an address or "" for the usual one.
func (w *world) logIn(address string) {
	w.owner.Token = w.Send(apitest.Request{
		Method: "POST", Path: "/api/auth/login", Body: object{"email": w.owner.Email, "password": apitest.Password},
		ClientIP: address,
	}).OK()["access_token"].(string)
}

// newCountedWorld is a world in which something of every count was made and deleted. It has no
// webhook and no registered app.
func newCountedWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, func(c *config.Config) {
		c.PurgeAfterDays = 14
		c.Limits = config.Limits{FailuresPerDay: 100, Workspaces: 20, Sessions: 50, APIKeys: 50}
	})
	w.owner.Delete("/api/webhooks/" + w.ids["webhooks"]).OK()
	for _, name := range slices.Sorted(maps.Keys(countRows)) {
		countRows[name](w)
	}
	return w
}

// After something of every count was made and deleted, no request is refused as if another one had
// changed a record.
func TestCountsGoDownToNothing(t *testing.T) {
	t.Parallel()
	t.Run("every route that writes", func(t *testing.T) {
		t.Parallel()
		w := newCountedWorld(t)
		d := newGenerator(w, readSeed(t), "counted", 0)
		for _, spec := range functions.Routes() {
			if spec.Method == http.MethodGet || isDestructive(spec) || strings.HasSuffix(spec.ID, route.TwinSuffix) {
				continue
			}
			for range 3 {
				wantNoRace(t, w.Send(d.request(t, spec)))
			}
		}
	})
	t.Run("the workspace and its owner", func(t *testing.T) {
		t.Parallel()
		w := newCountedWorld(t)
		workspace := "/api/workspaces/" + w.owner.WorkspaceID
		w.owner.Patch(workspace, object{"name": "Changed"}).OK()
		heir := w.owner.AddMember("heir", "admin")
		w.owner.Post(workspace+"/transfer-ownership", object{"userId": heir.ID}).OK()
		heir.Post(workspace+"/transfer-ownership", object{"userId": w.owner.ID}).OK()
		w.owner.Delete(workspace).OK()
		w.owner.Post(workspace+"/restore", nil).OK()
		for _, member := range []*apitest.User{heir, w.analyst} {
			w.owner.Delete(workspace + "/members/" + member.ID).OK()
		}
		w.owner.Delete("/api/me").OK()
	})
}

func wantNoRace(t *testing.T, a *apitest.Answer) {
	t.Helper()
	if strings.Contains(string(a.Body), "write_race") {
		t.Errorf("%s %s %v\n%s", a.Request.Method, a.Request.Path, a.Request.Body, a.Body)
	}
}
