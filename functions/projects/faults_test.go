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
	ada         *apitest.User
	otherClient string // a client
	project     string // of a project of another client, ACME
	members     string // path of its members, none at first
	member      string // of ada in it
}

func newFaultFixture(h *apitest.Service) faultFixture {
	ada := h.Register("ada")
	s := faultFixture{ada: ada, otherClient: ada.Post("/api/clients", object{"name": "Zoo"}).ID()}
	s.project = createProject(ada, object{"name": "Site",
		"clientId": ada.Post("/api/clients", object{"name": "ACME"}).ID()})
	s.members = s.project + "/members"
	s.member = s.members + "/" + ada.ID
	return s
}

// postWithKey posts so that a retry gets the answer of the first try.
func (s faultFixture) postWithKey(path string, body object) *apitest.Answer {
	return s.ada.Send(apitest.Request{Method: "POST", Path: path, Body: body, Bearer: s.ada.Token,
		Header: map[string]string{"Idempotency-Key": "k"}})
}

// describe is everything that the writes can change, without ids.
func (s faultFixture) describe(h *apitest.Service) string {
	text := fmt.Sprint(apitest.ItemCounts(h), len(apitest.TakenNames(h)),
		" of the zoo: ", names(s.ada.Get("/api/projects?client_id="+s.otherClient).Items()),
		" archived: ", names(s.ada.Get("/api/projects?is_archived=true").Items()),
		" all: ", names(s.ada.Get("/api/projects").Items()), " members:")
	if answer := s.ada.Get(s.members); answer.Status == http.StatusOK {
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
		joined bool // whether ada is a member before
		again  int
	}{
		"create": {send: func(s faultFixture) *apitest.Answer {
			return s.postWithKey("/api/projects", object{"name": "New", "clientId": s.otherClient})
		}},
		"move": {send: func(s faultFixture) *apitest.Answer {
			return s.ada.Patch(s.project, object{"name": "Renamed", "clientId": s.otherClient})
		}},
		"change": {send: func(s faultFixture) *apitest.Answer {
			return s.ada.Patch(s.project, object{"isArchived": true})
		}}, "delete": {again: 404, send: func(s faultFixture) *apitest.Answer { return s.ada.Delete(s.project) }},
		"add a member": {send: func(s faultFixture) *apitest.Answer {
			return s.postWithKey(s.members, object{"userId": s.ada.ID})
		}},
		"make a manager": {joined: true, send: func(s faultFixture) *apitest.Answer {
			return s.ada.Patch(s.member+"/manager", object{"isManager": true})
		}},
		"change a member": {joined: true, send: func(s faultFixture) *apitest.Answer {
			return s.ada.Patch(s.member, object{"hourlyRate": 100})
		}},
		"remove a member": {joined: true, again: 404,
			send: func(s faultFixture) *apitest.Answer { return s.ada.Delete(s.member) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var s faultFixture
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					s = newFaultFixture(h)
					if write.joined {
						s.ada.Post(s.members, object{"userId": s.ada.ID}).OK()
					}
					return func() *apitest.Answer { return write.send(s) }
				},
				State: func(h *apitest.Service) string {
					checkCounts(t, h)
					return s.describe(h)
				},
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}

// A transaction that meets another one is tried again, unseen by the caller.
func TestMoveRetriesTransactionConflicts(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	s := newFaultFixture(h)
	h.Probe.Inject(testkit.Fault{
		Effect: testkit.FailBefore(testkit.Canceled("None", "TransactionConflict", "None", "None", "None")),
		Where:  testkit.On("TransactWriteItems"), Times: 3,
	})
	s.ada.Patch(s.project, object{"name": "Renamed", "clientId": s.otherClient}).OK()
	checkCounts(t, h)
}
