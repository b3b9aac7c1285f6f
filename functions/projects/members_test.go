package projects_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestProjectMemberLifecycle(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := createProject(m.owner, object{"name": "Site", "visibility": "private"})
	added := m.owner.Post(path+"/members", object{"user_id": strings.ToUpper(m.member.ID), "hourly_rate": 0})
	if got := added.OK(); len(got) != 5 || added.Header.Get("ETag") != `"1"` {
		t.Errorf("added %s %v", added.Header.Get("ETag"), got)
	}
	wantFields(t, added.OK(), object{"user_id": m.member.ID, "display_name": "mia", "is_manager": false,
		"hourly_rate": 0.0,
		"version":     1.0})
	m.owner.Post(path+"/members", object{"userId": m.member.ID}).Problem(409, "conflict")
	m.member.Get(path).OK()

	member := path + "/members/" + m.member.ID
	wantFields(t, m.owner.Patch(member, object{"hourlyRate": 100_000_000}).OK(),
		object{"hourly_rate": 1e8, "version": 2.0})
	wantFields(t, m.owner.Patch(member, object{"hourlyRate": 100_000_000}).OK(), object{"version": 2.0}) // changes nothing
	wantFields(t, m.owner.Patch(member, object{"hourlyRate": nil}).OK(), object{"hourly_rate": nil, "version": 3.0})
	// not here
	wantFields(t, m.owner.Patch(member, object{"isManager": true}).OK(), object{"is_manager": false, "version": 3.0})
	wantFields(t, m.owner.Patch(member+"/manager", object{"isManager": true}).OK(),
		object{"is_manager": true, "version": 4.0})
	wantFields(t, m.owner.Patch(member+"/manager", object{"is_manager": true}).OK(), object{"version": 4.0})

	stale := apitest.Request{Path: member + "/manager", Bearer: m.owner.Token,
		Header: map[string]string{"If-Match": `"3"`}, Body: object{"isManager": false}, Method: "PATCH"}
	m.Send(stale).Problem(409, "conflict")
	stale.Path, stale.Method = member, "DELETE"
	m.Send(stale).Problem(409, "conflict")
	wantFields(t, m.owner.Delete(member).OK(), object{"id": m.member.ID, "deleted": true})
	m.owner.Delete(member).Problem(404, "not_found")
	m.owner.Patch(member, object{"hourlyRate": 1}).Problem(404, "not_found")
	m.member.Get(path).Problem(404, "not_found")
}

func TestMemberFields(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site"})
	add, member := path+"/members", path+"/members/"+m.member.ID
	m.owner.Post(add, object{}).Invalid("userId required")
	m.owner.Post(add, object{"userId": "x", "isManager": 1}).Invalid("isManager type_invalid", "userId uuid_invalid")
	m.owner.Post(add, object{"userId": m.member.ID, "hourlyRate": -1}).Invalid("hourlyRate min_value")
	m.owner.Post(add, object{"user_id": m.outsider.ID, "hourlyRate": 1e9}).Invalid("hourlyRate max_value",
		"user_id user_not_found")
	m.owner.Patch(member, object{"hourlyRate": 100_000_001}).Invalid("hourlyRate max_value")
	m.owner.Patch(member+"/manager", object{}).Invalid("isManager required")
	m.owner.Patch(member+"/manager", nil).Invalid(" required")
	m.owner.Patch(member+"/manager", object{"isManager": nil}).Invalid("isManager required")
}

func TestOnlyActiveMembersOfTheWorkspaceJoin(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := createProject(m.owner, object{"name": "Site"})
	m.owner.Post(path+"/members", object{"userId": m.outsider.ID}).Invalid("userId user_not_found")
	m.owner.Delete("/api/workspaces/" + m.owner.WorkspaceID + "/members/" + m.member.ID).OK()
	m.owner.Post(path+"/members", object{"userId": m.member.ID}).Invalid("userId user_not_found")
	m.owner.Post(path+"/members", object{"userId": m.analyst.ID}).OK()
	m.owner.Post(path+"/members", object{"userId": m.owner.ID}).OK()
}

func TestMemberPages(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site"})
	m.owner.Post(path+"/members", object{"userId": m.analyst.ID}).OK()
	seen := map[string]int{}
	for next, pages := "", 0; pages < 5; pages++ {
		answer := m.owner.Get(path + "/members?limit=2" + next)
		for _, row := range answer.Items() {
			seen[row["display_name"].(string)]++
		}
		cursor, ok := answer.OK()["next_cursor"].(string)
		if !ok {
			break
		}
		next = "&cursor=" + cursor
	}
	if fmt.Sprint(seen) != "map[ann:1 max:1 mia:1]" {
		t.Errorf("seen %v", seen)
	}
}

func TestMemberRaces(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := createProject(m.owner, object{"name": "Site"})
	tally := func(send func(i int) *apitest.Answer) (won int64) {
		var ok atomic.Int64
		testkit.Race(t, 6, func(i int) {
			switch answer := send(i); answer.Status {
			case http.StatusOK:
				ok.Add(1)
			case http.StatusConflict:
			default:
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		return ok.Load()
	}
	if won := tally(func(i int) *apitest.Answer {
		return m.owner.Post(path+"/members", object{"userId": m.member.ID, "hourlyRate": i})
	}); won != 1 {
		t.Errorf("added %d times", won)
	}
	member := path + "/members/" + m.member.ID
	if won := tally(func(i int) *apitest.Answer {
		return m.owner.With("If-Match", `"1"`).Patch(member, object{"hourlyRate": 100 + i})
	}); won != 1 {
		t.Errorf("version 1 was changed %d times", won)
	}
}
