package projects_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// Two managers of a project remove each other at the same time. The first one stays.
func TestManagersWhoRemoveEachOther(t *testing.T) {
	t.Parallel()
	ways := map[string]func(by *apitest.User, path string) *apitest.Answer{
		"removed": func(by *apitest.User, path string) *apitest.Answer { return by.Delete(path) },
		"changed": func(by *apitest.User, path string) *apitest.Answer {
			return by.Patch(path+"/manager", object{"isManager": false})
		},
	}
	for name, end := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := apitest.New(t)
			ada := h.Register("ada")
			bob, cy := ada.AddMember("bob", "user"), ada.AddMember("cy", "user")
			path := createProject(ada, object{"name": "Site"}) + "/members"
			for _, p := range []*apitest.User{bob, cy} {
				ada.Post(path, object{"userId": p.ID, "isManager": true}).OK()
			}
			release, answered := make(chan struct{}), make(chan *apitest.Answer)
			held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
			go func() { answered <- end(bob, path+"/"+cy.ID) }()
			<-held.Reached()
			end(cy, path+"/"+bob.ID).OK()
			close(release)
			(<-answered).Problem(409, "conflict")
			cy.Patch(path+"/"+cy.ID, object{"hourlyRate": 5000}).OK()
			cy.Patch(path+"/"+cy.ID+"/manager", object{"isManager": false}).OK() // a manager may step down
		})
	}
}
