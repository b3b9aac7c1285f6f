package apikeys_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/auth/apikey"
	"stint/shared/config"
)

func TestMe(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	anton := olga.AddMember("anton", "analyst")
	raw, id := createToken(t, anton) // analysts too: it reads only as they do
	me := getWithKey(h, raw).OK()
	want := map[string]any{
		"user":      object{"id": anton.ID, "email": anton.Email, "display_name": "anton"},
		"workspace": object{"id": olga.WorkspaceID, "name": "olga's workspace", "role": "analyst"},
		"api_key":   object{"id": id, "name": "robot", "expires_at": nil},
	}
	if fmt.Sprint(me) != fmt.Sprint(want) {
		t.Errorf("me %v, want %v", me, want)
	}
	h.Send(apitest.Request{Method: "POST", Path: "/api/v1/timers/start", Bearer: raw}).Denied("analyst_read_only")
}

// A key that cannot be one is refused without a single read.
func TestMistypedKeysReadNothing(t *testing.T) {
	h := apitest.New(t)
	raw, _ := createToken(t, h.Register("ada"))
	other := func(i int) string {
		digit := byte('0')
		if raw[i] == digit {
			digit = '1'
		}
		return raw[:i] + string(digit) + raw[i+1:]
	}
	bad := []string{
		raw + "x", raw[:len(raw)-1], raw + "\t", strings.ToUpper(raw), "x" + raw, "stint_local_", "stint_" + raw[12:],
		strings.Replace(raw, "local", "live", 1), apikey.New(apikey.Live).Reveal(), apikey.New(apikey.Test).Reveal(),
		strings.Repeat("A", 64<<10), "stint_local_" + strings.Repeat("é", 19), other(12), other(30), other(len(raw) - 1),
	}
	h.Probe.Reset()
	for i, key := range bad {
		answer := getWithKey(h, key)
		answer.Problem(401, "unauthorized")
		if answer.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("key %d: no WWW-Authenticate", i)
		}
	}
	if calls := h.Probe.Snapshot().Calls; len(calls) != 0 {
		t.Errorf("calls %v, want none", calls)
	}
	getWithKey(h, apikey.New(apikey.Local).Reveal()).Problem(401, "unauthorized")
	if calls := fmt.Sprint(h.Probe.Snapshot().Calls); calls != "map[GetItem:1]" {
		t.Errorf("an unknown key cost %s, want one read", calls)
	}
}

// Keys of one environment are nothing in another.
func TestKeysBelongToTheirEnvironment(t *testing.T) {
	h := apitest.New(t)
	raw, _ := createToken(t, h.Register("ada"))
	live := h.NewInstance(func(c *config.Config) { c.Env = "live" })
	h.SendTo(live, apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: raw}).Problem(401, "unauthorized")
	getWithKey(h, raw).OK()
}

func TestRevoke(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	raw, id := createToken(t, ada)
	getWithKey(h, raw).OK()
	revoke(bob, bob.WorkspaceID, id).Problem(404, "not_found")
	revoke(bob, ada.WorkspaceID, id).Problem(404, "not_found")
	getWithKey(h, raw).OK()
	revoked := revoke(ada, ada.WorkspaceID, strings.ToUpper(id)).OK()
	if revoked["id"] != id || revoked["deleted"] != true {
		t.Errorf("answer %v", revoked)
	}
	getWithKey(h, raw).Problem(401, "unauthorized") // on the very next call
	h.Clock.Advance(time.Minute)
	revoke(ada, ada.WorkspaceID, id).OK()
	if got := ada.Get("/api/auth/api-keys").Items()[0]["revoked_at"]; got != "2026-06-17T12:00:00Z" {
		t.Errorf("revoked_at %v, want the first time", got)
	}
	getWithKey(h, raw).Problem(401, "unauthorized")
}

func TestKeysExpire(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	raw := create(ada, object{"name": "brief", "expiresAt": "2026-06-17T12:10:00Z"}).OK()["token"].(string)
	h.Clock.Advance(10*time.Minute - time.Second)
	getWithKey(h, raw).OK()
	h.Clock.Advance(time.Second)
	getWithKey(h, raw).Problem(401, "unauthorized")
	if got := len(ada.Get("/api/auth/api-keys").Items()); got != 1 {
		t.Errorf("%d keys listed, want the expired one", got)
	}
}

// A key dies with its membership, for good.
func TestKeysEndWithTheMembership(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	mia := olga.AddMember("mia", "user")
	raw, _ := createToken(t, mia)
	member := "/api/workspaces/" + olga.WorkspaceID + "/members/" + mia.ID
	olga.Delete(member).OK()
	getWithKey(h, raw).Problem(401, "unauthorized")
	mia.Get("/api/me/workspaces/"+olga.WorkspaceID+"/api-keys").Problem(404, "not_found")
	olga.Patch(member, object{"isDeactivated": false}).OK()
	getWithKey(h, raw).Problem(401, "unauthorized")
	fresh, _ := createToken(t, mia)
	getWithKey(h, fresh).OK()
	mia.Post("/api/workspaces/"+olga.WorkspaceID+"/leave", nil).OK()
	getWithKey(h, fresh).Problem(401, "unauthorized")
	if got := len(mia.Get("/api/auth/api-keys").Items()); got != 2 {
		t.Errorf("%d keys of her own, want 2", got)
	}
}

func TestKeysEndWithTheWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	raw, _ := createToken(t, ada)
	ada.Delete("/api/workspaces/" + ada.WorkspaceID).OK()
	getWithKey(h, raw).Problem(401, "unauthorized")
}

// The last use is noted once an hour, however many calls there are and however
// many come at once.
func TestLastUseIsRecordedHourly(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	raw, _ := createToken(t, ada)
	last := func() any { return ada.Get("/api/auth/api-keys").Items()[0]["last_used_at"] }
	h.Probe.Reset()
	testkit.Race(t, 20, func(int) { getWithKey(h, raw).OK() })
	for range 50 {
		h.Clock.Advance(time.Second)
		getWithKey(h, raw).OK()
	}
	applied := 0
	for _, call := range h.Probe.Log() {
		if call.Op == "UpdateItem" && call.Err == nil {
			applied++
		}
	}
	if applied != 1 || last() != "2026-06-17T12:00:00Z" {
		t.Errorf("%d notes, last use %v; want one note", applied, last())
	}
	h.Clock.Advance(time.Hour - 51*time.Second)
	getWithKey(h, raw).OK()
	signedIn := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: []*http.Cookie{ada.RefreshCookie}}))
	if got := signedIn.Get("/api/auth/api-keys").Items()[0]["last_used_at"]; got != "2026-06-17T12:00:00Z" {
		t.Errorf("a second before the hour: %v", got)
	}
	h.Clock.Advance(time.Second)
	getWithKey(h, raw).OK()
	if got := signedIn.Get("/api/auth/api-keys").Items()[0]["last_used_at"]; got != "2026-06-17T13:00:00Z" {
		t.Errorf("after an hour: %v", got)
	}
}

// The note is a courtesy: a request does not fail for it, nor wait long.
func TestFailureToRecordUseIsIgnored(t *testing.T) {
	for name, effect := range map[string]testkit.Effect{
		"before": testkit.FailBefore(testkit.InternalError), "after": testkit.FailAfter(testkit.Disconnected),
		"throttled": testkit.FailBefore(testkit.Throttled), "hanging": testkit.Hold(make(chan struct{})),
	} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t)
			raw, _ := createToken(t, h.Register("ada"))
			fault := h.Probe.Inject(testkit.Fault{Effect: effect, Where: testkit.On("UpdateItem"), Times: testkit.Always})
			getWithKey(h, raw).OK()
			if fault.Hits() == 0 {
				t.Error("there was no note to fail")
			}
		})
	}
}

func TestKeysAreListedByWorkspace(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	mia := olga.AddMember("mia", "user")
	own := mia.Post("/api/workspaces", object{"name": "Own"}).ID()
	for i := range 3 {
		create(mia, object{"name": fmt.Sprint("there ", i)}).OK()
	}
	mia.Post("/api/me/workspaces/"+own+"/api-keys", object{"name": "here"}).OK()
	create(olga, object{"name": "hers"}).OK()

	names := func(path string) (all []string) {
		for _, item := range mia.Get(path).Items() {
			all = append(all, item["name"].(string))
		}
		return all
	}
	if got := fmt.Sprint(names("/api/me/workspaces/" + olga.WorkspaceID + "/api-keys")); got != "[there 2 there 1 there 0]" {
		t.Errorf("there: %s", got)
	}
	if got := fmt.Sprint(names("/api/me/workspaces/" + own + "/api-keys")); got != "[here]" {
		t.Errorf("here: %s", got)
	}
	if got := len(names("/api/auth/api-keys")); got != 4 {
		t.Errorf("%d of her own in all, want 4", got)
	}
	page := mia.Get("/api/auth/api-keys?limit=3").OK()
	rest := mia.Get("/api/auth/api-keys?limit=3&cursor=" + page["next_cursor"].(string)).OK()
	if len(page["items"].([]any)) != 3 || len(rest["items"].([]any)) != 1 || rest["next_cursor"] != nil {
		t.Errorf("pages %v and %v", page, rest)
	}
	olga.Get("/api/auth/api-keys?cursor=" + page["next_cursor"].(string)).Invalid("cursor cursor_invalid")
}

// A workspace that one is not in has no keys, not even to be refused.
func TestKeysOfAForeignWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	path := "/api/me/workspaces/" + ada.WorkspaceID + "/api-keys"
	bob.Get(path).Problem(404, "not_found")
	bob.Post(path, "{broken").Problem(404, "not_found")
	bob.Get("/api/me/workspaces/me/api-keys").Problem(404, "not_found")
	if got := len(ada.Get(path).Items()); got != 0 {
		t.Errorf("%d keys were made", got)
	}
}
