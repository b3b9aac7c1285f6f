package projects_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/functions/apitest"
	"stint/shared/testkit"
)

// stage is what a fault walk's request acts on.
type stage struct {
	ada     *apitest.Person
	zoo     string // a client
	path    string // of a project of another client, ACME
	members string // path of its members, none at first
	seat    string // of ada in it
}

func setStage(h *apitest.House) stage {
	ada := h.Register("ada")
	s := stage{ada: ada, zoo: ada.Post("/api/clients", object{"name": "Zoo"}).ID()}
	s.path = made(ada, object{"name": "Site", "clientId": ada.Post("/api/clients", object{"name": "ACME"}).ID()})
	s.members = s.path + "/members"
	s.seat = s.members + "/" + ada.ID
	return s
}

// withKey posts so that a retry is told what the first try was.
func (s stage) withKey(path string, body object) *apitest.Answer {
	return s.ada.Send(apitest.Request{Method: "POST", Path: path, Body: body, Bearer: s.ada.Token, Header: map[string]string{"Idempotency-Key": "k"}})
}

// state is everything that the writes can change, without ids.
func (s stage) state(h *apitest.House) string {
	text := fmt.Sprint(apitest.Shape(h), len(apitest.NamesHeld(h)),
		" of the zoo: ", names(s.ada.Get("/api/projects?client_id="+s.zoo).Items()),
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
		send   func(s stage) *apitest.Answer
		joined bool // whether ada is a member before
		again  int
	}{
		"create": {send: func(s stage) *apitest.Answer {
			return s.withKey("/api/projects", object{"name": "New", "clientId": s.zoo})
		}},
		"move": {send: func(s stage) *apitest.Answer {
			return s.ada.Patch(s.path, object{"name": "Renamed", "clientId": s.zoo})
		}},
		"change":       {send: func(s stage) *apitest.Answer { return s.ada.Patch(s.path, object{"isArchived": true}) }},
		"delete":       {again: 404, send: func(s stage) *apitest.Answer { return s.ada.Delete(s.path) }},
		"add a member": {send: func(s stage) *apitest.Answer { return s.withKey(s.members, object{"userId": s.ada.ID}) }},
		"make a manager": {joined: true, send: func(s stage) *apitest.Answer {
			return s.ada.Patch(s.seat+"/manager", object{"isManager": true})
		}},
		"change a member": {joined: true, send: func(s stage) *apitest.Answer {
			return s.ada.Patch(s.seat, object{"hourlyRate": 100})
		}},
		"remove a member": {joined: true, again: 404, send: func(s stage) *apitest.Answer { return s.ada.Delete(s.seat) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var s stage
			apitest.Converging{
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					s = setStage(h)
					if write.joined {
						s.ada.Post(s.members, object{"userId": s.ada.ID}).OK()
					}
					return func() *apitest.Answer { return write.send(s) }
				},
				State: func(h *apitest.House) string {
					checkCounts(t, h)
					return s.state(h)
				},
				Again: write.again,
			}.Walk(t)
		})
	}
}

// A transaction that meets another one is tried again, unseen by the caller.
func TestAMoveOutlivesConflicts(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	s := setStage(h)
	h.Probe.Inject(testkit.Fault{
		Effect: testkit.FailBefore(testkit.Canceled("None", "TransactionConflict", "None", "None", "None")),
		Where:  testkit.On("TransactWriteItems"), Times: 3,
	})
	s.ada.Patch(s.path, object{"name": "Renamed", "clientId": s.zoo}).OK()
	checkCounts(t, h)
}
