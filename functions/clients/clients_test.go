package clients_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/problem"
)

type object = map[string]any

func TestClientLifecycle(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")

	created := owner.Post("/api/clients", object{"name": "  ACME ", "email": "Desk@ACME.example"})
	acme := created.OK()
	path := "/api/clients/" + created.ID()
	if acme["name"] != "ACME" || acme["email"] != "desk@acme.example" || acme["is_archived"] != false ||
		acme["version"] != 1.0 {
		t.Errorf("created %v", acme)
	}
	if got := created.Header.Get("ETag"); got != `"1"` {
		t.Errorf("ETag %s, want \"1\"", got)
	}
	changed := owner.Patch(path, object{"email": nil, "isArchived": true}).OK()
	if changed["email"] != nil || changed["is_archived"] != true || changed["name"] != "ACME" ||
		changed["version"] != 2.0 {
		t.Errorf("changed %v", changed)
	}
	if same := owner.Patch(path, object{"isArchived": true}).OK(); same["version"] != 2.0 {
		t.Errorf("a change of nothing made version %v", same["version"])
	}
	if got := owner.Get(path).OK()["version"]; got != 2.0 {
		t.Errorf("read version %v, want 2", got)
	}
	owner.Post("/api/clients", object{"name": "acme"}).Invalid("name duplicate_value") // archived ones count
	gone := owner.Delete(path).OK()
	if gone["id"] != acme["id"] || gone["deleted"] != true {
		t.Errorf("deleted %v", gone)
	}
	owner.Get(path).Problem(404, "not_found")
	owner.Delete(path).Problem(404, "not_found")
}

func TestClientFields(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	path := "/api/clients/" + owner.Post("/api/clients", object{"name": "Kept"}).ID()
	owner.Post("/api/clients", object{"name": strings.Repeat("é", 255)}).OK()
	for _, c := range []struct {
		name  string
		body  any
		patch bool
		want  []string
	}{
		{"no name", object{}, false, []string{"name required"}},
		{"no body", nil, false, []string{" required"}},
		{"blank name", object{"name": " \t "}, false, []string{"name min_length"}},
		{"long name", object{"name": strings.Repeat("é", 256)}, false, []string{"name max_length"}},
		{"control characters", object{"name": "a\x00b"}, false, []string{"name type_invalid"}},
		{"all at once, in order", `{"email":"nobody","name":null,"isArchived":"yes"}`, false,
			[]string{"email email_invalid", "name required", "isArchived type_invalid"}},
		{"both spellings", `{"name":"x","isArchived":true,"is_archived":true}`, false,
			[]string{"is_archived duplicate_value"}},
		{"name cannot be cleared", object{"name": nil}, true, []string{"name required"}},
		{"nor the flag", object{"is_archived": nil}, true, []string{"is_archived required"}},
	} {
		if c.patch {
			owner.Patch(path, c.body).Invalid(c.want...)
		} else {
			owner.Post("/api/clients", c.body).Invalid(c.want...)
		}
	}
}

func TestClientNamesAreUnique(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	apitest.CheckUniqueNames(t, apitest.Records{User: owner, Path: "/api/clients"})
}

func TestWhoMayChangeClients(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, member, analyst := owner.AddMember("amir", "admin"), owner.AddMember("ursula", "user"),
		owner.AddMember("ann", "analyst")
	path := "/api/clients/" + owner.Post("/api/clients", object{"name": "ACME"}).ID()

	admin.Patch("/api/clients/"+admin.Post("/api/clients", object{"name": "By admin"}).ID(), object{"name": "x"}).OK()
	for user, detail := range map[*apitest.User]string{member: "role_insufficient", analyst: "analyst_read_only"} {
		user.Get(path).OK()
		if got := len(user.Get("/api/clients").Items()); got != 2 {
			t.Errorf("%s sees %d clients, want 2", user.Email, got)
		}
		user.Post("/api/clients", "{broken").Denied(detail)
		user.Patch(path, "{broken").Denied(detail)
		user.Delete(path).Denied(detail)
		user.Patch("/api/clients/"+user.ID, "{broken").Problem(404, "not_found")
	}
	outsider := api.Register("stan")
	outsider.Get(path).Problem(404, "not_found")
	outsider.Patch(path, object{"name": "Mine"}).Problem(404, "not_found")
	outsider.Delete(path).Problem(404, "not_found")
}

func TestClientListIsFilteredAndPaged(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for _, name := range []string{"Zoë", "ACME", "Zoo", "Äcker"} {
		owner.Post("/api/clients", object{"name": name, "isArchived": name == "Zoo"}).OK()
	}
	for query, want := range map[string]string{
		"":                              "Zoë ACME Zoo Äcker",
		"?search=zo":                    "Zoë Zoo",
		"?search=ZOE":                   "Zoë",
		"?search=%C3%84c":               "ACME Äcker",
		"?search=%25":                   "",
		"?is_archived=true":             "Zoo",
		"?isArchived=false&search=zo":   "Zoë",
		"?is_archived=false&unknown=1":  "Zoë ACME Äcker",
		"?limit=200&search=%20%20&x=%5": "Zoë ACME Zoo Äcker",
	} {
		if got := apitest.Names(owner.Get("/api/clients" + query).Items()); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	owner.Get("/api/clients?is_archived=perhaps&limit=0").Invalid("is_archived type_invalid", "limit min_value")

	var paged []map[string]any
	for path := "/api/clients?limit=1"; path != ""; {
		answer := owner.Get(path)
		paged = append(paged, answer.Items()...)
		path = ""
		if next, ok := answer.OK()["next_cursor"].(string); ok {
			path = "/api/clients?limit=1&cursor=" + next
			owner.Get("/api/clients?limit=1&search=z&cursor=" + next).Invalid("cursor cursor_invalid")
		}
	}
	if got := apitest.Names(paged); got != "Zoë ACME Zoo Äcker" {
		t.Errorf("page by page: %q", got)
	}
}

func TestClientVersions(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	path := "/api/clients/" + owner.Post("/api/clients", object{"name": "ACME"}).ID()
	match := func(method, tag string, body any) *apitest.Answer {
		return owner.With("If-Match", tag).Do(method, path, body)
	}
	match("PATCH", `"2"`, object{"name": "Stale"}).Problem(409, "conflict")
	match("DELETE", `"2"`, nil).Problem(409, "conflict")
	match("PATCH", `1`, object{"name": "Malformed"}).Problem(400, "malformed_request")
	if got := match("PATCH", `"1"`, object{"name": "Fresh"}); got.OK()["version"] != 2.0 ||
		got.Header.Get("ETag") != `"2"` {
		t.Errorf("%s %s", got.Header.Get("ETag"), got.Body)
	}
	match("DELETE", "*", nil).OK()
}

// A request learns first that it has read another version, and then what is in its way.
func TestTheVersionOfAClientComesBeforeItsProjects(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	client := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	owner.Post("/api/projects", object{"name": "Site", "clientId": client}).OK()
	for tag, reason := range map[string]problem.Reason{`"9"`: problem.VersionStale, "*": problem.InUse} {
		owner.With("If-Match", tag).Delete("/api/clients/" + client).Conflict(reason)
	}
}

// A client is deleted while projects are made for it: either it goes and they
// fail, or they come and it stays.
func TestDeleteClientRacesProjectCreation(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	for range 5 {
		id := owner.Post("/api/clients", object{"name": "Racing"}).ID()
		var made, deleted atomic.Int64
		testkit.Race(t, 4, func(i int) {
			if i == 0 {
				switch answer := owner.Delete("/api/clients/" + id); answer.Status {
				case http.StatusOK:
					deleted.Add(1)
				case http.StatusConflict:
				default:
					t.Errorf("delete: %d\n%s", answer.Status, answer.Body)
				}
				return
			}
			switch answer := owner.Post("/api/projects", object{"name": string(rune('a' + i)), "clientId": id}); answer.Status {
			case http.StatusOK:
				made.Add(1)
			case http.StatusUnprocessableEntity:
			default:
				t.Errorf("create: %d\n%s", answer.Status, answer.Body)
			}
		})
		if (made.Load() > 0) == (deleted.Load() > 0) {
			t.Fatalf("%d projects made, %d clients deleted", made.Load(), deleted.Load())
		}
		if deleted.Load() == 0 {
			owner.Patch("/api/clients/"+id, object{"name": "Was racing " + id}).OK()
		}
	}
}

func TestCreateClientIsIdempotent(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	send := func(body any) *apitest.Answer { return owner.With("Idempotency-Key", "k1").Post("/api/clients", body) }
	first := send(object{"name": "Once"})
	again := send(object{"name": "Once"})
	if again.ID() != first.ID() || again.Header.Get("Idempotency-Replayed") != "true" ||
		again.Header.Get("ETag") != `"1"` {
		t.Errorf("replay %v\n%s", again.Header, again.Body)
	}
	send(object{"name": "Other"}).Invalid("Idempotency-Key idempotency_key_reused")

	var ids [6]string
	testkit.Race(t, len(ids), func(i int) {
		answer := owner.With("Idempotency-Key", "k2").Post("/api/clients", object{"name": "Raced"})
		if answer.Status == http.StatusOK {
			ids[i] = answer.JSON()["id"].(string)
		} else {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("several records for one key: %v", ids)
		}
	}
}
