package histories_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// people are the names of the members, in the order of their numbers.
var people = [4]string{"ada", "bob", "cem", "dea"}

// memberTeam is a workspace with an owner, two admins and a user.
type memberTeam struct {
	api     *apitest.Service
	members [4]*apitest.User
	state   apitest.Snapshot
}

func newMemberTeam(t *testing.T) memberTeam {
	t.Helper()
	team := memberTeam{api: apitest.New(t)}
	team.members[0] = team.api.Register(people[0])
	for n, m := range []string{"admin", "admin", "user"} {
		team.members[n+1] = team.members[0].AddMember(people[n+1], m)
	}
	team.api.Clock.Advance(time.Minute)
	team.state = team.api.TakeSnapshot()
	return team
}

const memberRequests = 6 // of each person

// history runs a seed.
func (team memberTeam) history(t testing.TB, seed uint64, plant ...testkit.Fault) *history {
	t.Helper()
	h := newHistory(t, team.api, team.state, seed, len(team.members), append(plant, lateIndexes)...)
	h.Run(func(p *testkit.Person) {
		for range memberRequests {
			r := someMemberRequest(p)
			h.do(p, r, team.requestOf(r, p))
		}
	})
	// The operator's look: everybody may be inactive but the owner.
	for n := range team.members {
		list := memberRequest{does: "list", by: n}
		if answer := h.Send(team.requestOf(list, h.People[n])); answer.Status == 200 {
			h.doLast(list, team.requestOf(list, h.People[n]))
			break
		}
	}
	return h
}

func someMemberRequest(p *testkit.Person) memberRequest {
	does := []string{"role", "role", "deactivate", "reactivate", "reactivate", "transfer", "rename", "see", "see"}
	roles := []string{"admin", "user", "analyst"}
	r := memberRequest{does: does[p.Random.IntN(len(does))], by: p.Number, role: roles[p.Random.IntN(len(roles))]}
	for r.target = p.Random.IntN(len(people)); r.target == p.Number; {
		r.target = p.Random.IntN(len(people))
	}
	if p.Random.IntN(4) == 0 {
		r.version = 1 + p.Random.IntN(3)
	}
	return r
}

func (team memberTeam) requestOf(r memberRequest, p *testkit.Person) apitest.Request {
	path := "/api/workspaces/" + team.members[0].WorkspaceID
	target := path + "/members/" + team.members[r.target].ID
	request := apitest.Request{Method: "PATCH", Path: target, Bearer: team.members[r.by].Token}
	if r.version != 0 && r.does != "transfer" && r.does != "rename" && r.does != "see" {
		request.Header = map[string]string{"If-Match": fmt.Sprintf(`"%d"`, r.version)}
	}
	switch r.does {
	case "role":
		request.Body = object{"role": r.role}
	case "reactivate":
		request.Body = object{"isDeactivated": false}
	case "deactivate":
		request.Method = "DELETE"
	case "transfer":
		request.Method, request.Path = "POST", path+"/transfer-ownership"
		request.Body = object{"userId": team.members[r.target].ID}
	case "rename":
		request.Path, request.Body = path, object{"name": fmt.Sprint("by ", p.Number, p.Random.IntN(1000))}
	case "see":
		request.Method, request.Path = "GET", path
	case "list":
		request.Method, request.Path = "GET", path+"/members?include_deactivated=true&limit=200"
	}
	return request
}

// Roles, memberships and the owner are as if all requests had come one after the other.
func TestHistoriesOfMemberships(t *testing.T) {
	t.Parallel()
	memberModel.checkSeeds(t, newMemberTeam(t).history)
}
