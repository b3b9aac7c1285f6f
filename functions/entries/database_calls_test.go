package entries_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// callsOf names the database calls of a request after authentication.
func callsOf(api *apitest.Service, ask func() *apitest.Answer) string {
	api.Probe.Reset()
	ask().OK()
	var all []string
	for _, call := range api.Probe.Log()[1:] {
		all = append(all, call.Op)
	}
	return strings.Join(all, " ")
}

func TestCallsOfAWeekDoNotGrow(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for range 3 {
		for i := range 60 {
			track(owner, -20*24*60+i, -20*24*60+i+1)
		}
		for _, filter := range []string{"", "&user_id=" + owner.ID} {
			got := callsOf(api, func() *apitest.Answer { return owner.Get("/api/entries?from=" + at(-7*24*60) + filter) })
			if got != "Query" || api.Probe.Log()[1].Items != 0 {
				t.Errorf("%s: %s, want Query", filter, got)
			}
		}
	}
}

func TestCallsOfAUsersList(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	member := api.Register("ada").AddMember("bob", "user")
	track(member, -2, -1)
	if got := callsOf(api, func() *apitest.Answer {
		return member.Get("/api/entries?user_id=" +
			member.ID)
	}); got != "Query" {
		t.Errorf("own alone: %s, want Query", got)
	}
	if got := callsOf(api, func() *apitest.Answer { return member.Get("/api/entries") }); got != "Query Query" {
		t.Errorf("own, managing nothing: %s, want Query Query", got)
	}
}

func TestCallsOfWrites(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()
	entry := track(owner, -3, -2, object{"taskId": task})
	theirs := track(member, -3, -2)
	timer := owner.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	times := object{"startedAt": at(-1), "stoppedAt": at(0)}
	with := func(name, value string) object {
		return object{"startedAt": at(-1), "stoppedAt": at(0), name: value}
	}
	for _, c := range []struct {
		what string
		want string
		ask  func() *apitest.Answer
	}{
		{"create", "PutItem", func() *apitest.Answer { return owner.Post("/api/entries", times) }},
		{"create on a project", "BatchGetItem PutItem",
			func() *apitest.Answer { return owner.Post("/api/entries", with("projectId", project)) }},
		{"create on a task alone", "BatchGetItem BatchGetItem PutItem",
			func() *apitest.Answer { return owner.Post("/api/entries", with("taskId", task)) }},
		{"get", "BatchGetItem", func() *apitest.Answer { return owner.Get("/api/entries/" + entry) }},
		{"get the timer", "", func() *apitest.Answer { return owner.Get("/api/entries/" + timer) }},
		{"get another's", "BatchGetItem", func() *apitest.Answer {
			return owner.Get("/api/entries/" + theirs + "?user_id=" + member.ID)
		}},
		{"get whosever", "BatchGetItem Query BatchGetItem",
			func() *apitest.Answer { return owner.Get("/api/entries/" + theirs) }},
		{"change", "BatchGetItem PutItem", func() *apitest.Answer {
			return owner.Patch("/api/entries/"+entry, object{"description": "x"})
		}},
		{"change nothing", "BatchGetItem", func() *apitest.Answer {
			return owner.Patch("/api/entries/"+entry, object{"description": "x"})
		}},
		{"edit the timer", "PutItem", func() *apitest.Answer {
			return owner.Patch("/api/entries/"+timer, object{"description": "x"})
		}},
		{"stop the timer", "TransactWriteItems", func() *apitest.Answer {
			return owner.Patch("/api/entries/"+timer, object{"stoppedAt": at(0)})
		}},
		{"delete", "BatchGetItem PutItem", func() *apitest.Answer { return owner.Delete("/api/entries/" + entry) }},
	} {
		if got := callsOf(api, c.ask); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"allowOverlap": false}).OK()
	want := "BatchGetItem Query TransactWriteItems"
	if got := callsOf(api, func() *apitest.Answer {
		return owner.Post("/api/entries", object{"startedAt": at(-9000), "stoppedAt": at(-8999)})
	}); got != want {
		t.Errorf("%s: %s, want %s", "create without overlap", got, want)
	}
}
