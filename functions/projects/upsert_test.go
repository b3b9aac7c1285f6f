package projects_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestUpsertProjects(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckUpserts(t, apitest.Records{User: owner, Path: "/api/projects"})
}

func TestProjectUpsertReportsReferencesAndInvisibleProjects(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member, analyst := owner.AddMember("ursula", "user"), owner.AddMember("ann", "analyst")
	acme := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	owner.Post("/api/projects", object{"name": "Hidden", "externalId": "h", "visibility": "private"}).OK()
	open := owner.Post("/api/projects", object{"name": "Open", "visibility": "public", "hourlyRate": 100}).ID()
	send := func(u *apitest.User, rows ...object) *apitest.Answer {
		return u.Post("/api/projects:upsert", object{"items": rows})
	}
	send(member, object{"name": "Open"}).Denied("role_insufficient")
	analyst.Post("/api/projects:upsert", "{broken").Denied("analyst_read_only")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()

	send(member, object{"name": "hidden"}, object{"name": "x", "externalId": "h"}).
		Invalid("items[0].name duplicate_value", "items[1].externalId duplicate_value")
	found := send(member, object{"name": "open"}, object{"name": "open", "clientId": acme, "hourlyRate": 7}).Items()
	first, second := found[0]["record"].(object), found[1]["record"].(object)
	if first["id"] != open || first["hourly_rate"] != nil || first["can_edit"] != false || found[1]["created"] != true ||
		second["hourly_rate"] != 7.0 {
		t.Errorf("%v", found)
	}
	send(owner, object{"name": "a", "clientId": owner.ID}, object{"name": "b", "client_id": "x"}).
		Invalid("items[0].clientId client_not_found", "items[1].client_id uuid_invalid")
}

func TestExternalIDsOfProjects(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckExternalIDs(t, apitest.Records{User: owner, Path: "/api/projects"})
}

// A project that the caller cannot see is not found by its external id, and a name or
// an external id that it has is taken all the same.
func TestExternalIDOfAnInvisibleProject(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("ursula", "user")
	acme := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	open := owner.Post("/api/projects", object{"name": "Open", "externalId": "open", "visibility": "public",
		"clientId": acme}).ID()
	owner.Post("/api/projects", object{"name": "Hidden", "externalId": "hidden", "visibility": "private"}).OK()
	find := func(query string) int { return len(member.Get("/api/projects?external_id=" + query).Items()) }
	if find("open") != 1 || find("hidden") != 0 || find("open&is_archived=true") != 0 ||
		find("open&client_id="+acme) != 1 {
		t.Errorf("found %d %d", find("open"), find("hidden"))
	}
	owner.Patch("/api/projects/"+open, object{"clientId": nil, "external_id": "hidden"}).Invalid(
		"external_id duplicate_value")
}
