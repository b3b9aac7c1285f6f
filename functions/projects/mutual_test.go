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
			api := apitest.New(t)
			owner := api.Register("ada")
			member, coworker := owner.AddMember("bob", "user"), owner.AddMember("cy", "user")
			path := createProject(owner, object{"name": "Site"}) + "/members"
			for _, p := range []*apitest.User{member, coworker} {
				owner.Post(path, object{"userId": p.ID, "isManager": true}).OK()
			}
			release, answered := make(chan struct{}), make(chan *apitest.Answer)
			held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
			go func() { answered <- end(member, path+"/"+coworker.ID) }()
			<-held.Reached()
			end(coworker, path+"/"+member.ID).OK()
			close(release)
			(<-answered).Problem(409, "conflict")
			coworker.Patch(path+"/"+coworker.ID, object{"hourlyRate": 5000}).OK()
			coworker.Patch(path+"/"+coworker.ID+"/manager", object{"isManager": false}).OK() // a manager may step down
		})
	}
}
