package histories_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// submissionTeam is a workspace with a member, whose timesheets the owner decides on.
type submissionTeam struct {
	api           *apitest.Service
	owner, member *apitest.User
	state         apitest.Snapshot
	known         map[string]string // ids of what there is
	does          [2][]string       // what the member does, and the owner
}

func newSubmissionTeam(t *testing.T) submissionTeam {
	t.Helper()
	api := apitest.New(t)
	owner := api.Register("ada")
	team := submissionTeam{does: allOfSubmissions, api: api, owner: owner, member: owner.AddMember("bob", "user")}
	api.Clock.Advance(time.Minute)
	first := &history{known: map[string]string{}}
	for _, r := range []submissionRequest{
		{does: "create", name: "entry-first", day: 10}, {does: "submit", name: "submission-first", day: 10},
	} {
		team.learn(first, r, outputOf(api.Send(team.requestOf(r, "", 0))))
	}
	team.state, team.known = api.TakeSnapshot(), first.known
	return team
}

const submissionRequests = 7 // of each person

// history runs a seed: two devices of the member, and two of the owner. Names of entries begin with e, those of
// timesheets with s.
func (team submissionTeam) history(t testing.TB, seed uint64, plant ...testkit.Fault) *history {
	t.Helper()
	h := newHistory(t, team.api, team.state, seed, 4, append(plant, lateIndexes)...)
	maps.Copy(h.known, team.known)
	h.Run(func(p *testkit.Person) {
		for n := range submissionRequests {
			team.sendSome(h, p, n)
		}
	})
	for name, id := range h.known {
		switch name[:1] {
		case "e":
			h.doLast(submissionRequest{does: "get", name: name}, team.requestOf(submissionRequest{does: "get"}, id, 0))
		case "s":
			h.doLast(submissionRequest{does: "look", name: name}, team.requestOf(submissionRequest{does: "look"}, id, 0))
		}
	}
	return h
}

// allOfSubmissions are what the member does, and the owner. A device of the member makes entries first.
var allOfSubmissions = [2][]string{
	{"submit", "submit", "describe", "delete", "get", "withdraw", "resubmit", "look", "create"},
	{"approve", "approve", "reject", "reject", "reject", "reopen", "describe", "look"},
}

func (team submissionTeam) sendSome(h *history, p *testkit.Person, n int) {
	does := team.does[p.Number/2]
	r := submissionRequest{does: does[p.Random.IntN(len(does))], day: 10 + p.Random.IntN(2)}
	if p.Number < 2 && n < 2 {
		r.does = "create"
	}
	id, ok := "", true
	switch r.does {
	case "create":
		r.name = fmt.Sprintf("entry-%d-by-%d", n, p.Number)
	case "submit":
		r.name = fmt.Sprintf("submission-%d-by-%d", n, p.Number)
	case "describe", "delete", "get":
		r.description = fmt.Sprint("text ", p.Random.IntN(100))
		r.name, id, ok = h.some(p, "e")
	default:
		r.name, id, ok = h.some(p, "s")
	}
	if r.does == "reject" && ok {
		id, ok = h.idOf("line of " + r.name)
	}
	if ok {
		team.learn(h, r, h.do(p, r, team.requestOf(r, id, p.Number)))
	}
}

// learn notes the ids of what was made.
func (team submissionTeam) learn(h *history, r submissionRequest, out output) {
	if r.does != "create" && r.does != "submit" || out.Status != 200 {
		return
	}
	h.learn(r.name, out)
	if lines, ok := out.Record["lines"].([]any); ok {
		h.learn("line of "+r.name, output{Status: 200, Record: lines[0].(object)})
	}
}

func (team submissionTeam) requestOf(r submissionRequest, id string, by int) apitest.Request {
	request := apitest.Request{Method: "POST", Bearer: team.member.Token}
	ofMember := ""
	if by >= 2 {
		request.Bearer, ofMember = team.owner.Token, "?user_id="+team.member.ID
	}
	once := map[string]string{"Idempotency-Key": r.name}
	submissions := "/api/workspaces/me/timesheet-submissions"
	day := fmt.Sprintf("2026-06-%02d", r.day)
	switch r.does {
	case "create":
		request.Path, request.Header = "/api/entries", once
		request.Body = object{"description": r.name, "startedAt": day + "T09:00:00Z", "stoppedAt": day + "T10:00:00Z"}
	case "describe":
		request.Method, request.Path = "PATCH", "/api/entries/"+id+ofMember
		request.Body = object{"description": r.description}
	case "delete":
		request.Method, request.Path = "DELETE", "/api/entries/"+id
	case "get":
		request.Method, request.Path = "GET", "/api/entries/"+id+ofMember
	case "submit":
		request.Path, request.Header, request.Body = submissions, once, object{"periodStart": day, "periodEnd": day}
	case "look":
		request.Method, request.Path = "GET", submissions+"/"+id
	case "reject":
		request.Path = "/api/workspaces/me/submission-lines/" + id + "/reject"
	case "approve":
		request.Path = submissions + "/" + id + "/approve-all"
	default:
		request.Path = submissions + "/" + id + "/" + r.does
	}
	return request
}

// Timesheets and the locks of their entries are as if all requests had come one after the other.
func TestHistoriesOfTimesheets(t *testing.T) {
	t.Parallel()
	submissionModel.checkSeeds(t, newSubmissionTeam(t).history)
}
