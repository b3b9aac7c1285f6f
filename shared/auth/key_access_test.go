package auth_test

import (
	"errors"
	"testing"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// wantAccess lists the permissions that take less than full access. A change here is a
// change of the interface.
var wantAccess = map[auth.Permission]people.KeyAccess{
	auth.ReadWorkspace: "read", auth.ReadTime: "read", auth.ReadSettings: "read", auth.ReadAuditLog: "read",
	auth.ReadJobs:     "read",
	auth.ReadWebhooks: "read", auth.TrackTime: "time", auth.SubmitTime: "time",
}

func TestAccessOfPermissions(t *testing.T) {
	for _, p := range auth.Permissions() {
		want, listed := wantAccess[p]
		if !listed {
			want = people.AccessFull
		}
		if got := auth.KeyAccessFor(p); got != want {
			t.Errorf("%s takes %s, want %s", p, got, want)
		}
	}
	if got := auth.KeyAccessFor("a new permission"); got != people.AccessFull {
		t.Errorf("a permission that is not listed takes %s, want full", got)
	}
}

func TestAuthorizeKey(t *testing.T) {
	for _, c := range []struct {
		has, needs people.KeyAccess
		want       bool
	}{
		{"read", "read", true}, {"read", "time", false}, {"read", "full", false},
		{"time", "read", true}, {"time", "time", true}, {"time", "full", false},
		{"full", "read", true}, {"full", "time", true}, {"full", "full", true},
		{"", "full", true}, // a key made before levels existed
		{"unknown", "read", false}, {"full", "unknown", false},
	} {
		err := auth.AuthorizeKey(auth.Caller{APIKey: &people.APIKey{Access: c.has}}, c.needs)
		if allowed := err == nil; allowed != c.want {
			t.Errorf("%q may %q: %t, want %t", c.has, c.needs, allowed, c.want)
		}
	}
	if err := auth.AuthorizeKey(auth.Caller{}, people.AccessFull); err != nil {
		t.Errorf("a session: %v", err)
	}
}

func TestAuthorizeTimeOf(t *testing.T) {
	for _, c := range []struct {
		role   people.Role
		access people.KeyAccess // "" is a session
		user   domain.ID
		want   error
	}{
		{people.RoleUser, "", "me", nil},
		{people.RoleUser, "", "other", problem.Forbidden(problem.RoleInsufficient)},
		{people.RoleUser, "time", "other", problem.Forbidden(problem.RoleInsufficient)},
		{people.RoleAdmin, "", "other", nil},
		{people.RoleAdmin, "full", "other", nil},
		{people.RoleAdmin, "time", "me", nil},
		{people.RoleAdmin, "time", "other", problem.LacksScope("full")},
	} {
		caller := auth.Caller{User: people.User{ID: "me"}, Workspace: &people.Workspace{},
			Member: &people.Member{UserID: "me", Role: c.role}}
		if c.access != "" {
			caller.APIKey = &people.APIKey{Access: c.access}
		}
		got := auth.AuthorizeTimeOf(caller, c.user)
		if (got == nil) != (c.want == nil) || got != nil && !errors.Is(got, c.want) && got.Error() != c.want.Error() {
			t.Errorf("%s with a key %q for %s: %v, want %v", c.role, c.access, c.user, got, c.want)
		}
	}
}
