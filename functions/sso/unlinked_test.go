package sso_test

import (
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A login is unlinked between the read of its link and the read of its account. It opens
// no session of that account.
func TestLoginThatIsUnlinkedDuringASignIn(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("bob")
	api.StartSSO(owner.Token, "").Login(provider, proven).Finish().OK()
	flow := api.StartSSO("", "").Login(provider, proven)
	unlinked := api.Probe.Inject(testkit.Fault{
		Where: func(a testkit.Attempt) bool { return a.Op == "GetItem" && isProfileOf(a.Input, owner.ID) },
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			owner.Delete("/api/auth/me/external-logins/external").OK()
			return exchange(r)
		},
	})
	if in := api.UserOf(flow.Finish()); in.ID == owner.ID {
		t.Error("an unlinked login opened a session")
	}
	if unlinked.Hits() != 1 {
		t.Fatal("the account was not read; the test must be arranged differently")
	}
	if n := len(owner.Get("/api/auth/sessions").Items()); n != 1 {
		t.Errorf("%d sessions, want the first one alone", n)
	}
}

func isProfileOf(input any, user string) bool {
	in, ok := input.(*dynamodb.GetItemInput)
	return ok && testkit.TextOf(in.Key["pk"]) == "USER#"+user && testkit.TextOf(in.Key["sk"]) == "PROFILE"
}
