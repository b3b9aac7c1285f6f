package webhooks_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestWebhookWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada *apitest.User, path string) *apitest.Answer
		again int
	}{
		"create": {send: func(ada *apitest.User, _ string) *apitest.Answer {
			return ada.Send(apitest.Request{
				Method: "POST", Path: all, Body: object{"url": target, "events": []string{"*"}}, Bearer: ada.Token,
				Header: map[string]string{"Idempotency-Key": "k"},
			})
		}},
		"change": {send: func(ada *apitest.User, path string) *apitest.Answer {
			return ada.Patch(path, object{"isActive": false})
		}},
		"delete": {again: 404, send: func(ada *apitest.User, path string) *apitest.Answer { return ada.Delete(path) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var ada *apitest.User
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					path := all + "/" + ada.Post(all, object{"url": target, "events": []string{"*"}}).ID()
					return func() *apitest.Answer { return write.send(ada, path) }
				},
				State: func(h *apitest.Service) string {
					var versions []any
					for _, item := range ada.Get(all).Items() {
						versions = append(versions, item["version"])
					}
					return fmt.Sprint(apitest.ItemCounts(h), versions)
				},
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}

// A test, a rotation and a redelivery do the same again when they are repeated, so a fault
// leaves all of one or nothing.
func TestWebhookActionsAllOrNothing(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"/test", "/rotate-secret", "/redeliver"} {
		t.Run(action[1:], func(t *testing.T) {
			var ada *apitest.User
			var path string
			apitest.FaultWalk{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					path = all + "/" + ada.Post(all, object{"url": "http://localhost:1024/", "events": []string{"*"}}).ID()
					below := action
					if action == "/redeliver" {
						below = "/deliveries/" + ada.Post(path+"/test", nil).ID() + action
						h.RunDeliverer()
					}
					return func() *apitest.Answer { return ada.Post(path+below, nil) }
				},
				State: func(h *apitest.Service) string {
					first := ""
					if list := ada.Get(path + "/deliveries").Items(); len(list) > 0 {
						first = fmt.Sprint(list[0]["status"])
					}
					return fmt.Sprint(apitest.ItemCounts(h), ada.Get(path).OK()["version"], first)
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
			}.Run(t)
		})
	}
}
