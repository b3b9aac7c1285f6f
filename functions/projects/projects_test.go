package projects_test

import (
	"regexp"
	"strings"
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// createProject makes a project of the person's and gives its path.
func createProject(p *apitest.User, body object) string {
	return "/api/projects/" + p.Post("/api/projects", body).ID()
}

func wantFields(t *testing.T, got map[string]any, want object) {
	t.Helper()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %v, want %v", name, got[name], value)
		}
	}
}

func TestProjectLifecycle(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	acme := owner.Post("/api/clients", object{"name": "ACME"}).ID()

	created := owner.Post("/api/projects", object{
		"name": " Site ", "client_id": strings.ToUpper(acme), "color": "#AABBCC", "visibility": "public", "isBillable": false,
		"hourlyRate": 0,
	})
	path := "/api/projects/" + created.ID()
	wantFields(t, created.OK(), object{
		"name": "Site", "client_id": acme, "color": "#aabbcc", "visibility": "public", "is_billable": false,
		"hourly_rate": 0.0, "is_archived": false, "can_edit": true, "can_track": true, "version": 1.0,
		"created_at": "2026-06-17T12:00:00Z",
	})
	changed := owner.Patch(path, object{"name": "Web site", "clientId": nil, "hourlyRate": 9900, "isArchived": true})
	wantFields(t, changed.OK(), object{
		"name": "Web site", "client_id": nil, "hourly_rate": 9900.0, "is_archived": true, "color": "#aabbcc",
		"visibility": "public", "version": 2.0,
	})
	if got := changed.Header.Get("ETag"); got != `"2"` {
		t.Errorf("ETag %s", got)
	}
	// changes nothing
	wantFields(t, owner.Patch(path, object{"hourlyRate": 9900, "name": "Web site"}).OK(), object{"version": 2.0})
	wantFields(t, owner.Patch(path, object{"hourlyRate": nil, "is_archived": false}).OK(),
		object{"hourly_rate": nil, "is_archived": false, "version": 3.0})
	wantFields(t, owner.Get(path).OK(), object{"name": "Web site", "client_id": nil, "hourly_rate": nil, "version": 3.0})

	stale := apitest.Request{Method: "PATCH", Path: path, Bearer: owner.Token, Body: object{"name": "Stale"},
		Header: map[string]string{"If-Match": `"2"`}}
	owner.Send(stale).Problem(409, "conflict")
	stale.Method = "DELETE"
	owner.Send(stale).Problem(409, "conflict")
	wantFields(t, owner.Delete(path).OK(), object{"deleted": true})
	owner.Get(path).Problem(404, "not_found")
	owner.Delete("/api/clients/" + acme).OK()
}

func TestProjectDefaults(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	first := owner.Post("/api/projects",
		`{"name":"First","color":null,"clientId":null,"hourlyRate":null,"visibility":null,"isBillable":null}`).OK()
	wantFields(t, first, object{"visibility": "private", "is_billable": true, "hourly_rate": nil, "client_id": nil,
		"is_archived": false})
	if !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(first["color"].(string)) {
		t.Errorf("color %v", first["color"])
	}
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"defaultProjectVisibility": "public"}).OK()
	owner.Do("PUT", "/api/workspaces/me/billable-settings", object{"currency": "EUR", "defaultHourlyRate": nil,
		"defaultIsBillable": false, "rounding": object{"mode": "none"}, "membersSeeRates": false}).OK()
	wantFields(t, owner.Post("/api/projects", object{"name": "Second"}).OK(),
		object{"visibility": "public", "is_billable": false})
}

func TestProjectFields(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	path := createProject(owner, object{"name": strings.Repeat("é", 255), "hourlyRate": 100_000_000})
	for body, want := range map[string][]string{
		`{}`:                                          {"name required"},
		`{"name":""}`:                                 {"name min_length"},
		`{"name":"x","color":"red"}`:                  {"color type_invalid"},
		`{"name":"x","color":"#12345g"}`:              {"color type_invalid"},
		`{"name":"x","visibility":"secret"}`:          {"visibility enum_invalid"},
		`{"name":"x","hourlyRate":-1}`:                {"hourlyRate min_value"},
		`{"name":"x","hourly_rate":100000001}`:        {"hourly_rate max_value"},
		`{"name":"x","hourlyRate":1.5}`:               {"hourlyRate type_invalid"},
		`{"name":"x","clientId":"nonsense"}`:          {"clientId uuid_invalid"},
		`{"name":"x","client_id":"` + owner.ID + `"}`: {"client_id client_not_found"},
		`{"clientId":"` + owner.ID + `","name":"","isBillable":0}`: {
			"clientId client_not_found", "name min_length", "isBillable type_invalid"},
	} {
		owner.Post("/api/projects", body).Invalid(want...)
	}
	owner.Patch(path, `{"name":null,"color":null,"visibility":null,"isBillable":null,"isArchived":null,"clientId":"`+
		owner.ID+
		`"}`).Invalid(
		"name required", "color required", "visibility required", "isBillable required", "isArchived required",
		"clientId client_not_found")
	owner.Patch(path, "{broken").Problem(400, "malformed_request")
}

func TestProjectNamesAreUniquePerClient(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	newClient := func(name string) string { return owner.Post("/api/clients", object{"name": name}).ID() }
	for where, client := range map[string]any{"without a client": nil, "with a client": newClient("ACME")} {
		t.Run(where, func(t *testing.T) {
			other := newClient("Other than " + where)
			createProject(owner, object{"name": "Wanted", "clientId": other, "isArchived": true})
			apitest.CheckUniqueNames(t, apitest.Records{User: owner, Path: "/api/projects", Body: object{"clientId": client}})
			// archived ones count
			owner.Post("/api/projects", object{"name": "WANTED", "clientId": other}).Invalid("name duplicate_value")
		})
	}
}

func TestMoveKeepsNameUnique(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	acme, zoo := owner.Post("/api/clients", object{"name": "ACME"}).ID(),
		owner.Post("/api/clients", object{"name": "Zoo"}).ID()
	path := createProject(owner, object{"name": "Site", "clientId": acme})
	createProject(owner, object{"name": "site", "clientId": zoo})
	free := createProject(owner, object{"name": "SITE"})

	owner.Patch(path, object{"clientId": zoo}).Invalid("name duplicate_value")
	owner.Patch(path, object{"clientId": nil}).Invalid("name duplicate_value")
	wantFields(t, owner.Patch(path, object{"clientId": zoo, "name": "Other site"}).OK(),
		object{"client_id": zoo, "name": "Other site"})
	owner.Post("/api/projects", object{"name": "OTHER SITE", "clientId": zoo}).Invalid("name duplicate_value")
	// the place is free again
	wantFields(t, owner.Patch(free, object{"clientId": acme}).OK(), object{"client_id": acme, "version": 2.0})
	if got := apitest.Names(owner.Get("/api/projects?client_id=" + zoo).Items()); got != "Other site site" {
		t.Errorf("projects of the new client: %q", got)
	}
	owner.Delete("/api/clients/"+acme).Problem(409, "conflict")
	owner.Patch(free, object{"clientId": nil}).OK()
	owner.Delete("/api/clients/" + acme).OK()
}
