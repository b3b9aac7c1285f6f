package invitations_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// Bob joins by an invitation while another one for him is being checked: his account is
// read before that, and his invitation after it. A member is not invited.
func TestInviteUnderTornReads(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	torn := api.Probe.Inject(testkit.Fault{
		Where:  func(a testkit.Attempt) bool { return a.Op == "BatchGetItem" && a.Keys == 2 },
		Effect: testkit.TearBatchRead(func(int) { api.Send(registerRequest("bob", token)).OK() }),
	})
	owner.Post(invitationsPath(owner), object{"email": bobsEmail}).Problem(409, "conflict")
	if torn.Hits() != 1 {
		t.Fatal("the read was not torn; the test must be arranged differently")
	}
	if got := listMembers(t, owner); got != "ada owner, bob user" {
		t.Errorf("members %s", got)
	}
	if n := len(owner.Get(invitationsPath(owner)).Items()); n != 0 {
		t.Errorf("%d open invitations, want none", n)
	}
}
