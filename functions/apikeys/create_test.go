package apikeys_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

var keyPattern = regexp.MustCompile(`^stint_local_[0-9A-Za-z]{38}$`)

func TestTokenIsShownOnce(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	made := create(owner, object{"name": " CI robot ", "expiresAt": "2026-06-18T14:00:00+02:00"}).OK()
	raw := made["token"].(string)
	if !keyPattern.MatchString(raw) {
		t.Errorf("the key has an unexpected form: %d characters", len(raw))
	}
	for name, want := range map[string]any{
		"workspace_id": owner.WorkspaceID, "name": "CI robot", "prefix": "stint_local_", "last_four": raw[len(raw)-4:],
		"created_at": "2026-06-17T12:00:00Z", "last_used_at": nil, "expires_at": "2026-06-18T12:00:00Z", "revoked_at": nil,
	} {
		if got, there := made[name]; got != want || !there {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
	for _, path := range []string{"/api/auth/api-keys", "/api/me/workspaces/" + owner.WorkspaceID + "/api-keys"} {
		list := owner.Get(path)
		items := list.Items()
		if len(items) != 1 || items[0]["id"] != made["id"] || items[0]["name"] != "CI robot" {
			t.Errorf("%s: %v", path, items)
		}
		if _, shown := items[0]["token"]; shown || strings.Contains(string(list.Body), raw[len("stint_local_"):len(raw)-4]) {
			t.Errorf("%s shows the key", path)
		}
	}
}

func TestCreateIsRefused(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	create(owner, object{}).Invalid("name required")
	create(owner, object{"name": "  "}).Invalid("name min_length")
	create(owner, object{"name": strings.Repeat("ü", 101)}).Invalid("name max_length")
	create(owner, object{"name": "a", "expiresAt": "tomorrow"}).Invalid("expiresAt date_time_invalid")
	create(owner, object{"expires_at": "2026-06-17T12:00:00Z", "name": "a"}).Invalid("expires_at in_past")
	create(owner, object{"name": strings.Repeat("ü", 100), "expiresAt": "2026-06-17T12:00:01Z"}).OK()
	if got := len(owner.Get("/api/auth/api-keys").Items()); got != 1 {
		t.Errorf("%d keys, want 1", got)
	}
}

// A repeated request does not create a second key and does not show the first one
// again.
func TestReplayOfCreateHasNoToken(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	send := func(name string) *apitest.Answer {
		return owner.With("Idempotency-Key", "once").Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
			object{"name": name})
	}
	first := send("robot").OK()
	again := send("robot")
	replayed := again.OK()
	if got, there := replayed["token"]; !there || got != nil || replayed["id"] != first["id"] ||
		again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("replayed %v", replayed)
	}
	send("another").Invalid("Idempotency-Key idempotency_key_reused")
	if got := len(owner.Get("/api/auth/api-keys").Items()); got != 1 {
		t.Errorf("%d keys, want 1", got)
	}
	api.Clock.Advance(14 * time.Minute)
	api.UseKey(first["token"].(string)).OK()
}

func TestParallelCreatesWithOneIdempotencyKey(t *testing.T) {
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	var answers [8]*apitest.Answer
	api.Probe.Inject(testkit.Fault{Effect: testkit.Gather(8), Where: testkit.On("BatchGetItem"), Times: 8})
	testkit.Race(t, len(answers), func(i int) {
		answers[i] = owner.With("Idempotency-Key", "once").Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
			object{"name": "robot"})
	})
	shown := 0
	for _, a := range answers {
		if a.OK()["token"] != nil {
			shown++
		}
	}
	if got := len(owner.Get("/api/auth/api-keys").Items()); got != 1 || shown != 1 {
		t.Errorf("%d keys, %d shown; want one of each", got, shown)
	}
}

func TestCreateUnderFaults(t *testing.T) {
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			return func() *apitest.Answer {
				return api.Send(apitest.Request{Method: "POST", Path: "/api/me/workspaces/" + owner.WorkspaceID + "/api-keys",
					Bearer: owner.Token, Body: object{"name": "robot"}, Header: map[string]string{"Idempotency-Key": "once"}})
			}
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			again.OK()
			if got := owner.Get("/api/auth/api-keys").Items(); len(got) != 1 {
				t.Errorf("%d keys, want 1", len(got))
			}
		},
	}.Run(t)
}
