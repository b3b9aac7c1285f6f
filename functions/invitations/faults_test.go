package invitations_test

import (
	"testing"

	"stint/internal/apitest"
)

// After any fault, an invitation is completely revoked, declined or sent again, or it
// has not changed.
func TestInvitationWritesUnderFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(owner, member *apitest.User, id string) *apitest.Answer
		again int // a status that a retry may get besides 200
	}{
		"revoke": {again: 404, send: func(owner, _ *apitest.User, id string) *apitest.Answer {
			return owner.Delete(invitationsPath(owner) + "/" + id)
		}},
		"decline": {again: 404, send: func(_, member *apitest.User, id string) *apitest.Answer {
			return member.Post(declinePath(id), nil)
		}},
		"resend": {again: 200, send: func(owner, _ *apitest.User, id string) *apitest.Answer {
			return owner.Post(invitationsPath(owner)+"/"+id+"/resend", nil)
		}},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var owner, member *apitest.User
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner, member = api.Register("ada"), registerVerified(api, "bob")
					id := owner.Invite(bobsEmail, "")
					return func() *apitest.Answer { return write.send(owner, member, id) }
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
