package webhooks_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestWebhookWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	body := object{"url": target, "events": []string{"*"}}
	apitest.CheckRecordWrites(t, apitest.RecordWrites{
		Path: all, Old: body, New: body,
		Changes: map[string]apitest.RecordSend{"change": func(owner *apitest.User, path string) *apitest.Answer {
			return owner.Patch(path, object{"isActive": false})
		}},
	})
}

// A test, a rotation and a redelivery do the same again when they are repeated, so a fault
// leaves all of one or nothing.
func TestWebhookActionsAllOrNothing(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"/test", "/rotate-secret", "/redeliver"} {
		t.Run(action[1:], func(t *testing.T) {
			var owner *apitest.User
			var path string
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner = api.Register("ada")
					path = all + "/" + owner.Post(all, object{"url": "http://localhost:1024/", "events": []string{"*"}}).ID()
					below := action
					if action == "/redeliver" {
						below = "/deliveries/" + owner.Post(path+"/test", nil).ID() + action
						api.RunDeliverer()
					}
					return func() *apitest.Answer { return owner.Post(path+below, nil) }
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
			}.Run(t)
		})
	}
}
