package workspaces_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/problem"
)

// hold holds the write of a request until another one was answered, and returns the
// answer of the held one.
func hold(api *apitest.Service, send, first func() *apitest.Answer) *apitest.Answer {
	release, answered := make(chan struct{}), make(chan *apitest.Answer)
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	go func() { answered <- send() }()
	<-held.Reached()
	first().OK()
	close(release)
	return <-answered
}

// Two admins take the role of each other at the same time. The first one stays.
func TestAdminsWhoEndEachOther(t *testing.T) {
	t.Parallel()
	ways := map[string]func(by, other *apitest.User) *apitest.Answer{
		"demoted": func(by, other *apitest.User) *apitest.Answer {
			return by.Patch(memberPath(by, other), object{"role": "user"})
		},
		"analyst": func(by, other *apitest.User) *apitest.Answer {
			return by.Patch(memberPath(by, other), object{"role": "analyst"})
		},
		"deactivated": func(by, other *apitest.User) *apitest.Answer { return by.Delete(memberPath(by, other)) },
	}
	for name, end := range ways {
		for nameOfFirst, endFirst := range ways {
			t.Run(name+" while the other is "+nameOfFirst, func(t *testing.T) {
				t.Parallel()
				api := apitest.New(t)
				owner := api.Register("ada")
				admin, otherAdmin := owner.AddMember("bob", "admin"), owner.AddMember("cy", "admin")
				held := hold(api, func() *apitest.Answer { return end(admin, otherAdmin) },
					func() *apitest.Answer { return endFirst(otherAdmin, admin) })
				held.Problem(409, "conflict")
				if e := otherAdmin.Get(workspacePath(owner)).OK(); e["role"] != "admin" {
					t.Errorf("the first one is %v", e["role"])
				}
			})
		}
	}
}

// An owner gives the workspace away while changing a member.
func TestOwnerWhoTransfersDuringAChange(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, otherAdmin := owner.AddMember("bob", "admin"), owner.AddMember("cy", "admin")
	held := hold(api,
		func() *apitest.Answer { return owner.Delete(memberPath(owner, admin)) },
		func() *apitest.Answer {
			return owner.Post(workspacePath(owner)+"/transfer-ownership", object{"userId": otherAdmin.ID})
		})
	held.Problem(409, "conflict")
	admin.Get(workspacePath(owner)).OK()
}

// A change of a rate does not depend on the caller's role at that moment.
func TestRateIsSetByAnAdminWhoIsDemoted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, member := owner.AddMember("bob", "admin"), owner.AddMember("cy", "user")
	hold(api,
		func() *apitest.Answer { return admin.Patch(memberPath(owner, member), object{"hourlyRate": 5000}) },
		func() *apitest.Answer { return owner.Patch(memberPath(owner, admin), object{"role": "user"}) }).OK()
}

// A member becomes the owner while an admin gives them the role that they have. The answer never shows the owner as an
// admin.
func TestWhoBecomesOwnerDuringAChangeThatChangesNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, next := owner.AddMember("bob", "admin"), owner.AddMember("cy", "admin")
	transfer := func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		owner.Post(workspacePath(owner)+"/transfer-ownership", object{"userId": next.ID}).OK()
		return exchange(r)
	}
	api.Probe.Inject(testkit.Fault{Effect: transfer, Where: testkit.On("BatchGetItem"), Skip: 1})
	admin.Patch(memberPath(owner, next), object{"role": "admin"}).Conflict(problem.WriteRace)
	if shown := admin.Patch(memberPath(owner, next), object{"hourlyRate": nil}).OK(); shown["role"] != "owner" {
		t.Errorf("the owner is shown as %v", shown)
	}
}
