package worker_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A part of a run that fails is logged as operators look for it, and the work in the queue is done.
func TestAPartOfARunThatFails(t *testing.T) {
	t.Parallel()
	for part, partition := range map[string]string{"webhooks that were switched off": "HOOKSOFF", "timers": "TIMERS"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			owner := api.Register("ada")
			api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: queries(partition),
				WholeCall: true})
			api.RunWorker()
			if want := `"level":"ERROR","msg":"a part of the worker failed","part":"` + part +
				`"`; strings.Count(api.Logs.String(), want) != 1 {
				t.Errorf("%q is not logged once:\n%s", want, api.Logs.String())
			}
			if n := len(api.MailsTo(owner.Email)); n != 1 {
				t.Errorf("%d mails, want the one in the queue", n)
			}
		})
	}
}

// queries selects the queries of a partition.
func queries(partition string) func(testkit.Attempt) bool {
	return func(a testkit.Attempt) bool {
		in, ok := a.Input.(*dynamodb.QueryInput)
		return ok && testkit.TextOf(in.ExpressionAttributeValues[":p"]) == partition
	}
}
