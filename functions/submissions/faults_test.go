package submissions_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/functions/apitest"
)

// scene is one submission of so many entries on the way to a request that is
// broken.
type scene struct {
	p       *apitest.Person
	id      string // of the submission; "" before there is one
	entries []string
}

// picture is everything that can be seen of the scene, without ids.
func (s *scene) picture() string {
	var b strings.Builder
	for _, x := range s.p.Get(all).Items() {
		whole := s.p.Get(all + "/" + x["id"].(string)).OK()
		fmt.Fprintln(&b, whole["status"], whole["version"], whole["total_seconds"], history(s.p, x["id"].(string)))
		for _, l := range whole["lines"].([]any) {
			line := l.(object)
			fmt.Fprintln(&b, line["status"], line["version"], line["entry_count"], line["decided_by"] != nil, line["reason"])
		}
	}
	locks := 0
	for _, e := range s.p.Get("/api/entries?limit=200").Items() {
		if e["is_locked"] == true {
			locks++
		}
	}
	fmt.Fprintln(&b, "locked", locks)
	return b.String()
}

// set makes the scene in a house: entries of which every second is on a
// project, so that there are two lines.
func set(h *apitest.House, entries int) *scene {
	s := &scene{p: h.Register("olga")}
	site := project(s.p, "site")
	var items []object
	for i := range entries {
		item := object{
			"id": fmt.Sprintf("0197f5a0-0000-7000-8000-%012d", i), "startedAt": fmt.Sprintf("2026-06-%02dT09:00:00Z", 8+i%7), "stoppedAt": "2026-06-14T10:00:00Z",
		}
		if i%2 == 0 {
			item["projectId"] = site
		}
		items = append(items, item)
	}
	s.p.Post("/api/entries:bulk", object{"items": items}).OK()
	return s
}

// submitted is the scene after its submission.
func (s *scene) submitted() *scene {
	s.id = s.p.Post(all, week).ID()
	return s
}

// line is the path of a line of the submission.
func (s *scene) line(i int) string {
	whole := s.p.Get(all + "/" + s.id).OK()
	return "/api/workspaces/me/submission-lines/" + whole["lines"].([]any)[i].(object)["id"].(string)
}

// act is a request that acts on the submission.
func (s *scene) act(path string) func() *apitest.Answer {
	return func() *apitest.Answer { return s.p.Post(path, object{}) }
}

func TestSubmissionWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	requests := map[string]func(h *apitest.House) (*scene, func() *apitest.Answer){
		"submit": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4)
			return s, func() *apitest.Answer { return s.p.Post(all, week) }
		},
		"submit many": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 91)
			return s, func() *apitest.Answer { return s.p.Post(all, week) }
		},
		"withdraw": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4).submitted()
			return s, s.act(all + "/" + s.id + "/withdraw")
		},
		"resubmit": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4).submitted()
			s.act(s.line(0) + "/reject")().OK()
			return s, s.act(all + "/" + s.id + "/resubmit")
		},
		"resubmit many": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 91).submitted()
			s.act(s.line(0) + "/reject")().OK()
			s.act(s.line(1) + "/reject")().OK()
			return s, s.act(all + "/" + s.id + "/resubmit")
		},
		"reopen": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4).submitted()
			s.act(all + "/" + s.id + "/approve-all")().OK()
			return s, s.act(all + "/" + s.id + "/reopen")
		},
		"approve all": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4).submitted()
			return s, s.act(all + "/" + s.id + "/approve-all")
		},
		"approve a line": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4).submitted()
			return s, s.act(s.line(1) + "/approve")
		},
		"reject a line": func(h *apitest.House) (*scene, func() *apitest.Answer) {
			s := set(h, 4).submitted()
			return s, s.act(s.line(1) + "/reject")
		},
	}
	for name, prepare := range requests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *scene
			apitest.Converging{
				Prepare: func(h *apitest.House) (request func() *apitest.Answer) {
					s, request = prepare(h)
					return request
				},
				State: func(*apitest.House) string { return s.picture() },
				Again: 409, // what was done already cannot be submitted, reopened or resubmitted again
			}.Walk(t)
		})
	}
}
