package webhooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

type object = map[string]any

const (
	all    = "/api/webhooks"
	target = "https://hooks.example.com/in?key=canary"
)

func TestWebhookLifecycle(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	created := ada.Post(all, object{"url": target, "events": []string{
		"entry.created", "client.approved", "entry.created"}})
	path := all + "/" + created.ID()
	if h := created.OK(); h["url"] != target || fmt.Sprint(h["events"]) != "[entry.created client.approved]" ||
		h["is_active"] != true ||
		h["created_by"] != ada.ID || h["version"] != 1.0 || !strings.HasPrefix(h["secret"].(string), "whsec_") {
		t.Errorf("created %v", h)
	}
	if h := ada.Get(path).OK(); h["disabled_reason"] != nil || h["consecutive_failures"] != 0.0 {
		t.Errorf("shown %v", h)
	}
	if _, shown := ada.Get(path).OK()["secret"]; shown {
		t.Error("the secret is shown again")
	}
	changed := ada.Patch(path, object{"events": []string{"*"}, "isActive": false, "description": "of the shop"})
	if h := changed.OK(); h["version"] != 2.0 || h["is_active"] != false || h["description"] != "of the shop" ||
		changed.Header.Get("ETag") != `"2"` {
		t.Errorf("changed %v", h)
	}
	if same := ada.Patch(path, object{"isActive": false}).OK(); same["version"] != 2.0 {
		t.Errorf("a change of nothing gave %v", same)
	}
	ada.Send(apitest.Request{Method: "DELETE", Path: path, Bearer: ada.Token,
		Header: map[string]string{"If-Match": `"1"`}}).Problem(409, "conflict")
	if items := ada.Get(all).Items(); len(items) != 1 || items[0]["id"] != created.ID() {
		t.Errorf("listed %v", items)
	}
	ada.Delete(path).OK()
	ada.Get(path).Problem(404, "not_found")
}

func TestWebhookFields(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	ada.Post(all, object{}).Invalid("url required", "events required")
	ada.Post(all, object{"url": target, "events": []string{}}).Invalid("events min_items")
	ada.Post(all, object{"url": target, "events": []string{"*", "entry.eaten"}}).Invalid("events[1] enum_invalid")
	for _, refused := range []string{
		"", "hooks", "http://hooks.example.com/", "https://ada:secret@hooks.example.com/", "https://hooks.example.com:80/",
		"https://10.1.2.3/",
		"https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://hooks.example.com/#part", "https://localhost/",
		"ftp://hooks.example.com/",
	} {
		ada.Post(all, object{"url": refused, "events": []string{"*"}}).Invalid("url url_invalid")
	}
	// at home only
	path := all + "/" + ada.Post(all, object{"url": "http://localhost:8099/in", "events": []string{"*"}}).ID()
	ada.Patch(path, object{"url": "https://192.168.1.1/"}).Invalid("url url_invalid")
	ada.Patch(path, object{"url": nil}).Invalid("url required")
}

func TestWhoManagesWebhooks(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	amir, ursula, ann := ada.AddMember("amir", "admin"), ada.AddMember("ursula", "user"), ada.AddMember("ann", "analyst")
	path := all + "/" + amir.Post(all, object{"url": target, "events": []string{"*"}}).ID()
	for _, below := range []string{"", "/" + path[len(all)+1:], path[len(all):] + "/deliveries"} {
		ursula.Get(all + below).Denied("role_insufficient")
		ann.Get(all + below).Denied("role_insufficient")
	}
	ursula.Post(all, "{broken").Denied("role_insufficient")
	ann.Post(all, "{broken").Denied("analyst_read_only")
	ursula.Post(path+"/test", nil).Denied("role_insufficient")
	ursula.Post(path+"/rotate-secret", nil).Denied("role_insufficient")
	h.Register("olaf").Get(path).Problem(404, "not_found")
	ada.Delete(path).OK()
}

// A workspace has at most 20 webhooks, also by requests at the same time. A deleted one
// makes room.
func TestWebhooksAreLimited(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	for range 15 {
		ada.Post(all, object{"url": target, "events": []string{"*"}}).OK()
	}
	var made [10]*apitest.Answer
	testkit.Race(t, len(made), func(i int) { made[i] = ada.Post(all, object{"url": target, "events": []string{"*"}}) })
	n := 0
	for _, a := range made {
		if a.Status == http.StatusOK {
			n++
		} else {
			a.Conflict("limit_reached")
		}
	}
	if n != 5 {
		t.Errorf("%d webhooks were made beside 15, want 5", n)
	}
	ada.Delete(all + "/" + ada.Get(all).Items()[0]["id"].(string)).OK()
	ada.Post(all, object{"url": target, "events": []string{"*"}}).OK()
	ada.Post(all, object{"url": target, "events": []string{"*"}}).Conflict("limit_reached")
}

// Changing the workspace does not forget webhooks that were made since it was read.
func TestChangesOfTheWorkspaceKeepTheCount(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	until := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- ada.Patch("/api/workspaces/"+ada.WorkspaceID, object{"weekStart": "sunday"}) }()
	<-held.Reached()
	ada.Post(all, object{"url": target, "events": []string{"*"}}).OK()
	close(until)
	(<-done).Conflict("write_race")
}

// A replay does not repeat the secret, and the table has it sealed only.
func TestSecretsAreShownOnce(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	create := apitest.Request{
		Method: "POST", Path: all, Bearer: ada.Token, Body: object{"url": target, "events": []string{"*"}},
		Header: map[string]string{"Idempotency-Key": "k"},
	}
	first := ada.Send(create)
	secret := first.OK()["secret"].(string)
	if again := ada.Send(create); again.OK()["secret"] != nil || again.ID() != first.ID() {
		t.Errorf("the replay is %s", again.Body)
	}
	rotated := ada.Post(all+"/"+first.ID()+"/rotate-secret", nil).OK()
	if rotated["secret"] == secret || rotated["previous_secret_expires_at"] != "2026-06-18T12:00:00Z" ||
		rotated["version"] != 2.0 {
		t.Errorf("rotated %v", rotated)
	}
	for _, it := range apitest.TableItems(h) {
		for name, value := range it {
			for _, shown := range []string{secret, rotated["secret"].(string)} {
				if strings.Contains(fmt.Sprintf("%s", value), strings.TrimPrefix(shown, "whsec_")) {
					t.Errorf("the table has the secret in %s", name)
				}
			}
		}
	}
}
