package tasks_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// createProject makes a project of the person's and gives its path.
func createProject(p *apitest.User, body object) string {
	return "/api/projects/" + p.Post("/api/projects", body).ID()
}

func TestTaskLifecycle(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site := createProject(owner, object{"name": "Site"})

	created := owner.Post(site+"/tasks", object{"name": " Design "})
	path := "/api/tasks/" + created.ID()
	task := created.OK()
	if task["name"] != "Design" || "/api/projects/"+task["project_id"].(string) != site || task["is_archived"] != false ||
		task["version"] != 1.0 || len(task) != 6 {
		t.Errorf("created %v", task)
	}
	changed := owner.Patch(path, object{"name": "Drawing", "isArchived": true})
	if got := changed.OK(); got["name"] != "Drawing" || got["is_archived"] != true || got["version"] != 2.0 ||
		changed.Header.Get("ETag") != `"2"` {
		t.Errorf("changed %v", got)
	}
	if got := owner.Patch(path, object{"is_archived": false}).OK(); got["is_archived"] != false || got["version"] != 3.0 {
		t.Errorf("taken back %v", got)
	}
	if got := owner.Patch(path, object{}).OK(); got["version"] != 3.0 {
		t.Errorf("a change of nothing made version %v", got["version"])
	}
	if got := owner.Get(path); got.OK()["name"] != "Drawing" || got.Header.Get("ETag") != `"3"` {
		t.Errorf("read %s %s", got.Header.Get("ETag"), got.Body)
	}
	owner.Delete(path).OK()
	owner.Get(path).Problem(404, "not_found")
	owner.Post(site+"/tasks", object{"name": "drawing"}).OK()
}

func TestTaskFields(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site := createProject(owner, object{"name": "Site"})
	owner.Post(site+"/tasks", object{}).Invalid("name required")
	owner.Post(site+"/tasks", object{"name": "  "}).Invalid("name min_length")
	owner.Post(site+"/tasks", object{"name": strings.Repeat("x", 256)}).Invalid("name max_length")
	path := "/api/tasks/" + owner.Post(site+"/tasks", object{"name": strings.Repeat("é", 255)}).ID()
	owner.Patch(path, `{"isArchived":null,"name":null}`).Invalid("isArchived required", "name required")
	owner.Patch(path, "{broken").Problem(400, "malformed_request")
}

func TestTaskNamesAreUniqueInAProject(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site, other := createProject(owner, object{"name": "Site"}), createProject(owner, object{"name": "Other"})
	owner.Post(other+"/tasks", object{"name": "Wanted"}).OK()
	apitest.CheckUniqueNames(t, apitest.Records{User: owner, Path: site + "/tasks"})
}

func TestArchivedTaskKeepsItsName(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	site := createProject(owner, object{"name": "Site"})
	id := owner.Post(site+"/tasks", object{"name": "Done"}).ID()
	owner.Post("/api/tasks/"+id+"/archive", nil).OK()
	owner.Post(site+"/tasks", object{"name": "done"}).Invalid("name duplicate_value")
}

func TestTaskList(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	site := createProject(owner, object{"name": "Site"})
	owner.Post(createProject(owner, object{"name": "Other"})+"/tasks", object{"name": "Elsewhere"}).OK()
	for _, name := range []string{"Design", "Build", "Débug"} {
		id := owner.Post(site+"/tasks", object{"name": name}).ID()
		if name == "Build" {
			owner.Post("/api/tasks/"+id+"/archive", nil).OK()
		}
	}
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	for query, want := range map[string]string{
		"": "Design Build Débug", "?is_archived=true": "Build", "?is_archived=false": "Design Débug",
		"?search=DE": "Design Débug",
	} {
		if got := apitest.Names(owner.Get(site + "/tasks" + query).Items()); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
		v1 := strings.Replace(site, "/api/", "/api/v1/", 1) + "/tasks" + query
		if got := apitest.Names(api.As(key).Get(v1).Items()); got != want {
			t.Errorf("v1 %s: %q, want %q", query, got, want)
		}
	}
	first := owner.Get(site + "/tasks?limit=2")
	next := first.OK()["next_cursor"].(string)
	if got := apitest.Names(first.Items()) + " " +
		apitest.Names(owner.Get(site+"/tasks?limit=2&cursor="+next).Items()); got != "Design Build Débug" {
		t.Errorf("page by page: %q", got)
	}
	owner.Get(createProject(owner, object{"name": "Third"}) + "/tasks?cursor=" + next).Invalid("cursor cursor_invalid")
}
