package functions_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/domain/people"
	"stint/shared/route"
	"stint/shared/wire"
)

// Every list refuses a cursor of another caller, another list or other filters, and
// one that was changed.
func TestEveryCursorIsBoundToItsReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.addSecondRecords(t)
	outsider := &world{Service: w.Service, owner: w.Register("stan")}
	outsider.createRecords("strange")
	outsider.addSecondRecords(t)
	eachRoute(t, hasCursor, func(t *testing.T, spec route.Spec) {
		ask := func(as *world, bearer, query string) *apitest.Answer {
			return w.As(bearer).Get(as.pathOf(t, spec, nil) + "?limit=1" + query)
		}
		cursor, _ := ask(w, w.bearerFor(spec), "").OK()["next_cursor"].(string)
		if cursor == "" {
			t.Fatal("no second page: addSecondRecords must create a second record")
		}
		next := "&cursor=" + url.QueryEscape(cursor)
		ask(w, w.bearerFor(spec), next).OK()
		ask(outsider, outsider.bearerFor(spec), next).Invalid("cursor cursor_invalid")
		ask(w, w.bearerFor(spec), next+"&zz=1").Invalid("cursor cursor_invalid") // other filters
		if spec.Credential == auth.Session && analystMayRead(spec) {
			if answer := ask(w, w.analyst.Token, next); answer.Status != 404 {
				answer.Invalid("cursor cursor_invalid")
			}
		}
		for _, at := range []int{0, len(cursor) / 2, len(cursor) - 2} {
			ask(w, w.bearerFor(spec), "&cursor="+url.QueryEscape(corruptCursor(cursor, at))).Invalid("cursor cursor_invalid")
		}
	})
}

// analystMayRead reports whether the analyst of a workspace reads this list too.
func analystMayRead(spec route.Spec) bool {
	rule, _ := auth.RuleOf(spec.Permission)
	return rule.Requires != auth.RequiresWorkspace || slices.Contains(rule.Roles, people.RoleAnalyst)
}

// hasCursor reports whether a route is a list in pages. The cursors of files in parts have
// tests of their own, in functions/reports.
func hasCursor(spec route.Spec) bool {
	return spec.Method == "GET" && !spec.InParts && slices.ContainsFunc(wire.Describe(spec.Op.In).Query,
		func(p wire.Property) bool { return p.Name == "cursor" })
}

// corruptCursor replaces the letter at a position of the cursor.
func corruptCursor(cursor string, at int) string {
	other := "A"
	if cursor[at:at+1] == other {
		other = "B"
	}
	return cursor[:at] + other + cursor[at+1:]
}

// addSecondRecords creates a second record for every list.
func (w *world) addSecondRecords(t *testing.T) {
	t.Helper()
	o := w.owner
	o.Post("/api/webhooks/"+w.ids["webhooks"]+"/test", nil).OK() // the proof voids the webhook
	o.VerifyEmail()                                              // ends the sessions and keys that the records came with
	project := "/api/projects/" + w.ids["projects"]
	o.Post("/api/projects", object{"name": "second", "visibility": "private"}).OK()
	o.Post(project+"/tasks", object{"name": "second"}).OK()
	o.Post("/api/clients", object{"name": "second"}).OK()
	o.Post("/api/tags", object{"name": "second"}).OK()
	o.Post("/api/webhooks", object{"url": "https://hooks.example.com/second", "events": []string{"*"}}).OK()
	o.Post("/api/entries", object{"startedAt": "2026-06-15T09:00:00Z", "stoppedAt": "2026-06-15T10:00:00Z"}).OK()
	o.Post("/api/workspaces", object{"name": "second"}).OK()
	o.Post("/api/me/workspaces/"+o.WorkspaceID+"/api-keys", object{"name": "second"}).OK()
	w.key = o.Post("/api/me/workspaces/"+o.WorkspaceID+"/api-keys", object{"name": "third"}).OK()["token"].(string)
	for _, name := range []string{"second", "third"} {
		o.Post("/api/workspaces/"+o.WorkspaceID+"/calendar-feeds", object{"name": name}).OK()
	}
	o.AllowApp(apitest.SomeApp(), people.AccessRead)
	o.AllowApp(apitest.SomeApp(), people.AccessRead)
	w.registerApp("second")
	o.Invite(strings.Split(o.Email, "@")[0]+"-second@example.com", "")
	if w.analyst == nil {
		w.analyst = o.AddMember(strings.Split(o.Email, "@")[0]+"-friend", "analyst")
	}
	o.Post(project+"/members", object{"userId": w.analyst.ID}).OK()
	o.SignInAgain()
	for _, host := range []string{"h1", "h2"} {
		w.Register(host+strings.Split(o.Email, "@")[0]).Invite(o.Email, "")
	}
}
