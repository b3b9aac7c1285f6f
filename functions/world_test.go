package functions_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit/idp"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/mail"
	"stint/shared/route"
)

// world is a workspace with a record for every parameter of a path.
type world struct {
	*apitest.Service
	provider     *idp.StandIn // for single sign-on
	calendars    *apitest.CalendarProvider
	owner        *apitest.User
	analyst      *apitest.User
	key          string            // the owner's API key
	ids          map[string]string // by the path segment before the parameter
	spareWebhook string            // of newWebhookPath; "" is none
	texts        map[string]string // values of parameters that are not ids, likewise
	lastDayOfMay int               // that has time; see dayOfMay
}

// newWorld gives a test its own world. Those without options are copies of one that is made once,
// because its records take many requests. With options it is made anew: some of them change what is stored.
func newWorld(t *testing.T, options ...apitest.Option) *world {
	t.Helper()
	if len(options) > 0 {
		return makeWorld(t, options...)
	}
	return copyModel(t)
}

// model is the world of which others are copies.
var model struct {
	sync.Mutex
	*world // nil before the first copy
	state  apitest.Snapshot
}

func copyModel(t *testing.T) *world {
	t.Helper()
	model.Lock()
	defer model.Unlock()
	if model.world == nil {
		w := makeWorld(t)
		model.world, model.state = w, w.TakeSnapshot()
	}
	w := *model.world
	w.Service, w.provider, w.calendars = apitest.NewWithSSOAndCalendar(t)
	w.Restore(t, model.state)
	for _, m := range slices.Backward(model.Mailbox.Messages("")) { // the oldest first
		must(w.Mailbox.Send(t.Context(), mail.Message{ID: m.ID, To: m.To, Subject: m.Subject, Text: m.Text, HTML: m.HTML}))
	}
	w.owner, w.analyst = w.owner.In(w.Service), w.analyst.In(w.Service)
	w.ids, w.texts = maps.Clone(w.ids), maps.Clone(w.texts)
	return &w
}

func makeWorld(t *testing.T, options ...apitest.Option) *world {
	t.Helper()
	api, provider, calendars := apitest.NewWithSSOAndCalendar(t, options...)
	w := &world{Service: api, provider: provider, calendars: calendars, owner: api.Register("olga")}
	w.analyst = w.owner.AddMember("anton", "analyst")
	w.createRecords("own")
	return w
}

// createRecords creates one record of each kind in the owner's workspace.
func (w *world) createRecords(name string) {
	o := w.owner
	project := o.Post("/api/projects", object{"name": name, "visibility": "private",
		"budget": object{"kind": "time", "limit": 36_000}}).ID()
	task := o.Post("/api/projects/"+project+"/tasks", object{"name": name}).ID()
	o.Post("/api/projects/"+project+"/members", object{"userId": o.ID}).OK()
	w.key, _ = o.Post("/api/me/workspaces/"+o.WorkspaceID+"/api-keys", object{"name": name}).OK()["token"].(string)
	w.ids = map[string]string{
		"workspaces": o.WorkspaceID,
		"projects":   project,
		"tasks":      task,
		"clients":    o.Post("/api/clients", object{"name": name}).ID(),
		"tags":       o.Post("/api/tags", object{"name": name}).ID(),
		"entries": o.Post("/api/entries", object{"taskId": task, "startedAt": "2026-06-16T09:00:00Z",
			"stoppedAt": "2026-06-16T10:00:00Z"}).ID(),
		"timers": o.Post("/api/timers/start",
			object{"taskId": task, "startedAt": "2026-06-17T11:00:00Z"}).ID(),
		"api-keys": o.Get("/api/auth/api-keys").Items()[0]["id"].(string),
		"sessions": o.Get("/api/auth/sessions").Items()[0]["id"].(string),
		"invitations": o.Post("/api/workspaces/"+o.WorkspaceID+"/invitations",
			object{"email": name + "-guest@example.com"}).ID(),
		"members":             o.ID,
		"pending-invitations": o.ID, // no invitation has this id
	}
	w.ids["passkeys"] = apitest.NewPasskey(w.Service).AddTo(o, name).ID()
	w.ids["webhooks"], w.ids["deliveries"] = w.createWebhook()
	w.ids["apps"] = o.AllowApp(apitest.SomeApp(), people.AccessFull).ID
	w.ids["oauth-clients"] = w.registerApp(name)
	feed, feedToken := w.createFeed(o)
	w.ids["calendar-feeds"] = feed
	w.ids["jobs"] = o.Post("/api/reports/summary/jobs", yearOfSummary).ID()
	w.ids["billing-jobs"] = w.startJob()
	o.Delete("/api/workspaces/me/billing-jobs/" + w.ids["billing-jobs"]).OK()
	token := w.createSubmissions(project)
	w.texts = map[string]string{"invitations": "no-such-token", "errors": "not_found", "docs": "timers",
		"external-logins": "external", "calendar-connections": "external", "client-approval": token, "feeds": feedToken}
}

// createFeed creates a calendar feed of a user's own time, and gives its token.
func (w *world) createFeed(p *apitest.User) (id, token string) {
	made := p.Post("/api/workspaces/"+p.WorkspaceID+"/calendar-feeds", object{"name": "Calendar"}).OK()
	token = strings.TrimPrefix(made["url"].(string), apitest.BaseURL+"/feeds/")
	return made["id"].(string), strings.TrimSuffix(token, ".ics")
}

// createWebhook creates a webhook with a delivery.
func (w *world) createWebhook() (id, delivery string) {
	id = w.owner.Post("/api/webhooks", object{"url": "https://hooks.example.com/in", "events": []string{"*"}}).ID()
	return id, w.owner.Post("/api/webhooks/"+id+"/test", nil).ID()
}

// registerApp registers an app with a secret.
func (w *world) registerApp(name string) (id string) {
	return w.owner.Post("/api/workspaces/"+w.owner.WorkspaceID+"/oauth-clients", object{"name": name,
		"redirectUris": []string{"https://app.example.com/callback"}, "isConfidential": true}).ID()
}

// startJob writes a running billing job without work. The API makes one only for
// thousands of entries.
func (w *world) startJob() (id string) {
	j := money.BillingJob{
		ID: domain.NewID(), Rerating: money.Rerating{Kind: money.KindResnapshot}, Status: domain.JobRunning,
		StartedAt: domain.InstantOf(apitest.StartTime), Version: 1,
	}
	book := money.NewRateBook(money.NewBilling())
	if err := w.Deps.Store.StartJob(context.Background(), domain.ID(w.owner.WorkspaceID), j, book,
		j.StartedAt); err != nil {
		panic(err)
	}
	return string(j.ID)
}

// createSubmissions submits three hours on the project. The first submission has a
// history. The token is that of a client link of the last one.
func (w *world) createSubmissions(project string) (token string) {
	const all = "/api/workspaces/me/timesheet-submissions"
	made := w.submitDay(project, 2).OK()
	w.submitDay(project, 3).OK()
	id := made["id"].(string)
	w.ids["timesheet-submissions"] = id
	w.ids["submission-lines"] = made["lines"].([]any)[0].(object)["id"].(string)
	w.owner.Post(all+"/"+id+"/approve-all", nil).OK()
	for range 2 {
		w.ids["client-approval-links"] = w.owner.Post(all+"/"+id+"/client-approval-links",
			object{"clientEmail": "client@example.com"}).ID()
	}
	w.owner.Post(all+"/"+id+"/reopen", nil).OK()
	w.lastDayOfMay = 4
	last := all + "/" + w.submitDay(project, w.lastDayOfMay).ID()
	w.owner.Post(last+"/approve-all", nil).OK()
	return w.owner.Post(last+"/client-approval-links",
		object{"clientEmail": "client@example.com", "delivery": "self"}).OK()["token"].(string)
}

// dayOfMay is a day of May, or of June after its end.
func dayOfMay(day int) string {
	return time.Date(2026, time.May, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// submitDay submits an hour on a day of May.
func (w *world) submitDay(project string, day int) *apitest.Answer {
	date := dayOfMay(day)
	w.owner.Post("/api/entries", object{"projectId": project, "startedAt": date + "T09:00:00Z",
		"stoppedAt": date + "T10:00:00Z"}).OK()
	return w.owner.Post("/api/workspaces/me/timesheet-submissions", object{"periodStart": date, "periodEnd": date})
}

type object = map[string]any

// pathOf fills the parameters of a route's path. replace, unless nil, can change each
// id.
func (w *world) pathOf(t *testing.T, spec route.Spec, replace func(segment, own string) string) string {
	t.Helper()
	parts := strings.Split(spec.Path, "/")
	for i, part := range parts {
		if !strings.HasPrefix(part, "{") {
			continue
		}
		segment, name := parts[i-1], strings.Trim(part, "{}")
		from := w.texts
		if route.IsIDParam(name) {
			from = w.ids
		}
		own, known := from[segment]
		if !known {
			t.Fatalf("route %s: no value for %s after %q: add one to the world", spec.ID, part, segment)
		}
		parts[i] = own
		if route.IsIDParam(name) && replace != nil {
			parts[i] = replace(segment, own)
		}
	}
	return strings.Join(parts, "/")
}

// bearerFor is the owner's credential for a route. Public routes get the access token,
// which some of them accept.
func (w *world) bearerFor(spec route.Spec) string {
	if spec.Credential == auth.APIKey {
		return w.key
	}
	return w.owner.Token
}

// eachRoute runs a test for every route that the filter keeps. It fails when there is
// none. Routes for API keys come first, because a session can end the workspace of the key.
func eachRoute(t *testing.T, keep func(route.Spec) bool, f func(t *testing.T, spec route.Spec)) {
	t.Helper()
	any := false
	all := functions.Routes()
	slices.SortStableFunc(all, func(a, b route.Spec) int { return cmp.Compare(a.Credential, b.Credential) })
	for _, spec := range all {
		if keep(spec) {
			any = true
			t.Run(spec.ID, func(t *testing.T) { f(t, spec) })
		}
	}
	if !any {
		t.Fatal("no route was tested")
	}
}

func needsCredential(spec route.Spec) bool { return spec.Credential != auth.Public }

// wantRefused checks a refusal: a problem, a page where the route shows pages, or an error of OAuth.
func wantRefused(a *apitest.Answer, spec route.Spec, status int, code string) {
	if spec.Op.ShowsPages() && spec.OwnProtocol && !showsOwnPage(spec) {
		if a.Status != status || !strings.HasPrefix(string(a.Body), `{"error":"`) {
			panic(fmt.Sprintf("%s: %d %s", spec.ID, a.Status, a.Body))
		}
		return
	}
	if spec.Op.ShowsPages() {
		a.Page(status)
		return
	}
	a.Problem(status, code)
}

// showsOwnPage reports whether a route of the family oauth shows pages.
func showsOwnPage(spec route.Spec) bool {
	return spec.Path == "/oauth/authorize" || spec.Path == "/oauth/device"
}

func takesForm(spec route.Spec) bool {
	_, has := spec.Op.In.FieldByName("Form")
	return has
}

func takesBody(spec route.Spec) bool {
	_, isForm := spec.Op.In.FieldByName("Form")
	return spec.ReadsBody() && !isForm
}
