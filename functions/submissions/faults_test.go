package submissions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// fixture is one submission of so many entries on the way to a request that is
// broken.
type fixture struct {
	user    *apitest.User
	id      string // of the submission; "" before there is one
	entries []string
}

// describe is everything that can be seen of the scene, without ids.
func (s *fixture) describe() string {
	var b strings.Builder
	for _, x := range s.user.Get(pathSubmissions).Items() {
		whole := s.user.Get(pathSubmissions + "/" + x["id"].(string)).OK()
		fmt.Fprintln(&b, whole["status"], whole["version"], whole["total_seconds"], eventTypes(s.user, x["id"].(string)))
		for _, l := range whole["lines"].([]any) {
			line := l.(object)
			fmt.Fprintln(&b, line["status"], line["version"], line["entry_count"], line["decided_by"] != nil, line["reason"])
		}
	}
	locks := 0
	for _, e := range s.user.Get("/api/entries?limit=200&user_id=" + s.user.ID).Items() {
		if e["is_locked"] == true {
			locks++
		}
	}
	fmt.Fprintln(&b, "locked", locks)
	return b.String()
}

// describeStored is the same of what is stored, which takes much less time to read. What is always true of it is
// checked, too.
func (s *fixture) describeStored(t *testing.T) string {
	l := checkInvariants(t, s.user.Service)
	var all []string
	for id, x := range l.submissions {
		if !x.Visible() {
			continue
		}
		text := fmt.Sprintln(x.Status(), x.Version, x.Seconds)
		for _, e := range l.events[id] {
			text += fmt.Sprintln(e.Version, e.Type, e.FromStatus, e.ToStatus, e.Reason)
		}
		for i, line := range l.lines[id][0].Lines {
			state := x.Lines[i]
			text += fmt.Sprintln(line.Number, line.IsBillable, line.Entries, line.Seconds, state.Status, state.Version,
				state.DecisionVersion)
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return fmt.Sprintln(all, "locked", l.countLocked())
}

// newFixture registers a user with entries. Every second entry is on a project, so
// that there are two lines.
func newFixture(api *apitest.Service, entries int) *fixture {
	return newFixtureOf(api.Register("olga"), entries)
}

// newFixtureOf is newFixture for a user that is there.
func newFixtureOf(user *apitest.User, entries int) *fixture {
	s := &fixture{user: user}
	site := createProject(s.user, "site")
	var items []object
	for i := range entries {
		item := object{
			"id": fmt.Sprintf("0197f5a0-0000-7000-8000-%012d", i), "startedAt": fmt.Sprintf("2026-06-%02dT09:00:00Z", 8+i%7),
			"stoppedAt": "2026-06-14T10:00:00Z",
		}
		if i%2 == 0 {
			item["projectId"] = site
		}
		items = append(items, item)
	}
	s.user.Post("/api/entries:bulk", object{"items": items}).OK()
	return s
}

// submit is the scene after its submission.
func (s *fixture) submit() *fixture {
	s.id = s.user.Post(pathSubmissions, submittedWeek).ID()
	return s
}

// linePath is the path of a line of the submission.
func (s *fixture) linePath(i int) string {
	whole := s.user.Get(pathSubmissions + "/" + s.id).OK()
	return "/api/workspaces/me/submission-lines/" + whole["lines"].([]any)[i].(object)["id"].(string)
}

// postTo is a request that acts on the submission.
func (s *fixture) postTo(path string) func() *apitest.Answer {
	return func() *apitest.Answer { return s.user.Post(path, object{}) }
}

func TestSubmissionWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	requests := map[string]func(api *apitest.Service) (*fixture, func() *apitest.Answer){
		"submit": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4)
			return s, func() *apitest.Answer { return s.user.Post(pathSubmissions, submittedWeek) }
		},
		"submit many": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(shrinkRounds(api), largeCount)
			return s, func() *apitest.Answer { return s.user.Post(pathSubmissions, submittedWeek) }
		},
		"withdraw": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4).submit()
			return s, s.postTo(pathSubmissions + "/" + s.id + "/withdraw")
		},
		"resubmit": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4).submit()
			s.postTo(s.linePath(0) + "/reject")().OK()
			return s, s.postTo(pathSubmissions + "/" + s.id + "/resubmit")
		},
		"resubmit many": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(shrinkRounds(api), largeCount).submit()
			s.postTo(s.linePath(0) + "/reject")().OK()
			s.postTo(s.linePath(1) + "/reject")().OK()
			return s, s.postTo(pathSubmissions + "/" + s.id + "/resubmit")
		},
		"reopen": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4).submit()
			s.postTo(pathSubmissions + "/" + s.id + "/approve-all")().OK()
			return s, s.postTo(pathSubmissions + "/" + s.id + "/reopen")
		},
		"approve all": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4).submit()
			return s, s.postTo(pathSubmissions + "/" + s.id + "/approve-all")
		},
		"approve a line": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4).submit()
			return s, s.postTo(s.linePath(1) + "/approve")
		},
		"reject a line": func(api *apitest.Service) (*fixture, func() *apitest.Answer) {
			s := newFixture(api, 4).submit()
			return s, s.postTo(s.linePath(1) + "/reject")
		},
	}
	for name, prepare := range requests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *fixture
			apitest.RetryableWrite{
				Prepare: func(api *apitest.Service) (request func() *apitest.Answer) {
					s, request = prepare(api)
					return request
				},
				State:       func(*apitest.Service) string { return s.describeStored(t) },
				RetryStatus: 409, // what was done already cannot be submitted, reopened or resubmitted again
			}.Walk(t)
		})
	}
}
