package workspaces_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// hold holds the write of a request until another one was answered, and returns the
// answer of the held one.
func hold(h *apitest.Service, send, first func() *apitest.Answer) *apitest.Answer {
	release, answered := make(chan struct{}), make(chan *apitest.Answer)
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
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
				h := apitest.New(t)
				ada := h.Register("ada")
				bob, cy := ada.AddMember("bob", "admin"), ada.AddMember("cy", "admin")
				held := hold(h, func() *apitest.Answer { return end(bob, cy) }, func() *apitest.Answer { return endFirst(cy, bob) })
				held.Problem(409, "conflict")
				if e := cy.Get(workspacePath(ada)).OK(); e["role"] != "admin" {
					t.Errorf("the first one is %v", e["role"])
				}
			})
		}
	}
}

// An owner gives the workspace away while changing a member.
func TestOwnerWhoTransfersDuringAChange(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, cy := ada.AddMember("bob", "admin"), ada.AddMember("cy", "admin")
	held := hold(h,
		func() *apitest.Answer { return ada.Delete(memberPath(ada, bob)) },
		func() *apitest.Answer {
			return ada.Post(workspacePath(ada)+"/transfer-ownership", object{"userId": cy.ID})
		})
	held.Problem(409, "conflict")
	bob.Get(workspacePath(ada)).OK()
}

// A change of a rate does not depend on the caller's role at that moment.
func TestRateIsSetByAnAdminWhoIsDemoted(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, cy := ada.AddMember("bob", "admin"), ada.AddMember("cy", "user")
	hold(h,
		func() *apitest.Answer { return bob.Patch(memberPath(ada, cy), object{"hourlyRate": 5000}) },
		func() *apitest.Answer { return ada.Patch(memberPath(ada, bob), object{"role": "user"}) }).OK()
}
