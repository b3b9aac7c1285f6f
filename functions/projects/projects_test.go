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

func names(items []map[string]any) string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item["name"].(string)
	}
	return strings.Join(all, " ")
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
	ada := apitest.New(t).Register("ada")
	acme := ada.Post("/api/clients", object{"name": "ACME"}).ID()

	created := ada.Post("/api/projects", object{
		"name": " Site ", "client_id": strings.ToUpper(acme), "color": "#AABBCC", "visibility": "public", "isBillable": false,
		"hourlyRate": 0,
	})
	path := "/api/projects/" + created.ID()
	wantFields(t, created.OK(), object{
		"name": "Site", "client_id": acme, "color": "#aabbcc", "visibility": "public", "is_billable": false,
		"hourly_rate": 0.0, "is_archived": false, "can_edit": true, "can_track": true, "version": 1.0,
		"created_at": "2026-06-17T12:00:00Z",
	})
	changed := ada.Patch(path, object{"name": "Web site", "clientId": nil, "hourlyRate": 9900, "isArchived": true})
	wantFields(t, changed.OK(), object{
		"name": "Web site", "client_id": nil, "hourly_rate": 9900.0, "is_archived": true, "color": "#aabbcc",
		"visibility": "public", "version": 2.0,
	})
	if got := changed.Header.Get("ETag"); got != `"2"` {
		t.Errorf("ETag %s", got)
	}
	// changes nothing
	wantFields(t, ada.Patch(path, object{"hourlyRate": 9900, "name": "Web site"}).OK(), object{"version": 2.0})
	wantFields(t, ada.Patch(path, object{"hourlyRate": nil, "is_archived": false}).OK(),
		object{"hourly_rate": nil, "is_archived": false, "version": 3.0})
	wantFields(t, ada.Get(path).OK(), object{"name": "Web site", "client_id": nil, "hourly_rate": nil, "version": 3.0})

	stale := apitest.Request{Method: "PATCH", Path: path, Bearer: ada.Token, Body: object{"name": "Stale"},
		Header: map[string]string{"If-Match": `"2"`}}
	ada.Send(stale).Problem(409, "conflict")
	stale.Method = "DELETE"
	ada.Send(stale).Problem(409, "conflict")
	wantFields(t, ada.Delete(path).OK(), object{"deleted": true})
	ada.Get(path).Problem(404, "not_found")
	ada.Delete("/api/clients/" + acme).OK()
}

func TestProjectDefaults(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	first := ada.Post("/api/projects",
		`{"name":"First","color":null,"clientId":null,"hourlyRate":null,"visibility":null,"isBillable":null}`).OK()
	wantFields(t, first, object{"visibility": "private", "is_billable": true, "hourly_rate": nil, "client_id": nil,
		"is_archived": false})
	if !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(first["color"].(string)) {
		t.Errorf("color %v", first["color"])
	}
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, object{"defaultProjectVisibility": "public"}).OK()
	wantFields(t, ada.Post("/api/projects", object{"name": "Second"}).OK(), object{"visibility": "public"})
}

func TestProjectFields(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	path := createProject(ada, object{"name": strings.Repeat("é", 255), "hourlyRate": 100_000_000})
	for body, want := range map[string][]string{
		`{}`:                                        {"name required"},
		`{"name":""}`:                               {"name min_length"},
		`{"name":"x","color":"red"}`:                {"color type_invalid"},
		`{"name":"x","color":"#12345g"}`:            {"color type_invalid"},
		`{"name":"x","visibility":"secret"}`:        {"visibility enum_invalid"},
		`{"name":"x","hourlyRate":-1}`:              {"hourlyRate min_value"},
		`{"name":"x","hourly_rate":100000001}`:      {"hourly_rate max_value"},
		`{"name":"x","hourlyRate":1.5}`:             {"hourlyRate type_invalid"},
		`{"name":"x","clientId":"nonsense"}`:        {"clientId uuid_invalid"},
		`{"name":"x","client_id":"` + ada.ID + `"}`: {"client_id client_not_found"},
		`{"clientId":"` + ada.ID + `","name":"","isBillable":0}`: {
			"clientId client_not_found", "name min_length", "isBillable type_invalid"},
	} {
		ada.Post("/api/projects", body).Invalid(want...)
	}
	ada.Patch(path, `{"name":null,"color":null,"visibility":null,"isBillable":null,"isArchived":null,"clientId":"`+ada.ID+
		`"}`).Invalid(
		"name required", "color required", "visibility required", "isBillable required", "isArchived required",
		"clientId client_not_found")
	ada.Patch(path, "{broken").Problem(400, "malformed_request")
}

func TestProjectNamesAreUniquePerClient(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	newClient := func(name string) string { return ada.Post("/api/clients", object{"name": name}).ID() }
	for where, client := range map[string]any{"without a client": nil, "with a client": newClient("ACME")} {
		t.Run(where, func(t *testing.T) {
			other := newClient("Other than " + where)
			createProject(ada, object{"name": "Wanted", "clientId": other, "isArchived": true})
			apitest.CheckUniqueNames(t, apitest.NameOperations{
				Create: func(name string) *apitest.Answer {
					return ada.Post("/api/projects", object{"name": name, "clientId": client})
				},
				Rename: func(id, name string) *apitest.Answer { return ada.Patch("/api/projects/"+id, object{"name": name}) },
				Delete: func(id string) *apitest.Answer { return ada.Delete("/api/projects/" + id) },
			})
			// archived ones count
			ada.Post("/api/projects", object{"name": "WANTED", "clientId": other}).Invalid("name duplicate_value")
		})
	}
}

func TestMoveKeepsNameUnique(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	acme, zoo := ada.Post("/api/clients", object{"name": "ACME"}).ID(),
		ada.Post("/api/clients", object{"name": "Zoo"}).ID()
	path := createProject(ada, object{"name": "Site", "clientId": acme})
	createProject(ada, object{"name": "site", "clientId": zoo})
	free := createProject(ada, object{"name": "SITE"})

	ada.Patch(path, object{"clientId": zoo}).Invalid("name duplicate_value")
	ada.Patch(path, object{"clientId": nil}).Invalid("name duplicate_value")
	wantFields(t, ada.Patch(path, object{"clientId": zoo, "name": "Other site"}).OK(),
		object{"client_id": zoo, "name": "Other site"})
	ada.Post("/api/projects", object{"name": "OTHER SITE", "clientId": zoo}).Invalid("name duplicate_value")
	// the place is free again
	wantFields(t, ada.Patch(free, object{"clientId": acme}).OK(), object{"client_id": acme, "version": 2.0})
	if got := names(ada.Get("/api/projects?client_id=" + zoo).Items()); got != "Other site site" {
		t.Errorf("projects of the new client: %q", got)
	}
	ada.Delete("/api/clients/"+acme).Problem(409, "conflict")
	ada.Patch(free, object{"clientId": nil}).OK()
	ada.Delete("/api/clients/" + acme).OK()
}
