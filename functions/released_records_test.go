package functions_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/table"
)

// withLimits has the limits that leave records, with room for all requests of the budgets.
func withLimits(c *config.Config) {
	c.AttemptsPerNetwork, c.AttemptsPerAccount = 1000, 1000
	c.Limits.FailuresPerDay, c.Limits.APIKeys = 1000, 50
}

// addRareRecords makes the kinds of records that no request of the budgets leaves. What the worker would
// take away comes after its last run.
func (w *world) addRareRecords(t *testing.T) {
	t.Helper()
	w.addExternalIDs()
	w.owner.Post("/api/projects", object{"name": w.newName(), "visibility": "public"}).OK()
	w.owner.Delete("/api/tags/" + w.createTag()).OK()
	w.sendOnce("/api/tags")
	w.sendOnce("/api/workspaces")
	w.deliverToWebhook(t)
	w.fetchClientDocument(t)
	w.makeDataKeys(t)
	w.giveUpUndecodable(t)
	w.beginCopy(t)
	unproven := w.createUserWithCalendar()
	proof := w.MailedToken(unproven.Email, "verify-email")
	w.RunWorker()

	unproven.Post("/api/auth/verify-email", object{"token": proof}).OK() // ends the calendar connection
	w.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": w.owner.Email, "password": "not the password"}}).Problem(401, "unauthorized")
	w.startJob()
	w.owner.Post("/api/reports/summary/jobs", yearOfSummary).OK()
	w.interruptUpsert()
	w.giveUpWork(t)
}

// addExternalIDs makes a record of each kind that may have an external id.
func (w *world) addExternalIDs() {
	for _, path := range []string{"/api/clients", "/api/projects", "/api/tags",
		"/api/projects/" + w.ids["projects"] + "/tasks"} {
		w.owner.Post(path, object{"name": w.newName(), "externalId": "A-1"}).OK()
	}
	w.owner.Post("/api/entries", w.withHour(object{"externalId": "A-1"})).OK()
}

// sendOnce makes a record by a request that may be repeated.
func (w *world) sendOnce(path string) {
	w.owner.With("Idempotency-Key", "once-and-only-once").Post(path, w.newNameBody()).OK()
}

// deliverToWebhook sends events of a new record to a webhook, which remembers what it has seen.
func (w *world) deliverToWebhook(t *testing.T) {
	t.Helper()
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer receiver.Close()
	p := w.Register(w.newName())
	p.Post("/api/webhooks", object{"url": receiver.URL, "events": []string{"*"}}).OK()
	p.Post("/api/tags", w.newNameBody()).OK()
	p.Post("/api/timers/start", object{}).OK()
	w.RunDeliverer(p.WorkspaceID)
}

// fetchClientDocument lets the service fetch the metadata document of an app.
func (w *world) fetchClientDocument(t *testing.T) {
	t.Helper()
	var app string
	maker := httptest.NewServer(http.HandlerFunc(func(a http.ResponseWriter, _ *http.Request) {
		a.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(a).Encode(object{"client_id": app, "client_name": "Chart Maker",
			"redirect_uris": []string{"http://127.0.0.1/callback"}})
	}))
	defer maker.Close()
	app = maker.URL + "/client.json"
	request, err := url.Parse(appRequest)
	if err != nil {
		t.Fatal(err)
	}
	query := request.Query()
	query.Set("client_id", app)
	w.Send(apitest.Request{Method: "GET", Path: request.Path + "?" + query.Encode()}).Page(200)
}

// makeDataKeys makes the data keys as a function does. They are those that the service of the tests uses.
func (w *world) makeDataKeys(t *testing.T) {
	t.Helper()
	for purpose, key := range w.dataKeys(t) {
		if want, err := w.Deps.Secrets.Key(t.Context(), purpose); err != nil || string(key) != string(want) {
			t.Errorf("the data key for %s is another one than that of the service: %v", purpose, err)
		}
	}
}

// dataKeys reads the data keys from the table, or makes those that it does not have.
func (w *world) dataKeys(t *testing.T) map[secret.Purpose][]byte {
	t.Helper()
	keeper := secret.NewKeeper(store.NewSealedKeys(testkit.Connect(t), w.Table.Name),
		secret.NewLocal(w.Deps.Config.LocalKey))
	all := map[secret.Purpose][]byte{}
	for _, p := range secret.Purposes() {
		key, err := keeper.Key(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		all[p] = key
	}
	return all
}

// giveUpUndecodable lets the worker find an item in its queue that is no work.
func (w *world) giveUpUndecodable(t *testing.T) {
	t.Helper()
	at := table.StringValue(domain.InstantOf(w.Clock.Now()).String() + "#" + string(domain.NewID()))
	w.Table.Fill(t, []map[string]types.AttributeValue{
		{"pk": table.StringValue("Q#0"), "sk": at, "created": table.StringValue("yesterday")}})
	w.RunWorker()
}

// beginCopy brings a purged workspace back, and is interrupted.
func (w *world) beginCopy(t *testing.T) {
	t.Helper()
	p := w.Register(w.newName())
	lost := p.Post("/api/workspaces", w.newNameBody()).ID()
	restored := testkit.NewTable(t)
	restored.Fill(t, testkit.Dump(t, w.Table))
	p.Switch(lost).Delete("/api/workspaces/" + lost).OK()
	w.RunWorker()
	w.Clock.Advance(domain.WriteGrace)
	w.RunWorker() // the purge is over
	w.owner = w.owner.SignInAgain()

	probe := new(testkit.Probe)
	probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes, Skip: 1,
		Times: testkit.Always})
	here := store.New(testkit.Connect(t, probe.Attach), w.Table.Name, w.Deps.Secrets, w.Clock.Now)
	from := store.New(testkit.Connect(t), restored.Name, w.Deps.Secrets, w.Clock.Now)
	_, err := here.BringBack(t.Context(), domain.ID(lost), from, "stint-restored")
	if _, begun := w.Deps.Store.CopyBegun(t.Context(), domain.ID(lost)); err == nil || begun != nil {
		t.Fatalf("the copy was not interrupted: %v, %v", err, begun)
	}
}

// interruptUpsert reserves the names of many tags, and fails before they are made.
func (w *world) interruptUpsert() {
	var rows []object
	for range 50 {
		name := w.newName()
		rows = append(rows, object{"name": name, "externalId": name})
	}
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected),
		Where: testkit.On("TransactWriteItems", "DeleteItem"), Skip: 3, Times: testkit.Always})
	defer w.Probe.Reset()
	w.owner.Post("/api/tags:upsert", object{"items": rows}).Problem(503, "service_unavailable")
}

// giveUpWork makes a mail that waits a dead letter, as the worker does after its last try.
func (w *world) giveUpWork(t *testing.T) {
	t.Helper()
	w.owner.Invite(w.newName()+"@example.com", "user")
	for shard := range 8 {
		for work, err := range w.Deps.Store.DueWork(t.Context(), shard) {
			if err != nil {
				t.Fatal(err)
			}
			if work.Kind == domain.MailInvitation {
				if err := w.Deps.Store.GiveUpWork(t.Context(), work); err != nil {
					t.Fatal(err)
				}
				return
			}
		}
	}
	t.Fatal("no mail waits")
}
