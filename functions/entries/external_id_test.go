package entries_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestExternalIDsOfEntries(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	apitest.CheckExternalIDs(t, apitest.ExternalIDOperations{
		Create: func(x any) *apitest.Answer {
			return ada.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
				"externalId": x})
		},
		Change: func(id string, x any) *apitest.Answer {
			return ada.Patch("/api/entries/"+id, object{"externalId": x})
		},
		Delete: func(id string) *apitest.Answer { return ada.Delete("/api/entries/" + id) },
		List:   func(query string) *apitest.Answer { return ada.Get("/api/entries" + query) },
	})
}

// An external id belongs to its owner's entries. A list by it has those of everyone whose time
// the caller may read, or of user_id, also of people who have left.
func TestExternalIDsAreUniquePerOwner(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	ursula, fred := ada.AddMember("ursula", "user"), ada.AddMember("fred", "user")
	project := ada.Post("/api/projects", object{"name": "P"}).ID()
	body := object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z", "externalId": "x"}
	own, hers := ada.Post("/api/entries", body).ID(), ursula.Post("/api/entries", body).ID()
	his := fred.Post("/api/entries", object{"startedAt": "2026-06-16T08:00:00Z", "stoppedAt": "2026-06-16T08:30:00Z",
		"externalId": "x"}).ID()
	ada.Delete("/api/workspaces/" + ada.WorkspaceID + "/members/" + fred.ID).OK()
	body["userId"] = ursula.ID
	ada.Post("/api/entries", body).Invalid("externalId duplicate_value")
	ada.Patch("/api/entries/"+own, object{"projectId": project}).OK()
	for query, want := range map[string]string{
		"&to=2026-06-16T09:00:00Z":                        his,
		"&project_id=" + project:                          own,
		"&user_id=" + fred.ID:                             his,
		"&user_id=" + ursula.ID:                           hers,
		"&from=2026-06-16T09:00:00Z&user_id=" + ada.ID:    own,
		"&from=2026-06-16T09:00:01Z":                      "",
		"&search=nothing":                                 "",
		"&project_id=" + project + "&search=":             own,
		"&user_id=" + ada.ID + "&to=2027-01-01T00:00:00Z": own,
	} {
		got := ""
		for _, item := range ada.Get("/api/entries?external_id=x" + query).Items() {
			got += item["id"].(string)
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", query, got, want)
		}
	}
	ursula.Get("/api/entries?external_id=x&user_id=" + ada.ID).Denied("role_insufficient")
	if found := ursula.Get("/api/entries?external_id=x").Items(); len(found) != 1 || found[0]["id"] != hers {
		t.Errorf("a user found %v", found)
	}
	everyone := map[string]bool{}
	for cursor := ""; len(everyone) < 4; {
		page := ada.Get("/api/entries?limit=1&external_id=x" + cursor).OK()
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
	ada := apitest.New(t).Register("ada")
	held := func() (found string) {
		for _, item := range ada.Get("/api/entries?external_id=x").Items() {
			found += fmt.Sprint(item["id"], " ", item["stopped_at"] == nil)
		}
		return found
	}
	id := ada.Post("/api/timers/start", object{"startedAt": "2026-06-16T09:00:00Z", "externalId": "x"}).ID()
	if got := held(); got != id+" true" {
		t.Errorf("running: %s", got)
	}
	ada.Post("/api/timers/start", object{"startedAt": "2026-06-16T09:30:00Z", "externalId": "x"}).Invalid(
		"externalId duplicate_value")
	next := ada.Post("/api/timers/start", object{"startedAt": "2026-06-16T10:00:00Z"}).ID()
	if got := held(); got != id+" false" {
		t.Errorf("stopped: %s", got)
	}
	ada.Patch("/api/timers/"+next, object{"externalId": "x"}).Invalid("externalId duplicate_value")
	ada.Patch("/api/entries/"+id, object{"externalId": nil}).OK()
	ada.Patch("/api/timers/"+next, object{"externalId": "x"}).OK()
	if got := held(); got != next+" true" {
		t.Errorf("changed: %s", got)
	}
	ada.Delete("/api/timers/" + next).OK()
	last := ada.Post("/api/timers/start", object{"startedAt": "2026-06-16T11:00:00Z", "externalId": "x"}).ID()
	ada.Patch("/api/timers/"+last, object{"externalId": "y", "stoppedAt": "2026-06-16T12:00:00Z"}).OK()
	if got := held(); got != "" {
		t.Errorf("moved away: %s", got)
	}
}

// Each write moves or frees an external id together with its entry.
func TestExternalIDsSurviveFaults(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]func(ada *apitest.User) *apitest.Answer{
		"edit": func(ada *apitest.User) *apitest.Answer {
			return ada.Patch("/api/entries/"+rowID(0), row{"externalId": "other"})
		},
		"delete": func(ada *apitest.User) *apitest.Answer { return ada.Delete("/api/entries/" + rowID(0)) },
		"swap and delete": func(ada *apitest.User) *apitest.Answer {
			return sendBulk(ada, row{"id": rowID(0), "externalId": "x1"}, row{"id": rowID(1), "externalId": "x0"},
				row{"id": rowID(2), "op": "delete"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			again := 0
			if name == "delete" {
				again = 404
			}
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada := h.Register("ada")
					sendBulk(ada, withExternalIDs(3)...).OK()
					return func() *apitest.Answer { return send(ada) }
				},
				State:       func(h *apitest.Service) string { return fmt.Sprint(dumpEntries(h), apitest.HeldExternalIDs(h)) },
				RetryStatus: again,
			}.Walk(t)
		})
	}
}
