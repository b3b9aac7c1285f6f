package projects_test

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/timedb"
)

// trackTime tracks time to a project, straight through the store.
func trackTime(api *apitest.Service, p *apitest.User, project string) error {
	now := domain.InstantOf(api.Clock.Now())
	timer := timelog.Entry{ID: domain.NewID(), UserID: domain.NewID(), ProjectID: domain.ID(project), StartedAt: now,
		CreatedAt: now, UpdatedAt: now, Version: 1}
	return api.Deps.Store.StartTimer(context.Background(), domain.ID(p.WorkspaceID), nil, timedb.EntryWrite{
		Changes:   []timelog.EntryChange{{After: &timer}},
		FirstUses: store.FirstUses{Projects: []domain.ID{domain.ID(project)}},
	})
}

func idOf(path string) string { return path[len("/api/projects/"):] }

func TestUsedProjectCannotBeDeleted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	tracked := createProject(owner, object{"name": "Tracked"})
	if err := trackTime(api, owner, idOf(tracked)); err != nil {
		t.Fatal(err)
	}
	owner.Delete(tracked).Problem(409, "conflict")
	owner.Patch(tracked, object{"name": "Renamed", "isArchived": true}).OK()
	owner.Delete(tracked).Problem(409, "conflict") // a change does not wash it clean

	planned := createProject(owner, object{"name": "Planned"})
	task := owner.Post(planned+"/tasks", object{"name": "A task"}).ID()
	owner.Delete(planned).Problem(409, "conflict")
	owner.Delete("/api/tasks/" + task).OK()
	owner.Delete(planned).OK() // its tasks are gone, and no time was tracked to it

	worked := createProject(owner, object{"name": "Worked"})
	task = owner.Post(worked+"/tasks", object{"name": "A task"}).ID()
	entry := owner.Post("/api/entries", object{"taskId": task, "startedAt": "2026-06-17T09:00:00Z",
		"stoppedAt": "2026-06-17T10:00:00Z"}).ID()
	owner.Delete("/api/entries/" + entry).OK()
	owner.Delete(worked).Problem(409, "conflict")
	owner.Delete("/api/tasks/"+task).Problem(409, "conflict") // so the project stays, too
}

// A task that is created while its project is deleted, after the delete found none, makes
// the delete fail: also when it was not the first task, or was made with others.
func TestDeleteFailsAfterAConcurrentTask(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for name, create := range map[string]func(path string) *apitest.Answer{
		"first":   func(path string) *apitest.Answer { return m.owner.Post(path+"/tasks", object{"name": "New"}) },
		"another": func(path string) *apitest.Answer { return m.owner.Post(path+"/tasks", object{"name": "New"}) },
		"several": func(path string) *apitest.Answer {
			return m.owner.Post(path+"/tasks:upsert", object{"items": []object{{"name": "One"}, {"name": "Two"}}})
		},
	} {
		path := createProject(m.owner, object{"name": name})
		if name != "first" {
			m.owner.Delete("/api/tasks/" + m.owner.Post(path+"/tasks", object{"name": "Old"}).ID()).OK()
		}
		m.whileHeld(func() *apitest.Answer { return m.owner.Delete(path) }, func() { create(path).OK() }).Problem(
			409, "conflict")
		m.owner.Get(path + "/tasks").OK()
		for _, task := range m.owner.Get(path + "/tasks").Items() {
			m.owner.Delete("/api/tasks/" + task["id"].(string)).OK()
		}
		m.owner.Delete(path).OK()
		m.owner.Post(path+"/tasks", object{"name": "Late"}).Problem(404, "not_found")
	}
}

// A change that read the project before its first use must not undo the use.
func TestChangeKeepsConcurrentFirstUse(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	path := createProject(owner, object{"name": "Site"})
	until := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- owner.Patch(path, object{"color": "#000000"}) }()
	<-held.Reached()
	if err := trackTime(api, owner, idOf(path)); err != nil {
		t.Fatal(err)
	}
	close(until)
	(<-done).OK()
	owner.Delete(path).Problem(409, "conflict")
}

// A project is deleted while it is used, or given its first task: exactly one
// of the two happens.
func TestDeleteProjectRacesFirstUse(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	for n := range 8 {
		path := createProject(owner, object{"name": fmt.Sprint("Racing ", n)})
		if n%4 == 3 {
			owner.Delete("/api/tasks/" + owner.Post(path+"/tasks", object{"name": "Earlier"}).ID()).OK()
		}
		var used, deleted atomic.Bool
		testkit.Race(t, 2, func(i int) {
			switch {
			case i == 0:
				deleted.Store(owner.Delete(path).Status == http.StatusOK)
			case n%2 == 0:
				used.Store(trackTime(api, owner, idOf(path)) == nil)
			default:
				used.Store(owner.Post(path+"/tasks", object{"name": "First"}).Status == http.StatusOK)
			}
		})
		if used.Load() == deleted.Load() {
			t.Fatalf("used %t, deleted %t", used.Load(), deleted.Load())
		}
	}
}

// Deleting a project hides its members at once, and the worker removes them.
func TestADeletedProjectLeavesNoMembers(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	gone, stays := m.createStaffedProject(object{"name": "Gone"}), m.createStaffedProject(object{"name": "Stays"})
	m.owner.Delete(gone).OK()
	m.owner.Get(gone+"/members").Problem(404, "not_found")
	m.RunWorker()
	if left := m.countMemberships(); left != 2 {
		t.Errorf("%d memberships are left, want the 2 of the project that stays", left)
	}
	if got := len(m.owner.Get(stays + "/members").Items()); got != 2 {
		t.Errorf("the project that stays has %d members", got)
	}
}

// A user who joins a project that is deleted at that moment does not get in,
// and leaves nothing behind.
func TestJoiningAProjectThatIsBeingDeleted(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := createProject(m.owner, object{"name": "Site"})
	m.whileHeld(func() *apitest.Answer { return m.owner.Post(path+"/members", object{"userId": m.member.ID}) }, func() {
		m.owner.Delete(path).OK()
		m.RunWorker()
	}).Problem(404, "not_found")
	if left := m.countMemberships(); left != 0 {
		t.Errorf("%d memberships are left of a project that is gone", left)
	}
}

// A user who joins a project while they are shut out of the workspace does
// not get in either.
func TestJoiningAProjectWhileLeavingTheWorkspace(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := createProject(m.owner, object{"name": "Site"})
	m.whileHeld(func() *apitest.Answer { return m.owner.Post(path+"/members", object{"userId": m.member.ID}) }, func() {
		m.owner.Delete("/api/workspaces/" + m.owner.WorkspaceID + "/members/" + m.member.ID).OK()
	}).Invalid("userId user_not_found")
}

// A delete that read the project before its first use comes too late.
func TestDeleteFailsAfterConcurrentFirstUse(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := createProject(m.owner, object{"name": "Site"})
	m.whileHeld(func() *apitest.Answer { return m.owner.Delete(path) }, func() {
		if err := trackTime(m.Service, m.owner, idOf(path)); err != nil {
			t.Error(err)
		}
	}).Problem(409, "conflict")
	m.owner.Get(path).OK()
}

// whileHeld sends a request, holds its transaction back while something else
// is done, and gives its answer.
func (m team) whileHeld(send func() *apitest.Answer, during func()) *apitest.Answer {
	until := make(chan struct{})
	held := m.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- send() }()
	<-held.Reached()
	during()
	close(until)
	return <-done
}

// countMemberships counts those that lie in the table.
func (m team) countMemberships() int { return countItems(m.Service, "PM#") }
