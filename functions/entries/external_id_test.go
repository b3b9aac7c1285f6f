package entries_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestExternalIDsOfEntries(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	apitest.CheckExternalIDs(t, apitest.Records{User: owner, Path: "/api/entries", Body: object{
		"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z"}})
}

// An external id belongs to its owner's entries. A list by it has those of everyone whose time
// the caller may read, or of user_id, also of people who have left.
func TestExternalIDsAreUniquePerOwner(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member, coworker := owner.AddMember("ursula", "user"), owner.AddMember("fred", "user")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	body := object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z", "externalId": "x"}
	own, hers := owner.Post("/api/entries", body).ID(), member.Post("/api/entries", body).ID()
	his := coworker.Post("/api/entries", object{"startedAt": "2026-06-16T08:00:00Z", "stoppedAt": "2026-06-16T08:30:00Z",
		"externalId": "x"}).ID()
	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + coworker.ID).OK()
	body["userId"] = member.ID
	owner.Post("/api/entries", body).Invalid("externalId duplicate_value")
	owner.Patch("/api/entries/"+own, object{"projectId": project}).OK()
	for query, want := range map[string]string{
		"&to=2026-06-16T09:00:00Z":                          his,
		"&project_id=" + project:                            own,
		"&user_id=" + coworker.ID:                           his,
		"&user_id=" + member.ID:                             hers,
		"&from=2026-06-16T09:00:00Z&user_id=" + owner.ID:    own,
		"&from=2026-06-16T09:00:01Z":                        "",
		"&search=nothing":                                   "",
		"&project_id=" + project + "&search=":               own,
		"&user_id=" + owner.ID + "&to=2027-01-01T00:00:00Z": own,
	} {
		got := ""
		for _, item := range owner.Get("/api/entries?external_id=x" + query).Items() {
			got += item["id"].(string)
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", query, got, want)
		}
	}
	member.Get("/api/entries?external_id=x&user_id=" + owner.ID).Denied("role_insufficient")
	if found := member.Get("/api/entries?external_id=x").Items(); len(found) != 1 || found[0]["id"] != hers {
		t.Errorf("a user found %v", found)
	}
	everyone := map[string]bool{}
	for cursor := ""; len(everyone) < 4; {
		page := owner.Get("/api/entries?limit=1&external_id=x" + cursor).OK()
		everyone[page["items"].([]any)[0].(object)["id"].(string)] = true
		next, more := page["next_cursor"].(string)
		if cursor = "&cursor=" + next; !more {
			break
		}
	}
	if len(everyone) != 3 || !everyone[own] || !everyone[hers] || !everyone[his] {
		t.Errorf("the owner found %v", everyone)
	}
}

// A timer has its external id before and after it is stopped.
func TestExternalIDOfATimer(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	held := func() (found string) {
		for _, item := range owner.Get("/api/entries?external_id=x").Items() {
			found += fmt.Sprint(item["id"], " ", item["stopped_at"] == nil)
		}
		return found
	}
	id := owner.Post("/api/timers/start", object{"startedAt": "2026-06-16T09:00:00Z", "externalId": "x"}).ID()
	if got := held(); got != id+" true" {
		t.Errorf("running: %s", got)
	}
	owner.Post("/api/timers/start", object{"startedAt": "2026-06-16T09:30:00Z", "externalId": "x"}).Invalid(
		"externalId duplicate_value")
	next := owner.Post("/api/timers/start", object{"startedAt": "2026-06-16T10:00:00Z"}).ID()
	if got := held(); got != id+" false" {
		t.Errorf("stopped: %s", got)
	}
	owner.Patch("/api/timers/"+next, object{"externalId": "x"}).Invalid("externalId duplicate_value")
	owner.Patch("/api/entries/"+id, object{"externalId": nil}).OK()
	owner.Patch("/api/timers/"+next, object{"externalId": "x"}).OK()
	if got := held(); got != next+" true" {
		t.Errorf("changed: %s", got)
	}
	owner.Delete("/api/timers/" + next).OK()
	last := owner.Post("/api/timers/start", object{"startedAt": "2026-06-16T11:00:00Z", "externalId": "x"}).ID()
	owner.Patch("/api/timers/"+last, object{"externalId": "y", "stoppedAt": "2026-06-16T12:00:00Z"}).OK()
	if got := held(); got != "" {
		t.Errorf("moved away: %s", got)
	}
}

// Each write moves or frees an external id together with its entry.
func TestExternalIDsSurviveFaults(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]func(owner *apitest.User) *apitest.Answer{
		"edit": func(owner *apitest.User) *apitest.Answer {
			return owner.Patch("/api/entries/"+rowID(0), row{"externalId": "other"})
		},
		"delete": func(owner *apitest.User) *apitest.Answer { return owner.Delete("/api/entries/" + rowID(0)) },
		"swap and delete": func(owner *apitest.User) *apitest.Answer {
			return sendBulk(owner, row{"id": rowID(0), "externalId": "x1"}, row{"id": rowID(1), "externalId": "x0"},
				row{"id": rowID(2), "op": "delete"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			again := 0
			if name == "delete" {
				again = 404
			}
			apitest.RetryableWrite{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner := api.Register("ada")
					sendBulk(owner, withExternalIDs(3)...).OK()
					return func() *apitest.Answer { return send(owner) }
				},
				State: func(api *apitest.Service) string {
					return fmt.Sprint(dumpEntries(api), apitest.HeldExternalIDs(api))
				},
				RetryStatus: again,
			}.Walk(t)
		})
	}
}
