package route_test

import (
	"testing"

	"stint/shared/domain/people"
)

// A key with the access read may ask what a request would write, and nothing more. Role
// and record decide as always.
func TestKeysAskForPreviews(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleAdmin)
	h.authenticator.caller.APIKey = &people.APIKey{Access: people.AccessRead}
	for query, answer := range map[string]string{
		"?dryRun=true": "validation", "?dry_run=true": "validation",
		"": "scope_insufficient", "?dryRun=false": "scope_insufficient", "?dryRun=TRUE": "scope_insufficient",
		"?dryrun=true": "scope_insufficient", "?other=true": "scope_insufficient",
	} {
		if got := outcomeOf(h.send("POST", "/api/things:apply"+query, `{"name":""}`)); got != answer {
			t.Errorf("%q: %s, want %s", query, got, answer)
		}
	}
	h.authenticator.caller.Member.Role = people.RoleUser
	if got := outcomeOf(h.send("POST", "/api/things:apply?dryRun=true", "")); got != "role_insufficient" {
		t.Errorf("a user: %s", got)
	}
}

// The access of a key counts after the role and before the rules of the record, the
// headers and the body.
func TestAccessIsCheckedAfterTheRole(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleAnalyst)
	h.authenticator.caller.APIKey = &people.APIKey{Access: people.AccessRead}
	send := func() string {
		return outcomeOf(h.send("PATCH", "/api/things/"+recordID, "{broken", "If-Match", "3"))
	}
	if got := send(); got != "analyst_read_only" {
		t.Errorf("an analyst: %s", got)
	}
	h.authenticator.caller.Member.Role = people.RoleAdmin
	h.family.steps = nil
	if got := send(); got != "scope_insufficient" || len(h.family.steps) != 2 {
		t.Errorf("an admin: %s after %v", got, h.family.steps)
	}
	h.authenticator.caller.APIKey.Access = people.AccessFull
	if got := send(); got != "malformed_request" {
		t.Errorf("full access: %s", got)
	}
}
