package apikeys_test

import (
	"testing"

	"stint/internal/apitest"
)

// isKnown reports whether a client that a workspace registered can be used.
func isKnown(t *testing.T, api *apitest.Service, id string) bool {
	t.Helper()
	_, ok, err := api.Deps.Apps().Client(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// An app that was registered before the first proof of its maker's address is void after it, and so is one that a user
// with an unproven address gave another address or secret. What the prover registers stays.
func TestFirstProofVoidsRegisteredApps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	admin := owner.AddMember("ida", "admin") // whose address is proved by the invitation
	create := func(by *apitest.User) string { return register(by, object{"isConfidential": true}).ID() }
	before, named, moved, rotated := create(owner), create(admin), create(admin), create(admin)
	owner.Patch(clientsOf(owner)+"/"+named, object{"name": "Other"}).OK()
	owner.Patch(clientsOf(owner)+"/"+moved, object{"redirectUris": []string{"https://b.example/"}}).OK()
	owner.Post(clientsOf(owner)+"/"+rotated+"/rotate-secret", nil).OK()
	for _, id := range []string{before, named, moved, rotated} {
		if !isKnown(t, api, id) {
			t.Error("before the proof one is unknown")
		}
	}
	owner.VerifyEmail()
	owner.Post(clientsOf(owner)+"/"+before+"/rotate-secret", nil).OK() // does not make it valid again
	after := create(owner)
	for id, want := range map[string]bool{before: false, named: true, moved: false, rotated: false, after: true} {
		if isKnown(t, api, id) != want {
			t.Errorf("%s: known is %t", id, !want)
		}
	}
}
