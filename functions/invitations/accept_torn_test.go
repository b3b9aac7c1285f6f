package invitations_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A user accepts twice at the same time. The second request reads the member before the first
// one has made it, and the invitation after. It answers as the first one does.
func TestAcceptingTwiceUnderATornRead(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("dan")
	outsider.VerifyEmail()
	owner.Invite(outsider.Email, "user")
	id := outsider.Get("/api/me/pending-invitations").Items()[0]["id"].(string)
	accept := "/api/me/pending-invitations/" + id + "/accept"
	torn := api.Probe.Inject(testkit.Fault{
		Where: testkit.ReadsKey("", id), // and last the member
		Effect: testkit.TearBatchReadBackwards(func(read int) {
			if read == 1 {
				outsider.Post(accept, nil).OK()
			}
		}),
	})
	if role := outsider.Post(accept, nil).OK()["role"]; role != "user" {
		t.Errorf("role %v, want user", role)
	}
	if torn.Hits() != 1 {
		t.Fatal("the invitation was not read; the test must be arranged differently")
	}
}
