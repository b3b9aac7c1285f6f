package apikeys_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// limitKeys sets maxKeyDays of the user's workspace.
func limitKeys(p *apitest.User, days any) *apitest.Answer {
	return p.Patch("/api/workspaces/"+p.WorkspaceID, object{"maxKeyDays": days})
}

func TestMaxKeyDaysBoundsTheExpiry(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	old, _ := createKey(t, owner)
	if got := limitKeys(owner, 30).OK()["max_key_days"]; got != 30.0 {
		t.Errorf("max_key_days is %v", got)
	}
	create(owner, object{"name": "never"}).Invalid("expiresAt required")
	create(owner, object{"name": "null", "expiresAt": nil}).Invalid("expiresAt required")
	create(owner, object{"name": "late", "expiresAt": "2026-07-17T12:00:01Z"}).Invalid("expiresAt max_value")
	create(owner, object{"name": "late", "expires_at": "2026-07-17T12:00:01Z"}).Invalid("expires_at max_value")
	create(owner, object{"name": "past", "expiresAt": "2026-06-17T12:00:00Z"}).Invalid("expiresAt in_past")
	create(owner, object{"name": "text", "expiresAt": "tomorrow"}).Invalid("expiresAt date_time_invalid")
	create(owner, object{"name": "", "expiresAt": "2027-07-17T12:00:01Z"}).Invalid("expiresAt max_value",
		"name min_length")
	create(owner, object{"name": "last", "expiresAt": "2026-07-17T12:00:00Z"}).OK()
	api.UseKey(old).OK() // the limit is for new keys
	if got := limitKeys(owner, nil).OK()["max_key_days"]; got != nil {
		t.Errorf("max_key_days is %v, want null", got)
	}
	create(owner, object{"name": "never"}).OK()
}

// A key and a new limit at the same time: a key without an expiry comes before the
// limit, or is refused.
func TestNewKeysRaceTheLimit(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	answered := make(chan *apitest.Answer)
	go func() { answered <- create(owner, object{"name": "never"}) }()
	<-held.Reached()
	api.Clock.Advance(time.Second)
	limitKeys(owner, 30).OK()
	close(release)
	(<-answered).Problem(409, "conflict")
	if got := len(owner.Get("/api/auth/api-keys").Items()); got != 0 {
		t.Errorf("%d keys without an expiry", got)
	}
}
