package projects_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// faultFixture is what a fault walk's request acts on.
type faultFixture struct {
	owner       *apitest.User
	otherClient string // a client
	project     string // of a project of another client, ACME
	members     string // path of its members, none at first
	member      string // of the owner in it
}

func newFaultFixture(api *apitest.Service) faultFixture {
	owner := api.Register("ada")
	s := faultFixture{owner: owner, otherClient: owner.Post("/api/clients", object{"name": "Zoo"}).ID()}
	s.project = createProject(owner, object{"name": "Site",
		"clientId": owner.Post("/api/clients", object{"name": "ACME"}).ID()})
	s.members = s.project + "/members"
	s.member = s.members + "/" + owner.ID
	return s
}

// postWithKey posts so that a retry gets the answer of the first try.
func (s faultFixture) postWithKey(path string, body object) *apitest.Answer {
	return s.owner.With("Idempotency-Key", "k").Post(path, body)
}

// describe is everything that the writes can change, without ids.
func (s faultFixture) describe(api *apitest.Service) string {
	text := fmt.Sprint(apitest.ItemCounts(api), len(apitest.TakenNames(api)),
		" of the zoo: ", apitest.Names(s.owner.Get("/api/projects?client_id="+s.otherClient).Items()),
		" archived: ", apitest.Names(s.owner.Get("/api/projects?is_archived=true").Items()),
		" all: ", apitest.Names(s.owner.Get("/api/projects").Items()), " members:")
	if answer := s.owner.Get(s.members); answer.Status == http.StatusOK {
		for _, row := range answer.Items() {
			text += fmt.Sprint(" ", row["display_name"], row["is_manager"], row["hourly_rate"], row["version"])
		}
	}
	return text
}

func TestProjectWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send   func(s faultFixture) *apitest.Answer
		joined bool // whether the owner is a member before
		again  int
	}{
		"create": {send: func(s faultFixture) *apitest.Answer {
			return s.postWithKey("/api/projects", object{"name": "New", "clientId": s.otherClient})
		}},
		"move": {send: func(s faultFixture) *apitest.Answer {
			return s.owner.Patch(s.project, object{"name": "Renamed", "clientId": s.otherClient})
		}},
		"change": {send: func(s faultFixture) *apitest.Answer {
			return s.owner.Patch(s.project, object{"isArchived": true})
		}},
		"delete": {again: 404, send: func(s faultFixture) *apitest.Answer { return s.owner.Delete(s.project) }},
		"add a member": {send: func(s faultFixture) *apitest.Answer {
			return s.postWithKey(s.members, object{"userId": s.owner.ID})
		}},
		"make a manager": {joined: true, send: func(s faultFixture) *apitest.Answer {
			return s.owner.Patch(s.member+"/manager", object{"isManager": true})
		}},
		"change a member": {joined: true, send: func(s faultFixture) *apitest.Answer {
			return s.owner.Patch(s.member, object{"hourlyRate": 100})
		}},
		"remove a member": {joined: true, again: 404,
			send: func(s faultFixture) *apitest.Answer { return s.owner.Delete(s.member) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var s faultFixture
			apitest.RetryableWrite{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					s = newFaultFixture(api)
					if write.joined {
						s.owner.Post(s.members, object{"userId": s.owner.ID}).OK()
					}
					return func() *apitest.Answer { return write.send(s) }
				},
				State: func(api *apitest.Service) string {
					checkCounts(t, api)
					return s.describe(api)
				},
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}

// A transaction that meets another one is tried again, unseen by the caller.
func TestMoveRetriesTransactionConflicts(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newFaultFixture(api)
	api.Probe.Inject(testkit.Fault{
		Effect: testkit.FailBefore(testkit.Canceled("None", "TransactionConflict", "None", "None", "None")),
		Where:  testkit.On("TransactWriteItems"), Times: 3,
	})
	s.owner.Patch(s.project, object{"name": "Renamed", "clientId": s.otherClient}).OK()
	checkCounts(t, api)
}
