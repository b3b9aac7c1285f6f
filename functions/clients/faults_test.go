package clients_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestClientWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada *apitest.User, path string) *apitest.Answer
		again int
	}{
		"create": {send: func(ada *apitest.User, _ string) *apitest.Answer {
			return ada.Send(apitest.Request{
				Method: "POST", Path: "/api/clients", Body: object{"name": "New"}, Bearer: ada.Token,
				Header: map[string]string{"Idempotency-Key": "k"},
			})
		}},
		"rename": {send: func(ada *apitest.User, path string) *apitest.Answer {
			return ada.Patch(path, object{"name": "Renamed", "email": "desk@acme.example"})
		}},
		"delete": {again: 404, send: func(ada *apitest.User, path string) *apitest.Answer { return ada.Delete(path) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			var ada *apitest.User
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada = h.Register("ada")
					path := "/api/clients/" + ada.Post("/api/clients", object{"name": "Old"}).ID()
					return func() *apitest.Answer { return write.send(ada, path) }
				},
				State: func(h *apitest.Service) string {
					return fmt.Sprint(apitest.ItemCounts(h), names(ada.Get("/api/clients").Items()), apitest.TakenNames(h))
				},
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}
