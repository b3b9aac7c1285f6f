package account_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A change of the password comes between the reads of the user and of their session. The
// session that changed it stays, also for the request that is being read.
func TestSessionStaysUnderTornReads(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	torn := api.Probe.Inject(testkit.Fault{
		Where: testkit.On("BatchGetItem"),
		Effect: testkit.TearBatchRead(func(read int) {
			if read == 1 {
				owner.Patch("/api/me/profile", object{"currentPassword": apitest.Password,
					"newPassword": "another fine password"}).OK()
			}
		}),
	})
	owner.Get("/api/auth/me").OK()
	if torn.Hits() != 1 {
		t.Fatal("the read was not torn; the test must be arranged differently")
	}
}
