package workspaces_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")

	plain := owner.Post("/api/workspaces", object{"name": "  Atelier "}).OK()
	want := object{
		"id": plain["id"], "name": "Atelier", "timezone": "UTC", "week_start": "monday",
		"default_project_visibility": "private", "members_can_create_projects": false, "members_can_create_tags": true,
		"allow_overlap": true, "max_key_days": nil, "allowed_networks": nil, "apps": "any", "logo": nil,
		"require_second_factor": false,
		"require_sso":           false, "role": "owner", "created_at": "2026-06-17T12:00:00Z", "version": 1,
	}
	apitest.WantEqual(t, plain, want)
	got := owner.Get("/api/workspaces/" + plain["id"].(string))
	apitest.WantEqual(t, got.OK(), want)
	if tag := got.Header.Get("ETag"); tag != `"1"` {
		t.Errorf("ETag %s, want \"1\"", tag)
	}

	full := owner.Post("/api/workspaces", object{
		"name": strings.Repeat("ä", 100), "timezone": "Europe/Berlin", "week_start": "sunday",
		"defaultProjectVisibility": "public", "membersCanCreateProjects": true, "members_can_create_tags": false,
		"allowOverlap": false,
	}).OK()
	for property, value := range (object{
		"timezone": "Europe/Berlin", "week_start": "sunday", "default_project_visibility": "public",
		"members_can_create_projects": true, "members_can_create_tags": false, "allow_overlap": false, "max_key_days": nil,
		"allowed_networks": nil, "apps": "any", "logo": nil,
		"require_second_factor": false, "require_sso": false,
	}) {
		if full[property] != value {
			t.Errorf("%s %v, want %v", property, full[property], value)
		}
	}
}

func TestCreateDoesNotSwitch(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	other := owner.Post("/api/workspaces", object{"name": "Other"}).ID()
	if active := owner.Get("/api/auth/me").OK()["active_workspace_id"]; active != owner.WorkspaceID {
		t.Errorf("active workspace %v, want the first one", active)
	}
	if got := formatWorkspaces(owner.Get("/api/workspaces").Items()); got != "ada's workspace owner, Other owner" {
		t.Errorf("list %s", got)
	}
	session := owner.Post("/api/auth/refresh", object{"workspaceId": other})
	moved := api.UserOf(session)
	if moved.WorkspaceID != other {
		t.Fatalf("switched to %s, want %s", moved.WorkspaceID, other)
	}
	moved.Post("/api/timers/start", nil).OK() // the new workspace is complete
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Post("/api/workspaces", nil).Invalid(" required")
	owner.Post("/api/workspaces", object{"name": " ", "timezone": "Local", "weekStart": "friday"}).
		Invalid("name min_length", "timezone timezone_invalid", "weekStart enum_invalid")
	owner.Post("/api/workspaces", object{"name": strings.Repeat("x", 101), "allowOverlap": "yes",
		"defaultProjectVisibility": "secret"}).
		Invalid("allowOverlap type_invalid", "defaultProjectVisibility enum_invalid", "name max_length")
	if n := len(owner.Get("/api/workspaces").Items()); n != 1 {
		t.Errorf("%d workspaces, want the first one alone", n)
	}
}

func TestCreateIsIdempotent(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	create := func() *apitest.Answer {
		return owner.With("Idempotency-Key", "k").Post("/api/workspaces", object{"name": "Once"})
	}
	apitest.WantEqual(t, create().OK(), create().OK())
	if n := len(owner.Get("/api/workspaces").Items()); n != 2 {
		t.Errorf("%d workspaces, want 2", n)
	}
}

func TestCreateAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			return func() *apitest.Answer { return owner.Post("/api/workspaces", object{"name": "Atelier"}) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}
