package main

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/apiclient"
	"stint/internal/awslocal"
	"stint/internal/programs"
	cloud "stint/internal/template"
	"stint/internal/template/templatetest"
	"stint/shared/engine"
)

// packagedTemplate is the template of the streaming settings, with functions that are built for this machine in
// place of the empty ones.
func packagedTemplate(t *testing.T) *cloud.Template {
	t.Helper()
	if err := programs.BuildFunctions(t.Context(), "..", programs.Here, functionNames()...); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(synthesised(t, streamingSettings(t)).folder)); err != nil {
		t.Fatal(err)
	}
	path, err := cloud.Find(folder)
	if err != nil {
		t.Fatal(err)
	}
	read, err := cloud.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range functionsOf(t, read) {
		replaceBinary(t, read, f)
	}
	return read
}

// replaceBinary puts a built function in the place of an empty one.
func replaceBinary(t *testing.T, tm *cloud.Template, f cloud.Function) {
	t.Helper()
	packaged, err := tm.Binary(f)
	if err != nil {
		t.Fatal(err)
	}
	if name, err := os.ReadFile(packaged); err != nil || string(name) != f.Family {
		t.Fatalf("the code of %s is that of %q, %v", f.Family, name, err)
	}
	binary, err := filepath.Abs(programs.FunctionPath("..", programs.Here, f.Family))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(packaged), os.Symlink(binary, packaged)); err != nil {
		t.Fatal(err)
	}
}

// startEmulator runs the template with a table in an engine in memory.
func startEmulator(t *testing.T) (e *awslocal.Emulator, address string) {
	t.Helper()
	db, err := engine.Start(t.Context(), engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Stop)
	if e, err = awslocal.StartEmulator(t.Context(), packagedTemplate(t), db.Endpoint()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, server.URL + "/live"
}

// The template alone makes a working service. With its table, functions, settings and
// routes, a user can register, track time and submit a timesheet.
func TestEmulatedTemplateServesTheAPI(t *testing.T) {
	e, address := startEmulator(t)
	if _, err := e.Invoke(t.Context(), functions.Worker, []byte("{}")); err != nil {
		t.Errorf("the worker, with nothing to do: %v", err)
	}
	c := &apiclient.Sequence{Client: &apiclient.Client{Address: address}, Context: t.Context()}
	account := map[string]any{"email": "ada@example.com", "password": "correct horse battery", "displayName": "Ada"}
	c.Post("", "/api/auth/register", account)
	if _, err := e.Invoke(t.Context(), functions.Worker, []byte("{}")); err != nil ||
		len(e.Mailbox.Messages("ada@example.com")) != 1 {
		t.Errorf("the worker sent %v, %v, want a mail to the new account", e.Mailbox.Messages(""), err)
	}
	token := apiclient.Text(c.Post("", "/api/auth/login",
		map[string]any{"email": account["email"], "password": account["password"]}), "access_token")
	if me := c.Get(token, "/api/auth/me"); me["email"] != account["email"] {
		t.Errorf("me: %v", me)
	}
	project := c.Create(token, "/api/projects", map[string]any{"name": "Apollo"})
	day := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly) // yesterday
	c.Post(token, "/api/entries", map[string]any{"projectId": project, "startedAt": day + "T09:00:00Z",
		"stoppedAt": day + "T10:30:00Z"})

	timer := c.Create(token, "/api/timers/start", map[string]any{"projectId": project, "description": "Landing"})
	if running := c.Get(token, "/api/timers/current"); !strings.Contains(fmt.Sprint(running), timer) {
		t.Errorf("running: %v", running)
	}
	if stopped := c.Post(token, "/api/timers/"+timer+"/stop", map[string]any{}); stopped["stopped_at"] == nil {
		t.Errorf("stopped: %v", stopped)
	}
	week := "from=" + day + "T00:00:00Z&to=" + time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly) + "T00:00:00Z"
	if items, _ := c.Get(token, "/api/entries?"+week)["items"].([]any); len(items) != 2 {
		t.Errorf("%d entries, want 2", len(items))
	}
	summary := c.Get(token, "/api/reports/summary?"+week)
	total, _ := summary["total"].(map[string]any)
	if seconds, _ := total["seconds"].(float64); seconds < 5400 || seconds > 5460 { // the timer ran for a moment too
		t.Errorf("summary: %v", summary)
	}
	export := c.Do(apiclient.Call{Token: token, Method: "GET", Path: "/api/entries/export?stream=true&" + week})
	if rows := strings.Count(string(export.Body), "\r\n"); export.Status != 200 || rows != 3 {
		t.Errorf("export: %d, %s", export.Status, export.Body)
	}
	submission := c.Create(token, "/api/workspaces/me/timesheet-submissions",
		map[string]any{"periodStart": day, "periodEnd": day})
	if got := c.Get(token, "/api/workspaces/me/timesheet-submissions/"+submission); got["status"] != "submitted" ||
		got["total_seconds"] != 5400.0 {
		t.Errorf("sheet: %v", got)
	}
	checkWebhook(t, e, c, token)
	checkUnmatchedRequests(t, c, token)
	if c.Err != nil {
		t.Error(c.Err)
	}
}

// checkWebhook sends a test event to a server that does not exist. The deliverer must try to deliver
// it in the time that it has by the template.
func checkWebhook(t *testing.T, e *awslocal.Emulator, c *apiclient.Sequence, token string) {
	t.Helper()
	webhook := c.Create(token, "/api/webhooks", map[string]any{
		"url": "https://webhook.invalid/stint", "events": []string{"tag.created"}})
	c.Post(token, "/api/webhooks/"+webhook+"/test", map[string]any{})
	if _, err := e.Invoke(t.Context(), functions.Deliverer, []byte("{}")); err != nil {
		t.Errorf("the deliverer: %v", err)
	}
	items, _ := c.Get(token, "/api/webhooks/"+webhook+"/deliveries")["items"].([]any)
	if len(items) == 0 {
		t.Fatalf("no delivery: %v", c.Err)
	}
	if delivery, _ := items[0].(map[string]any); delivery["attempts"] != 1.0 || delivery["error"] == nil {
		t.Errorf("delivery: %v", delivery)
	}
}

// checkUnmatchedRequests sends requests that no route matches. The template must send
// them to a function too.
func checkUnmatchedRequests(t *testing.T, c *apiclient.Sequence, token string) {
	t.Helper()
	for _, w := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/nowhere/at/all", 404, "not_found"},
		{"POST", "/", 405, "method_not_allowed"},
		{"PUT", "/api/timers/start", 405, "method_not_allowed"},
		{"GET", "/api/projects/100%25", 404, "not_found"},
		{"POST", "/api/projects", 422, "validation"},
	} {
		answer := c.Do(apiclient.Call{Token: token, Method: w.method, Path: w.path, Body: map[string]any{}})
		got, err := answer.Object()
		kind := apiclient.Text(got, "type")
		if err != nil || answer.Status != w.status || !strings.HasSuffix(kind, "/errors/"+w.code) ||
			!strings.Contains(kind, ".execute-api.us-east-1.amazonaws.com/live/") {
			t.Errorf("%s %s: %d %s", w.method, w.path, answer.Status, answer.Body)
		}
		if answer.Header.Get("X-Correlation-Id") == "" || answer.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: headers %v", w.method, w.path, answer.Header)
		}
	}
}

// The derived template for LocalStack has the same routes, functions and
// settings, except for the settings that it overrides.
func TestDerivedTemplateHasTheSameRoutesAndSettings(t *testing.T) {
	folder := t.TempDir()
	before := readTemplate(t, folder, standardText(t))
	code := map[string]any{}
	for _, f := range functionsOf(t, before) {
		code[f.Name] = map[string]any{"S3Bucket": "b", "S3Key": f.Family + ".zip"}
	}
	text, err := before.Derive(cloud.Overrides{Code: code, Environment: map[string]any{"KMS_ENDPOINT": "http://here"}})
	if err != nil {
		t.Fatal(err)
	}
	wantNoCircle(t, text)
	after := readTemplate(t, folder, string(text))
	if got, want := routesOf(t, after), routesOf(t, before); len(want) < 100 || !slices.Equal(got, want) {
		t.Errorf("%d routes\n%v\nwant %d\n%v", len(got), got, len(want), want)
	}
	for _, f := range functionsOf(t, before) {
		wantSame(t, settingsOf(t, after, f.Name, "KMS_ENDPOINT"), settingsOf(t, before, f.Name))
		if got, _, err := after.FunctionOf(f.Family); err != nil || got.Timeout != f.Timeout || f.Timeout == 0 {
			t.Errorf("%s has %s outside of AWS, %v, want %s", f.Family, got.Timeout, err, f.Timeout)
		}
	}
}

func readTemplate(t *testing.T, folder, text string) *cloud.Template {
	t.Helper()
	read, err := cloud.Read(templatetest.Write(t, folder, text))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func routesOf(t *testing.T, tm *cloud.Template) []cloud.Route {
	t.Helper()
	all, err := tm.Routes()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func functionsOf(t *testing.T, tm *cloud.Template) []cloud.Function {
	t.Helper()
	all, err := tm.Functions()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// settingsOf are the settings of a function, without some of them.
func settingsOf(t *testing.T, tm *cloud.Template, name string, without ...string) map[string]string {
	t.Helper()
	all := functionsOf(t, tm)
	at := slices.IndexFunc(all, func(f cloud.Function) bool { return f.Name == name })
	settings, err := all[at].Settings(tm.LocalNames("stint"))
	if err != nil || len(settings) < len(without)+5 {
		t.Fatalf("settings of %s: %v, %v", name, settings, err)
	}
	for _, other := range without {
		delete(settings, other)
	}
	return settings
}
