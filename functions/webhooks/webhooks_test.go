package webhooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain/feed"
)

type object = map[string]any

const (
	all    = "/api/webhooks"
	target = "https://hooks.example.com/in?key=canary"
)

func TestWebhookLifecycle(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	created := owner.Post(all, object{"url": target, "events": []string{
		"entry.created", "client.approved", "entry.created"}})
	path := all + "/" + created.ID()
	if h := created.OK(); h["url"] != target || fmt.Sprint(h["events"]) != "[entry.created client.approved]" ||
		h["is_active"] != true ||
		h["created_by"] != owner.ID || h["version"] != 1.0 || !strings.HasPrefix(h["secret"].(string), "whsec_") {
		t.Errorf("created %v", h)
	}
	if h := owner.Get(path).OK(); h["disabled_reason"] != nil || h["consecutive_failures"] != 0.0 {
		t.Errorf("shown %v", h)
	}
	if _, shown := owner.Get(path).OK()["secret"]; shown {
		t.Error("the secret is shown again")
	}
	changed := owner.Patch(path, object{"events": []string{"*"}, "isActive": false, "description": "of the shop"})
	if h := changed.OK(); h["version"] != 2.0 || h["is_active"] != false || h["description"] != "of the shop" ||
		changed.Header.Get("ETag") != `"2"` {
		t.Errorf("changed %v", h)
	}
	if same := owner.Patch(path, object{"isActive": false}).OK(); same["version"] != 2.0 {
		t.Errorf("a change of nothing gave %v", same)
	}
	owner.With("If-Match", `"1"`).Delete(path).Problem(409, "conflict")
	if items := owner.Get(all).Items(); len(items) != 1 || items[0]["id"] != created.ID() {
		t.Errorf("listed %v", items)
	}
	owner.Delete(path).OK()
	owner.Get(path).Problem(404, "not_found")
}

func TestWebhookFields(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	owner.Post(all, object{}).Invalid("url required", "events required")
	owner.Post(all, object{"url": target, "events": []string{}}).Invalid("events min_items")
	owner.Post(all, object{"url": target, "events": []string{"*", "entry.eaten"}}).Invalid("events[1] enum_invalid")
	for _, refused := range []string{
		"", "hooks", "http://hooks.example.com/", "https://ada:secret@hooks.example.com/", "https://hooks.example.com:80/",
		"https://10.1.2.3/",
		"https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://hooks.example.com/#part", "https://localhost/",
		"ftp://hooks.example.com/",
	} {
		owner.Post(all, object{"url": refused, "events": []string{"*"}}).Invalid("url url_invalid")
	}
	// at home only
	path := all + "/" + owner.Post(all, object{"url": "http://localhost:8099/in", "events": []string{"*"}}).ID()
	owner.Patch(path, object{"url": "https://192.168.1.1/"}).Invalid("url url_invalid")
	owner.Patch(path, object{"url": nil}).Invalid("url required")
}

func TestWhoManagesWebhooks(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, member, analyst := owner.AddMember("amir", "admin"), owner.AddMember("ursula", "user"),
		owner.AddMember("ann", "analyst")
	path := all + "/" + admin.Post(all, object{"url": target, "events": []string{"*"}}).ID()
	for _, below := range []string{"", "/" + path[len(all)+1:], path[len(all):] + "/deliveries"} {
		member.Get(all + below).Denied("role_insufficient")
		analyst.Get(all + below).Denied("role_insufficient")
	}
	redeliver := "/deliveries/" + admin.Post(path+"/test", nil).ID() + "/redeliver"
	for _, write := range []string{"POST " + all, "PATCH " + path, "DELETE " + path, "POST " + path + "/test",
		"POST " + path + "/rotate-secret", "POST " + path + redeliver} {
		method, at, _ := strings.Cut(write, " ")
		member.Do(method, at, "{broken").Denied("role_insufficient")
		analyst.Do(method, at, "{broken").Denied("analyst_read_only")
	}
	api.Register("olaf").Get(path).Problem(404, "not_found")
	owner.Delete(path).OK()
}

// A workspace has at most 20 webhooks, also by requests at the same time. A deleted one
// makes room.
func TestWebhooksAreLimited(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	for range 15 {
		owner.Post(all, object{"url": target, "events": []string{"*"}}).OK()
	}
	var made [10]*apitest.Answer
	testkit.Race(t, len(made), func(i int) { made[i] = owner.Post(all, object{"url": target, "events": []string{"*"}}) })
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
	owner.Delete(all + "/" + owner.Get(all).Items()[0]["id"].(string)).OK()
	owner.Post(all, object{"url": target, "events": []string{"*"}}).OK()
	owner.Post(all, object{"url": target, "events": []string{"*"}}).Conflict("limit_reached")
}

// Changing the workspace does not forget webhooks that were made since it was read.
func TestChangesOfTheWorkspaceKeepTheCount(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	until := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"weekStart": "sunday"}) }()
	<-held.Reached()
	owner.Post(all, object{"url": target, "events": []string{"*"}}).OK()
	close(until)
	(<-done).Conflict("write_race")
}

// At most ten tests of a webhook wait, also if others are queued while one is written.
func TestWaitingTestsAreLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	test := all + "/" + owner.Post(all, object{"url": target, "events": []string{"*"}}).ID() + "/test"
	until := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- owner.Post(test, nil) }()
	<-held.Reached()
	for range feed.MaxWebhookTests {
		owner.Post(test, nil).OK()
	}
	close(until)
	(<-done).Conflict("limit_reached")
}

// A replay does not repeat the secret, and the table has it sealed only.
func TestSecretsAreShownOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	create := apitest.Request{
		Method: "POST", Path: all, Bearer: owner.Token, Body: object{"url": target, "events": []string{"*"}},
		Header: map[string]string{"Idempotency-Key": "k"},
	}
	first := owner.Send(create)
	secret := first.OK()["secret"].(string)
	if again := owner.Send(create); again.OK()["secret"] != nil || again.ID() != first.ID() {
		t.Errorf("the replay is %s", again.Body)
	}
	rotated := owner.Post(all+"/"+first.ID()+"/rotate-secret", nil).OK()
	if rotated["secret"] == secret || rotated["previous_secret_expires_at"] != "2026-06-18T12:00:00Z" ||
		rotated["version"] != 2.0 {
		t.Errorf("rotated %v", rotated)
	}
	for _, it := range apitest.TableItems(api) {
		var plain object
		if err := attributevalue.UnmarshalMap(it, &plain); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%s", plain)
		for _, shown := range []string{secret, rotated["secret"].(string)} {
			if strings.Contains(text, strings.TrimPrefix(shown, "whsec_")) {
				t.Errorf("the table has the secret in %s", text)
			}
		}
	}
}
