package entries_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// Each write moves or frees an external id together with its entry.
func TestExternalIDsSurviveFaults(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]func(ada *apitest.User) *apitest.Answer{
		"edit": func(ada *apitest.User) *apitest.Answer {
			return ada.Patch("/api/entries/"+rowID(0), row{"externalId": "other"})
		},
		"delete": func(ada *apitest.User) *apitest.Answer { return ada.Delete("/api/entries/" + rowID(0)) },
		"swap and delete": func(ada *apitest.User) *apitest.Answer {
			return sendBulk(ada, row{"id": rowID(0), "externalId": "x1"}, row{"id": rowID(1), "externalId": "x0"}, row{"id": rowID(2), "op": "delete"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			again := 0
			if name == "delete" {
				again = 404
			}
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada := h.Register("ada")
					sendBulk(ada, withExternalIDs(3)...).OK()
					return func() *apitest.Answer { return send(ada) }
				},
				State:       func(h *apitest.Service) string { return fmt.Sprint(dumpEntries(h), apitest.HeldExternalIDs(h)) },
				RetryStatus: again,
			}.Walk(t)
		})
	}
}
