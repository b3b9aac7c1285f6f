package workspaces_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestChange(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	path := workspacePath(owner)
	changed := owner.Patch(path, object{
		"name": "Room", "timezone": "Asia/Tokyo", "weekStart": "sunday", "defaultProjectVisibility": "public",
		"membersCanCreateProjects": true, "membersCanCreateTags": false, "allowOverlap": false,
	}).OK()
	apitest.WantEqual(t, changed, object{
		"id": owner.WorkspaceID, "name": "Room", "timezone": "Asia/Tokyo", "week_start": "sunday",
		"default_project_visibility": "public", "members_can_create_projects": true, "members_can_create_tags": false,
		"allow_overlap": false, "max_key_days": nil, "allowed_networks": nil, "apps": "any", "logo": nil,
		"require_second_factor": false,
		"require_sso":           false, "role": "owner", "created_at": "2026-06-17T12:00:00Z", "version": 2,
	})
	apitest.WantEqual(t, owner.Get(path).OK(), changed)
	apitest.WantEqual(t, owner.Patch(path, object{"name": "Room"}).OK(), changed) // no change
	apitest.WantEqual(t, owner.Patch(path, nil).OK(), changed)

	owner.Patch(path, object{"name": nil, "timezone": "utc", "allowOverlap": nil}).
		Invalid("allowOverlap required", "name required", "timezone timezone_invalid")
	owner.With("If-Match", `"1"`).Patch(path, object{"name": "Late"}).Problem(409, "conflict")
	owner.With("If-Match", `"2"`).Patch(path, object{"name": "In time"}).OK()
}

func TestWhoMayChange(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, user, analyst := owner.AddMember("admin", "admin"), owner.AddMember("user", "user"),
		owner.AddMember("analyst", "analyst")
	outsider := api.Register("outsider")
	path := workspacePath(owner)

	if role := admin.Patch(path, object{"name": "By an admin"}).OK()["role"]; role != "admin" {
		t.Errorf("role %v, want admin", role)
	}
	user.Patch(path, "no JSON").Denied("role_insufficient")
	analyst.Patch(path, "no JSON").Denied("analyst_read_only")
	outsider.Patch(path, object{}).Problem(404, "not_found")
	for _, p := range []*apitest.User{user, analyst} {
		if name := p.Get(path).OK()["name"]; name != "By an admin" {
			t.Errorf("name %v as a member reads it", name)
		}
	}
	outsider.Get(path).Problem(404, "not_found")

	admin.Delete(path).Denied("role_insufficient")
	user.Delete(path).Denied("role_insufficient")
	analyst.Delete(path).Denied("analyst_read_only")
	outsider.Delete(path).Problem(404, "not_found")
	admin.Post(path+"/transfer-ownership", object{"userId": admin.ID}).Denied("role_insufficient")
	analyst.Post(path+"/transfer-ownership", nil).Denied("analyst_read_only")
}

func TestNoChangeIsLost(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	var won atomic.Int64
	testkit.Race(t, 6, func(i int) {
		switch answer := owner.Patch(workspacePath(owner), object{"name": fmt.Sprint("Name ", i)}); answer.Status {
		case http.StatusOK:
			won.Add(1)
		case http.StatusConflict:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if version := owner.Get(workspacePath(owner)).OK()["version"]; won.Load() < 1 || version != float64(won.Load()+1) {
		t.Errorf("version %v after %d changes", version, won.Load())
	}
}

func TestListIsPaged(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for i := range 4 {
		owner.Post("/api/workspaces", object{"name": fmt.Sprint("Room ", i)}).OK()
	}
	owner.Delete("/api/workspaces/" + owner.Get("/api/workspaces").Items()[2]["id"].(string)).OK()
	seen := ""
	for path := "/api/workspaces?limit=2"; ; {
		answer := owner.Get(path)
		seen += formatWorkspaces(answer.Items()) + "; "
		next, more := answer.OK()["next_cursor"].(string)
		if !more {
			break
		}
		path = "/api/workspaces?limit=2&cursor=" + next
	}
	if want := "ada's workspace owner, Room 0 owner; Room 2 owner; Room 3 owner; "; seen != want {
		t.Errorf("pages %q, want %q", seen, want)
	}
	owner.Get("/api/workspaces?cursor=zz").Invalid("cursor cursor_invalid")
}

func TestMaxKeyDays(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	path := workspacePath(owner)
	if got, shown := owner.Get(path).OK()["max_key_days"]; got != nil || !shown {
		t.Errorf("max_key_days is %v, want null", got)
	}
	for _, days := range []any{0, -1, 3651} {
		code := "min_value"
		if days == 3651 {
			code = "max_value"
		}
		owner.Patch(path, object{"maxKeyDays": days}).Invalid("maxKeyDays " + code)
		owner.Post("/api/workspaces", object{"name": "Other", "maxKeyDays": days}).Invalid("maxKeyDays " + code)
	}
	owner.Patch(path, object{"max_key_days": "7"}).Invalid("max_key_days type_invalid")
	first := owner.Patch(path, object{"max_key_days": 7}).OK()
	again := owner.Patch(path, object{"maxKeyDays": 7}).OK()
	if first["max_key_days"] != 7.0 || again["version"] != first["version"] {
		t.Errorf("changed %v, then unchanged %v", first, again)
	}
	if got := owner.Patch(path, object{"name": "New"}).OK()["max_key_days"]; got != 7.0 {
		t.Errorf("another change made it %v", got)
	}
	if got := owner.Post("/api/workspaces", object{"name": "Other",
		"maxKeyDays": 3650}).OK()["max_key_days"]; got != 3650.0 {
		t.Errorf("a new workspace has %v", got)
	}
}
