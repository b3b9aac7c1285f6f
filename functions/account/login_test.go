package account_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestLoginOpensASession(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	answer := login(api, "  ADA@Example.com ", apitest.Password)
	session := answer.OK()
	if session["token_type"] != "Bearer" || session["expires_in"] != 900.0 ||
		activeWorkspaceID(session) != owner.WorkspaceID {
		t.Errorf("session %v", session)
	}
	if role := session["workspace"].(object)["role"]; role != "owner" {
		t.Errorf("role %v, want owner", role)
	}
	again := api.UserOf(answer)
	if got := again.Get("/api/auth/me").OK()["id"]; got != owner.ID {
		t.Errorf("me %v, want %v", got, owner.ID)
	}
	owner.Get("/api/auth/me").OK() // the other session stays
}

// An unknown address, a malformed one, a wrong password and an account without a
// password get the same answer after the same work.
func TestLoginHidesWhyItFailed(t *testing.T) {
	api := apitest.New(t)
	api.Register("ada")
	bare := api.Register("bare")
	setAttribute(t, api, "USER#"+bare.ID, "PROFILE", "pw", "")
	tries := map[string]object{
		"wrong password": {"email": "ada@example.com", "password": "not my password"},
		"unknown":        {"email": "nobody@example.com", "password": apitest.Password},
		"no password":    {"email": "bare@example.com", "password": apitest.Password},
		"empty password": {"email": "ada@example.com", "password": ""},
		"short":          {"email": "ada@example.com", "password": "x"},
		"long":           {"email": "ada@example.com", "password": strings.Repeat("x", 5000)},
		"no address":     {"email": "ada", "password": apitest.Password},
		"long address":   {"email": strings.Repeat("a", 3000) + "@example.com", "password": apitest.Password},
	}
	var first []byte
	for name, body := range tries {
		runs := api.Deps.Hasher.Derivations()
		api.Probe.Reset()
		answer := api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: body,
			Header: map[string]string{"X-Correlation-Id": "same"}})
		answer.Problem(401, "unauthorized")
		if first == nil {
			first = answer.Body
		}
		if !bytes.Equal(answer.Body, first) || refreshCookieOf(answer) != nil {
			t.Errorf("%s: another answer\n%s\n%s", name, answer.Body, first)
		}
		if got := api.Deps.Hasher.Derivations() - runs; got != 1 {
			t.Errorf("%s: %d key derivations, want 1", name, got)
		}
		if got := api.Probe.Snapshot().Calls["GetItem"]; got != 2 {
			t.Errorf("%s: %d reads, want 2 as for every other", name, got)
		}
	}
}

func TestLoginRequiresBothFields(t *testing.T) {
	api := apitest.New(t)
	post := func(body any) *apitest.Answer {
		return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: body})
	}
	post(object{}).Invalid("email required", "password required")
	post(`{"password":null,"email":null}`).Invalid("password required", "email required")
	post(object{"email": "ada@example.com"}).Invalid("password required")
	post(object{"email": 1, "password": true}).Invalid("email type_invalid", "password type_invalid")
	post(nil).Invalid(" required")
}

// A password with accents matches in every Unicode form.
func TestLoginComparesPasswordsInNFC(t *testing.T) {
	api := apitest.New(t)
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": "rene@example.com", "password": " gar\u00e7on ren\u00e9 ", "displayName": "René",
	}}).OK()
	login(api, "rene@example.com", " garc\u0327on rene\u0301 ").OK()
	login(api, "rene@example.com", "gar\u00e7on ren\u00e9").Problem(401, "unauthorized")
}

func TestLoginRehashesOutdatedPasswords(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	salt := []byte("0123456789abcdef")
	b64 := base64.RawStdEncoding.EncodeToString
	old := fmt.Sprintf("$argon2id$v=19$m=8192,t=1,p=1$%s$%s", b64(salt),
		b64(argon2.IDKey([]byte(apitest.Password), salt, 1, 8192, 1, 32)))
	setAttribute(t, api, "USER#"+owner.ID, "PROFILE", "pw", old)

	login(api, owner.Email, "not my password").Problem(401, "unauthorized")
	if got := getItem(t, api, "USER#"+owner.ID, "PROFILE")["pw"]; got != old {
		t.Errorf("a wrong password changed the hash")
	}
	login(api, owner.Email, apitest.Password).OK()
	if got := getItem(t, api, "USER#"+owner.ID, "PROFILE")["pw"].(string); !strings.HasPrefix(got,
		"$argon2id$v=19$m=8,t=1,p=1$") {
		t.Errorf("the hash is still an old one")
	}
	login(api, owner.Email, apitest.Password).OK()
	owner.Get("/api/auth/me").OK() // no session ended for it
}

func TestLoginChoosesTheActiveWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner, outsider, otherOutsider := api.Register("ada"), api.Register("bob"), api.Register("eve")
	addMember(t, owner, outsider.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	addMember(t, owner, otherOutsider.WorkspaceID, "analyst", "2026-05-01T00:00:00Z")
	at := func() string { return activeWorkspaceID(login(api, owner.Email, apitest.Password).OK()) }

	if got := at(); got != owner.WorkspaceID {
		t.Errorf("at first %s, want the one registered with %s", got, owner.WorkspaceID)
	}
	refreshSession(api, owner.RefreshCookie, object{"workspaceId": outsider.WorkspaceID}).OK()
	if got := at(); got != outsider.WorkspaceID {
		t.Errorf("after a switch %s, want the one last active %s", got, outsider.WorkspaceID)
	}
	endMembership(t, owner, outsider.WorkspaceID)
	if got := at(); got != otherOutsider.WorkspaceID {
		t.Errorf("after leaving %s, want the oldest membership %s", got, otherOutsider.WorkspaceID)
	}
	setAttribute(t, api, "WS#"+otherOutsider.WorkspaceID, "META", "deleted_at", "2026-06-17T12:00:00Z")
	if got := at(); got != owner.WorkspaceID {
		t.Errorf("after its end %s, want the one that is left %s", got, owner.WorkspaceID)
	}
	endMembership(t, owner, owner.WorkspaceID)
	session := login(api, owner.Email, apitest.Password)
	if got := activeWorkspaceID(session.OK()); got != "" {
		t.Errorf("without any %s, want none", got)
	}
	if got := api.UserOf(session).Get("/api/auth/me").OK(); got["active_workspace_id"] != nil ||
		len(got["workspaces"].([]any)) != 0 {
		t.Errorf("me without a workspace: %v", got)
	}
}

// A login costs at most three reads, two counters and one transaction.
func TestLoginKeepsItsBudget(t *testing.T) {
	api := apitest.New(t, withLimits(100, 100))
	owner, outsider := api.Register("ada"), api.Register("bob")
	addMember(t, owner, outsider.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	cost := func() map[string]int {
		api.Probe.Reset()
		login(api, owner.Email, apitest.Password).OK()
		return api.Probe.Snapshot().Calls
	}
	usual := fmt.Sprint(map[string]int{"GetItem": 2, "BatchGetItem": 1, "UpdateItem": 2, "TransactWriteItems": 1})
	if got := fmt.Sprint(cost()); got != usual {
		t.Errorf("calls %s, want %s", got, usual)
	}
	endMembership(t, owner, owner.WorkspaceID)
	cost() // finds another workspace and records it
	if got := fmt.Sprint(cost()); got != usual {
		t.Errorf("calls after a workspace was left %s, want %s", got, usual)
	}
}

// The counter of the account is incremented while the account is read.
func TestLoginCountsWhileItReadsTheAccount(t *testing.T) {
	api := apitest.New(t, withLimits(100, 0))
	api.Register("ada")
	api.Probe.Reset()
	firstTwo := func(a testkit.Attempt) bool { return a.Op == "UpdateItem" || a.Op == "GetItem" }
	api.Probe.Inject(testkit.Fault{Effect: testkit.Gather(2), Where: firstTwo, Times: 2})
	login(api, "ada@example.com", apitest.Password).OK()
	if got := testkit.RoundTrips(api.Probe.Log()); got != 4 {
		t.Errorf("%d rounds, want 4: counter and e-mail, profile, membership, session", got)
	}
}

func TestLoginIsLimitedPerAccount(t *testing.T) {
	api := apitest.New(t, withLimits(5, 60))
	owner := api.Register("ada")
	api.Register("bob")
	for range 5 {
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
			Body: object{"email": "ada@example.com", "password": "wrong password"}}).Problem(401, "unauthorized")
	}
	runs := api.Deps.Hasher.Derivations()
	refused := login(api, " Ada@EXAMPLE.com", apitest.Password)
	refused.Problem(429, "rate_limited")
	if got := refused.Header.Get("Retry-After"); got != "60" {
		t.Errorf("Retry-After %q, want the rest of the minute", got)
	}
	if api.Deps.Hasher.Derivations() != runs {
		t.Error("a refused attempt was hashed")
	}
	login(api, "bob@example.com", apitest.Password).OK()
	owner.Get("/api/auth/me").OK() // existing sessions go on
	api.Clock.Advance(time.Minute)
	login(api, "ada@example.com", apitest.Password).OK()
}

// Attempts for addresses without an account are counted too.
func TestLoginLimitsUnknownAccountsToo(t *testing.T) {
	api := apitest.New(t, withLimits(5, 60))
	for range 5 {
		login(api, "nobody@example.com", apitest.Password).Problem(401, "unauthorized")
	}
	login(api, "nobody@example.com", apitest.Password).Problem(429, "rate_limited")
}

func TestLoginIsLimitedPerAddress(t *testing.T) {
	api := apitest.New(t, withLimits(1000, 10))
	try := func(i int, address, forged string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: address,
			Header: map[string]string{"X-Forwarded-For": forged},
			Body:   object{"email": fmt.Sprintf("user%d@example.com", i), "password": "some password"}})
	}
	for i := range 10 {
		try(i, "198.51.100.7", fmt.Sprintf("203.0.113.%d", i)).Problem(401, "unauthorized")
	}
	try(10, "198.51.100.7", "203.0.113.200").Problem(429, "rate_limited")
	try(11, "198.51.100.8", "").Problem(401, "unauthorized")
}
