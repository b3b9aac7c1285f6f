package histories_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// timeHistory is what three devices of a user, and the owner of the workspace, do with the user's time.
type timeHistory struct {
	*history
	member, owner *apitest.User
}

// timeTeam is a workspace that forbids overlaps, with a member.
type timeTeam struct {
	api           *apitest.Service
	owner, member *apitest.User
	state         apitest.Snapshot
}

func newTimeTeam(t *testing.T) timeTeam {
	t.Helper()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"allowOverlap": false}).OK()
	team := timeTeam{api: api, owner: owner, member: owner.AddMember("bob", "user")}
	api.Clock.Advance(time.Minute)
	team.state = api.TakeSnapshot()
	return team
}

const timeRequests = 6 // of each person

// history runs a seed.
func (team timeTeam) history(t testing.TB, seed uint64, plant ...testkit.Fault) *history {
	t.Helper()
	h := timeHistory{newHistory(t, team.api, team.state, seed, 4, append(plant, lateIndexes)...), team.member, team.owner}
	h.Run(func(p *testkit.Person) {
		for n := range timeRequests {
			h.sendSome(p, n)
		}
	})
	list := h.requestOf(timeRequest{does: "list"}, "")
	list.Bearer = h.member.Token
	h.doLast(timeRequest{does: "list"}, list)
	return h.history
}

// sendSome sends a request at random.
func (h timeHistory) sendSome(p *testkit.Person, n int) {
	r := timeRequest{start: -10 * (1 + p.Random.IntN(8)), description: fmt.Sprint("text ", h.seed, p.Random.IntN(100))}
	r.stop = r.start + 10
	does := []string{"start", "start", "create", "create", "stop", "describe", "move", "delete", "get", "current"}
	r.does = does[p.Random.IntN(len(does))]
	if p.Random.IntN(4) == 0 {
		r.version = 1 + p.Random.IntN(3)
	}
	id := ""
	switch r.does {
	case "start", "create":
		r.name = fmt.Sprintf("%d-by-%d", n, p.Number)
	case "current":
	default:
		var ok bool
		if r.name, id, ok = h.some(p, ""); !ok {
			return
		}
	}
	h.learn(r.name, h.ask(p, r, id))
}

// ask sends a request about an id. The last person is the owner, the others are devices of the member.
func (h timeHistory) ask(p *testkit.Person, r timeRequest, id string) output {
	request := h.requestOf(r, id)
	request.Bearer = h.member.Token
	if p.Number == len(h.People)-1 && id != "" {
		request.Bearer, request.Path = h.owner.Token, request.Path+"?user_id="+h.member.ID
	}
	if r.version != 0 && (r.does == "describe" || r.does == "move" || r.does == "delete") {
		request.Header = map[string]string{"If-Match": fmt.Sprintf(`"%d"`, r.version)}
	}
	return h.do(p, r, request)
}

func (h timeHistory) requestOf(r timeRequest, id string) apitest.Request {
	once := map[string]string{"Idempotency-Key": r.name}
	switch r.does {
	case "start":
		return apitest.Request{Method: "POST", Path: "/api/timers/start", Header: once,
			Body: object{"description": r.name, "startedAt": minute(r.start)}}
	case "create":
		return apitest.Request{Method: "POST", Path: "/api/entries", Header: once,
			Body: object{"description": r.name, "startedAt": minute(r.start), "stoppedAt": minute(r.stop)}}
	case "stop":
		return apitest.Request{Method: "POST", Path: "/api/timers/" + id + "/stop", Body: object{"stoppedAt": minute(r.stop)}}
	case "describe":
		return apitest.Request{Method: "PATCH", Path: "/api/entries/" + id, Body: object{"description": r.description}}
	case "move":
		return apitest.Request{Method: "PATCH", Path: "/api/entries/" + id,
			Body: object{"startedAt": minute(r.start), "stoppedAt": minute(r.stop)}}
	case "delete":
		return apitest.Request{Method: "DELETE", Path: "/api/entries/" + id}
	case "get":
		return apitest.Request{Method: "GET", Path: "/api/entries/" + id}
	case "current":
		return apitest.Request{Method: "GET", Path: "/api/timers/current"}
	}
	return apitest.Request{Method: "GET", Path: "/api/entries?limit=200&user_id=" + h.member.ID}
}

// Timers and entries of a user are as if all requests had come one after the other.
func TestHistoriesOfTime(t *testing.T) {
	t.Parallel()
	timeModel.checkSeeds(t, newTimeTeam(t).history)
}
