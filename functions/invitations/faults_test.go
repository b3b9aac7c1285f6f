package invitations_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// After any fault, an invitation is completely revoked, declined or sent again, or it
// has not changed.
func TestInvitationWritesUnderFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada, bob *apitest.User, id string) *apitest.Answer
		again int // a status that a retry may get besides 200
	}{
		"revoke": {again: 404, send: func(ada, _ *apitest.User, id string) *apitest.Answer {
			return ada.Delete(invitationsPath(ada) + "/" + id)
		}},
		"decline": {again: 404, send: func(_, bob *apitest.User, id string) *apitest.Answer {
			return bob.Post(declinePath(id), nil)
		}},
		"resend": {again: 200, send: func(ada, _ *apitest.User, id string) *apitest.Answer {
			return ada.Post(invitationsPath(ada)+"/"+id+"/resend", nil)
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ada, bob *apitest.User
			apitest.FaultWalk{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada, bob = h.Register("ada"), registerVerified(h, "bob")
					id := ada.Invite(bobsEmail, "")
					return func() *apitest.Answer { return write.send(ada, bob, id) }
				},
				State: func(h *apitest.Service) string {
					state := apitest.ItemCounts(h)
					for _, open := range ada.Get(invitationsPath(ada)).Items() {
						state += fmt.Sprint(" open ", open["email"], open["version"])
					}
					return fmt.Sprint(state, " pending ", len(bob.Get("/api/me/pending-invitations").Items()))
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && again.Status != write.again {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
				},
			}.Run(t)
		})
	}
}
